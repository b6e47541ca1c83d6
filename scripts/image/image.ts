/**
 * `npm run image [-- --test] [-- --archive]`: makes the container image `paydesk:<version>` of the built console and the API. With --archive also
 * `.tmp/paydesk-<version>-linux-x64.tar.gz`, the same files for a machine without containers. With --test it runs the image as an installation
 * would be run (smoke.ts). What it needs it installs from Debian, if it may.
 */
import { parseArgs } from 'node:util'
import { readVersion } from '../../apps/api/src/lib/version.ts'
import { installed } from '../ops/installed.ts'
import { run, stage } from './stage.ts'

const root = new URL('../..', import.meta.url).pathname
const { values } = parseArgs({ options: { test: { type: 'boolean' }, archive: { type: 'boolean' } } })
const { version, commit } = readVersion()
const dir = `${root}.tmp/image`
const tag = `paydesk:${version}`

installed({ mmdebstrap: 'mmdebstrap', buildah: 'buildah', strip: 'binutils' })
run('npm', ['run', '--silent', 'build'])
stage(dir)
if (values.archive) archive(`${root}.tmp/paydesk-${version}-linux-x64.tar.gz`)
// In a chroot a build needs no rights that CI's machines and rootless users lack.
run('buildah', [
  ...['bud', '--quiet', '--isolation', 'chroot', '--layers=false', '--file', `${root}ops/image/Containerfile`, '--tag', tag],
  ...['--label', `org.opencontainers.image.version=${version}`, '--label', `org.opencontainers.image.revision=${commit}`],
  dir,
])
if (values.test) await (await import('./smoke.ts')).smoke(tag)
else console.log(tag)

function archive(file: string) {
  run('tar', [
    '--create',
    '--gzip',
    '--file',
    file,
    '--transform',
    `s,^[.],paydesk-${version},`,
    '--directory',
    `${dir}/modules`,
    '.',
    '--directory',
    `${dir}/app`,
    '.',
    '--directory',
    `${dir}/system/usr/local`,
    './bin',
  ])
}

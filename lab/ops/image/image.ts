/**
 * `npm run image [-- --test] [-- --archive]`: makes the container image `paydesk:<version>` of the
 * built console and the API. With --archive it makes `.tmp/paydesk-<version>-linux-x64.tar.gz`
 * instead, the same files for a machine without containers, and the bill of materials beside it.
 * With --test it runs the image as an installation would be run (smoke.ts). What it needs it
 * installs from Debian, if it may. With --built it takes the console as it was built last.
 */
import { parseArgs } from 'node:util'
import { readVersion } from '../../../apps/api/src/lib/version.ts'
import { installed } from '../../ground/installed.ts'
import { run, stage } from './stage.ts'

const root = new URL('../../..', import.meta.url).pathname
const { values } = parseArgs({
  options: { test: { type: 'boolean' }, archive: { type: 'boolean' }, built: { type: 'boolean' } },
})
const { version, commit } = readVersion()
const dir = `${root}.tmp/image`

installed({ mmdebstrap: 'mmdebstrap', strip: 'binutils' })
if (!values.built) run('npm', ['run', '--silent', 'build'])
stage(dir)
if (values.archive) {
  console.log(archive())
  run('npm', ['run', '--silent', 'bom'])
} else if (values.test) await (await import('./smoke.ts')).smoke(image())
else console.log(image())

function image(): string {
  const tag = `paydesk:${version}`
  installed({ buildah: 'buildah' })
  // In a chroot a build needs no rights that CI's machines and rootless users lack.
  run('buildah', [
    ...[
      'bud',
      '--quiet',
      '--isolation',
      'chroot',
      '--layers=false',
      '--file',
      `${root}ops/image/Containerfile`,
      '--tag',
      tag,
    ],
    ...[
      '--label',
      `org.opencontainers.image.version=${version}`,
      '--label',
      `org.opencontainers.image.revision=${commit}`,
    ],
    dir,
  ])
  return tag
}

/**
 * Our files, the modules, and Node beside `bin/paydesk`, in a folder that is named by the version.
 * (S: targets of links, which begin with a dot too, stay.)
 */
function archive(): string {
  const file = `.tmp/paydesk-${version}-linux-x64.tar.gz`
  run('tar', [
    ...[
      '--create',
      '--gzip',
      '--file',
      file,
      '--owner',
      'root',
      '--group',
      'root',
      '--transform',
      `s,^[.],paydesk-${version},S`,
    ],
    ...[
      '--directory',
      `${dir}/modules`,
      '.',
      '--directory',
      `${dir}/app`,
      '.',
      '--directory',
      `${dir}/system/usr/local`,
      './bin/node',
    ],
  ])
  return file
}

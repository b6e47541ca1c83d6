import { readVersion } from '../../apps/api/src/lib/version.ts'
import { run } from '../image/stage.ts'
import { containers } from './containers.ts'
import { debianImage } from './debian.ts'
import { commandsOf } from './document.ts'
import type { Place } from './paths.ts'
import { signInScript, typedPassword } from './signIn.ts'

const root = new URL('../..', import.meta.url).pathname

/** The packages that the document's first command installs: the machine of this test reaches no mirror, so they are there before. */
export const machinePackages = ['systemd-sysv', 'dbus', 'postgresql', 'caddy', 'ca-certificates']

/** A Debian with systemd in a container of its own, without a network: what the document says must do without one. */
export async function onMachine({ dir, atEnd }: Place): Promise<object> {
  const podman = containers(dir)
  const image = debianImage(podman, 'machine', machinePackages)
  run('node', ['scripts/image/image.ts', '--archive'])
  const machine = `paydesk-machine-${process.pid}`
  podman(
    'run',
    '--detach',
    '--name',
    machine,
    '--systemd',
    'always',
    '--network',
    'none',
    '--add-host',
    'paydesk.example.com:127.0.0.1',
    image,
    '/sbin/init',
  )
  atEnd(() => podman('rm', '--force', '--time', '1', machine))
  podman('cp', `${root}.tmp/paydesk-${readVersion().version}-linux-x64.tar.gz`, `${machine}:/root/`)
  // Right after the start there is no one to ask yet.
  podman('exec', machine, 'sh', '-c', 'until systemctl is-system-running --wait 2>/dev/null; do sleep 0.2; done')

  const startedAt = performance.now()
  // As an operator who has a name that is not public, and who types the password.
  const operator = ['--env', 'TLS=tls internal', '--env', `PAYDESK_PASSWORD=${typedPassword}`, '--workdir', '/root']
  const inside = (...args: string[]) => podman('exec', ...operator, machine, ...args)
  inside('sh', '-eux', '-c', commandsOf(`${root}docs/operations.md`, 'One machine'))
  podman(
    'exec',
    machine,
    '/opt/paydesk/bin/node',
    '--input-type=module',
    '--eval',
    signInScript,
    'https://paydesk.example.com',
    'ada',
    typedPassword,
  )
  const signedInSeconds = Math.round((performance.now() - startedAt) / 1000)
  const exposure = inside('systemd-analyze', 'security', '--no-pager', 'paydesk-api@3001').trim().split('\n').at(-1)
  return { signedInSeconds, exposure }
}

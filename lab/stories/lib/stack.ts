/**
 * The stack that the browser tests run against: one PostgreSQL, two API processes behind a
 * round-robin proxy, two workers, all in production mode.
 */
import type { ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readConfig } from '../../../apps/api/src/lib/config.ts'
import { openOutside } from '../../../apps/api/src/lib/outside/outside.ts'
import { createPool } from '../../../apps/api/src/lib/pool.ts'
import { newMasterKey } from '../../../apps/api/src/lib/secret.ts'
import { createDatabase, prepareDatabase } from '../../ground/database.ts'
import { freePort, startPrivatePostgres } from '../../ground/postgres.ts'
import { endAll, endProcess, spawnLogged, waitFor } from '../../ground/processes.ts'
import { seedCompanies } from '../../world/companies.ts'
import { startOutside } from '../../world/outside.ts'
import { connectFirstAccount, seedBills } from '../../world/seedBills.ts'
import { manyCalls, Simulator } from '../../world/simulator.ts'
import { e2ePassword } from './password.ts'
import { seedStories } from './people.ts'

const root = new URL('../../..', import.meta.url).pathname

export type Stack = {
  url: string
  outboxUrl: string
  simUrl: string
  databaseUrl: string
  consoleDir: string
  served: number[]
  jobsDone: () => number[]
  stop: () => Promise<void>
}

export async function startStack(): Promise<Stack> {
  const cleanups: (() => unknown)[] = []
  const stop = () => endAll(cleanups)
  try {
    return await start(cleanups, stop)
  } catch (error) {
    // Half a stack must not stay behind: the next run would find its processes.
    await stop()
    throw error
  }
}

async function start(cleanups: (() => unknown)[], stop: () => Promise<void>): Promise<Stack> {
  const dir = `${root}.tmp/e2e-${process.pid}`
  mkdirSync(dir, { recursive: true })
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }))
  const postgres = await startPrivatePostgres(dir, { keep: false, settings: ['fsync=off'] })
  cleanups.push(() => postgres.stop())
  await createDatabase(postgres.ownerUrl('postgres'), 'paydesk')
  const { runtimeUrl } = await prepareDatabase(postgres.ownerUrl('paydesk'))
  const pool = createPool(runtimeUrl, 2, 'seed')
  await seedCompanies(pool, { password: e2ePassword, demo: false })
  await seedBills(pool)
  await seedStories(pool)

  const ports = [await freePort(), await freePort()]
  const served = ports.map(() => 0)
  // The proxy listens from the beginning: another process could take a port that was only found
  // free, before everything else has started.
  const proxy = roundRobin(ports, served)
  await new Promise<void>((resolve, reject) =>
    proxy.on('error', reject).listen(0, '127.0.0.1', resolve),
  )
  cleanups.push(() => {
    proxy.close()
    proxy.closeAllConnections()
  })
  const { port } = proxy.address() as AddressInfo
  // The URL uses a name, because passkeys belong to a name and never to an address.
  const url = `http://localhost:${port}`
  const outside = await startOutside(url)
  cleanups.push(() => outside.stop())
  const sim = await Simulator.start()
  cleanups.push(() => sim.stop())
  // The stories show a refund that PayPal makes, and a fee that is there at once; whether PayPal
  // does is not known (paypal §14).
  await sim.act('configure', { invoiceRefund: 'allowed', invoiceCapture: 'shown' })
  // The tests use a copy: a build that starts meanwhile must not replace the files, and one test
  // publishes a new release.
  const consoleDir = `${dir}/console`
  cpSync(`${root}apps/console/dist`, consoleDir, { recursive: true })
  const common = {
    NODE_ENV: 'production',
    PAYDESK_TRIAL: '1',
    DATABASE_URL: runtimeUrl,
    TRUST_PROXY: '127.0.0.1',
    CONSOLE_DIR: consoleDir,
    PUBLIC_URL: url,
    PAYDESK_MASTER_KEYS: newMasterKey('e2e'),
    PAYPAL_SIMULATOR_URL: sim.url,
    ...manyCalls,
    // A story waits for each look at PayPal; an installation gathers events for some seconds first.
    PAYPAL_LOOK_REST_MS: '200',
    ...outside.environment,
  }
  await connectFirstAccount(
    pool,
    openOutside(readConfig(common), pool),
    sim,
    `http://127.0.0.1:${port}`,
  )
  await pool.end()
  const logs = ['api-0', 'api-1', 'worker-0', 'worker-1'].map((name) => `${root}.tmp/${name}.log`)
  const run = (script: string, log: string, env: Record<string, string>) =>
    spawnLogged(['node', `apps/api/src/${script}`], {
      cwd: root,
      env: { ...common, ...env },
      log: openSync(log, 'w'),
    })
  const processes = [
    ...ports.map((port, index) => run('http.ts', logs[index] as string, { PORT: String(port) })),
    run('worker.ts', logs[2] as string, {}),
    run('worker.ts', logs[3] as string, {}),
  ]
  cleanups.push(() => Promise.all(processes.map((child) => endProcess(child))))
  await Promise.all(
    ports.map((port, index) =>
      waitFor(`http://127.0.0.1:${port}/api/health/ready`, processes[index] as ChildProcess),
    ),
  )

  return {
    url,
    outboxUrl: outside.outboxUrl,
    simUrl: sim.url,
    databaseUrl: postgres.ownerUrl('paydesk'),
    consoleDir,
    served,
    jobsDone: () =>
      logs.slice(2).map((log) => readFileSync(log, 'utf8').split('"job done"').length - 1),
    stop,
  }
}

/**
 * Every request goes to the other process than the previous one: if a process keeps state to
 * itself, the tests find it missing.
 */
function roundRobin(ports: number[], served: number[]): Server {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const index = turn++ % ports.length
    served[index] = (served[index] ?? 0) + 1
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
    const forwarded = request(
      {
        host: '127.0.0.1',
        port: ports[index],
        method: incoming.method,
        path: incoming.url,
        headers,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  // Node's default of five seconds would end a kept connection just when a story writes on it
  // again: the call would be cut, not refused.
  server.keepAliveTimeout = 120_000
  return server
}

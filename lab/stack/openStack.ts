import type { ChildProcess } from 'node:child_process'
import { mkdirSync, openSync, rmSync } from 'node:fs'
import pg from 'pg'
import { readConfig } from '../../apps/api/src/lib/config.ts'
import { openOutside } from '../../apps/api/src/lib/outside/outside.ts'
import { createPool } from '../../apps/api/src/lib/pool.ts'
import { newMasterKey } from '../../apps/api/src/lib/secret.ts'
import { createDatabase, prepareDatabase } from '../ground/database.ts'
import { freePort, type PrivatePostgres, startPrivatePostgres } from '../ground/postgres.ts'
import { endAll, endProcess, spawnLogged, waitFor } from '../ground/processes.ts'
import { seedCompanies } from '../world/companies.ts'
import { connectAccount } from '../world/connectAccount.ts'
import { seedBills } from '../world/seedBills.ts'
import { manyCalls, type SimAccount, Simulator } from '../world/simulator.ts'

const root = new URL('../..', import.meta.url).pathname
export const torturePassword = 'torture-torture-1'

/** RestartSec of the units in ops/machine. */
const startAgainMs = 2000

export type Stack = {
  api: string
  sim: Simulator
  /** Connects as the owner, past row-level security, to look at what is really there. */
  owner: pg.Pool
  companyId: string
  accountIds: string[]
  /** The simulator's ids of the same accounts. */
  simAccountIds: string[]
  ownerUrl: string
  /** Where API and workers are watched, in this order; empty unless it was asked for. */
  watched: { api: string; workers: string[] }
  postgres: PrivatePostgres
  /**
   * Processes of the product that ended although nobody had asked them to, each with how it ended.
   */
  ended: string[]
  killApi: () => Promise<void>
  killWorker: (index: number) => Promise<void>
  /**
   * Ends a worker as a stop of its unit would, and starts it again when the returned
   * function is called.
   */
  stopWorker: (index: number) => Promise<() => void>
  stop: () => Promise<void>
}

type Options = {
  accounts: number
  workers: number
  seed: number
  env?: Record<string, string>
  watched?: boolean
  /** What the API alone, or one of the workers, gets besides. */
  apiEnv?: Record<string, string>
  workerEnv?: (index: number) => Record<string, string>
  /** What Node gets in front of the worker. */
  workerFlags?: string[]
  /** Further settings of PostgreSQL; the last one of a name counts. */
  settings?: string[]
  /** Prepares the folder into which PostgreSQL's data come, and answers how to undo that. */
  disk?: (dir: string) => () => void
  /** Starts a process again that ended by itself, after as long as its unit waits. */
  startAgain?: boolean
  /** Puts something between the product and its database: answers with the address by way of it. */
  betweenDatabase?: (runtimeUrl: string) => Promise<string>
  /** Puts something between the product and the simulator: answers where the product reaches it. */
  between?: (simulatorUrl: string) => Promise<string>
}

/** Starts PostgreSQL, one API, workers and the simulator, each as a process that can be killed. */
export async function startStack(options: Options): Promise<Stack> {
  const endings: (() => unknown)[] = []
  const stop = () => endAll(endings)
  try {
    return await start(options, endings, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  options: Options,
  endings: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<Stack> {
  const { accounts, workers, seed, env: more = {}, watched = false } = options
  const { between = async (url) => url, betweenDatabase = async (url) => url } = options
  const dir = `${root}.tmp/torture-${process.pid}`
  mkdirSync(dir, { recursive: true })
  endings.push(() => rmSync(dir, { recursive: true, force: true }))
  if (options.disk) endings.push(options.disk(dir))
  const settings = ['synchronous_commit=off', 'max_connections=200', ...(options.settings ?? [])]
  const postgres = await startPrivatePostgres(dir, { keep: false, settings })
  endings.push(() => postgres.stop())
  await createDatabase(postgres.ownerUrl('postgres'), 'paydesk')
  const ownerUrl = postgres.ownerUrl('paydesk')
  const { runtimeUrl } = await prepareDatabase(ownerUrl)
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 4 })
  // A connection can still be closing when PostgreSQL is stopped.
  owner.on('error', () => {})
  endings.push(() => owner.end())
  const pool = createPool(runtimeUrl, 2, 'torture')
  await seedCompanies(pool, { password: torturePassword, demo: false })
  await seedBills(pool)

  const sim = await Simulator.start([
    '--port',
    '0',
    '--tls-port',
    '0',
    '--memory',
    '--seed',
    String(seed),
  ])
  endings.push(() => sim.stop())
  const port = await freePort()
  const api = `http://127.0.0.1:${port}`
  const env = {
    NODE_ENV: 'production',
    PAYDESK_TRIAL: '1',
    DATABASE_URL: await betweenDatabase(runtimeUrl),
    PORT: String(port),
    PUBLIC_URL: api,
    PAYDESK_MASTER_KEYS: newMasterKey('torture'),
    PAYPAL_SIMULATOR_URL: await between(sim.url),
    ...manyCalls,
    PAYPAL_TIMEOUT_MS: '1000',
    PAYPAL_SWEEP_SECONDS: '20',
    LOG_LEVEL: 'warn',
    // A killed worker is replaced every few seconds; compiling it anew each time would be a
    // tenth of all work.
    NODE_COMPILE_CACHE: `${root}.tmp/compile-cache`,
    ...more,
  }
  const { companyId, accountIds, simAccountIds } = await addAccounts(pool, owner, sim, accounts, {
    env,
    deliverTo: [api],
  })
  await pool.end()
  const ports = watched ? await Promise.all(Array.from({ length: workers + 1 }, freePort)) : []
  const ended: string[] = []
  const asked = new Set<ChildProcess>()
  let over = false
  /** Keeps one place filled: `name` is a process of this kind, until the stack ends. */
  const place = (
    script: 'http' | 'worker',
    name: string,
    own: Record<string, string>,
    flags: string[] = [],
  ) => {
    const start = () => {
      const child = spawnLogged(['node', ...flags, `apps/api/src/${script}.ts`], {
        cwd: root,
        env: { ...env, ...own },
        log: openSync(`${root}.tmp/torture-${name}.log`, 'a'),
      })
      child.once('exit', (code, signal) => {
        if (over || asked.has(child)) return
        ended.push(`${name}: ${code ?? signal}`)
        if (options.startAgain) setTimeout(() => !over && start(), startAgainMs)
      })
      held.child = child
    }
    const held = { child: undefined as unknown as ChildProcess, start }
    start()
    return held
  }
  const endAsked = async (child: ChildProcess, end: (child: ChildProcess) => unknown) => {
    asked.add(child)
    await end(child)
  }
  const kill = async (child: ChildProcess) => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
  const http = place('http', 'api', {
    WATCH_PORT: ports[workers]?.toString() ?? '',
    ...options.apiEnv,
  })
  endings.push(() => {
    over = true
    return endProcess(http.child)
  })
  await waitFor(`${api}/api/health/ready`, http.child)
  const crew = Array.from({ length: workers }, (_, index) =>
    place(
      'worker',
      `worker-${index}`,
      { WATCH_PORT: ports[index]?.toString() ?? '', ...options.workerEnv?.(index) },
      options.workerFlags,
    ),
  )
  endings.push(() => {
    over = true
    return Promise.all(crew.map(({ child }) => endProcess(child)))
  })
  const killAndStart = async (one: ReturnType<typeof place>) => {
    await endAsked(one.child, kill)
    one.start()
  }
  const killApi = () => killAndStart(http)
  const workerAt = (index: number) => crew[index] as ReturnType<typeof place>
  const killWorker = (index: number) => killAndStart(workerAt(index))
  const stopWorker = async (index: number) => {
    await endAsked(workerAt(index).child, endProcess)
    return () => workerAt(index).start()
  }
  const addresses = ports.map((one) => `127.0.0.1:${one}`)
  const where = { api: addresses[workers] ?? '', workers: addresses.slice(0, workers) }
  return {
    api,
    sim,
    owner,
    ownerUrl,
    companyId,
    accountIds,
    simAccountIds,
    watched: where,
    postgres,
    ended,
    killApi,
    killWorker,
    stopWorker,
    stop,
  }
}

/** PayPal tells the events of the accounts to the APIs in turn. */
export async function addAccounts(
  pool: pg.Pool,
  owner: pg.Pool,
  sim: Simulator,
  count: number,
  { env, deliverTo }: { env: Record<string, string>; deliverTo: string[] },
) {
  for (let index = sim.accounts.length; index < count; index++)
    await sim.act('addAccount', {
      name: `Store ${index}`,
      email: `store-${index}@business.example`,
    })
  type State = {
    accounts: { id: string; email: string; apps: { clientId: string; secret: string }[] }[]
  }
  const state = (await (await fetch(`${sim.url}/sim/state`)).json()) as State
  const { rows } = await owner.query<{ id: string }>(`select id from company where code = 'CX'`)
  const companyId = rows[0]?.id as string
  const accountIds: string[] = []
  for (const [index, { id, email, apps }] of state.accounts.slice(0, count).entries()) {
    const made = await owner.query<{ id: string }>(
      `insert into paypal_account (company_id, label, email, environment)
       values ($1, $2, $2, 'sandbox')
       returning id`,
      [companyId, email],
    )
    const accountId = made.rows[0]?.id as string
    const { clientId, secret } = apps[0] as { clientId: string; secret: string }
    const app: SimAccount = { id, email, clientId, secret }
    await connectAccount(pool, openOutside(readConfig(env), pool), {
      companyId,
      accountId,
      app,
      deliverTo: deliverTo[index % deliverTo.length] as string,
    })
    accountIds.push(accountId)
  }
  return {
    companyId,
    accountIds,
    simAccountIds: state.accounts.slice(0, count).map(({ id }) => id),
  }
}

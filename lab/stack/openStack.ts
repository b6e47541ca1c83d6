/** The one way to start a Paydesk: database, simulator, accounts, APIs and workers. */
import { mkdirSync, rmSync } from 'node:fs'
import type pg from 'pg'
import { createPool } from '../../apps/api/src/lib/pool.ts'
import { newMasterKey } from '../../apps/api/src/lib/secret.ts'
import {
  type Endings,
  type OpenDatabase,
  ownerPool,
  privateDatabase,
} from '../ground/openDatabase.ts'
import { freePort, type PrivatePostgres } from '../ground/postgres.ts'
import { endAll } from '../ground/processes.ts'
import { root } from '../ground/root.ts'
import type { Accounts, Filling } from '../world/accounts.ts'
import { Simulator } from '../world/simulator.ts'
import { Crew, type Part, type Run } from './crew.ts'

type Environment = Record<string, string>
type Addresses = { url: string; apis: string[]; endings: Endings }

export type StackOptions<T> = {
  /** Name of its folder and log files in `.tmp`. */
  name: string
  apis: number
  workers: number
  /** Default: a private PostgreSQL with `settings`. */
  database?: OpenDatabase
  settings?: string[]
  owner?: pg.PoolConfig
  /** Arguments for a new simulator, or a running one. Default: no simulator. */
  sim?: string[] | Simulator
  /** Seeds the database before any process of the product starts. */
  fill?: (given: Filling) => Promise<T>
  /** Additional environment variables of all processes. */
  env?: Environment | ((given: Addresses) => Promise<Environment> | Environment)
  /** Additional environment variables of a single API or worker. */
  apiEnv?: (index: number) => Environment
  workerEnv?: (index: number) => Environment
  /** Node flags of the workers. */
  workerFlags?: string[]
  /** APIs and workers serve /metrics and /ready. */
  watched?: boolean
  /** Restarts a crashed process after this delay. Default: no restart. */
  againAfterMs?: number
  /** Folder of the code to run (default: this repository) and how to run it (default: Node). */
  from?: string
  run?: Run
  /** Port of the first API. The others get free ports. */
  port?: number
  /** Starts a proxy in front of the APIs and returns its URL. */
  front?: (ports: number[], dir: string, endings: Endings) => Promise<string>
  /** Starts a proxy between product and database and returns the database URL through it. */
  betweenDatabase?: (runtimeUrl: string) => Promise<string>
  /** Starts a proxy between product and simulator and returns its URL. */
  between?: (simulatorUrl: string) => Promise<string>
  /** Does not start the processes: the caller calls `crew.start()`. */
  held?: boolean
  /** Cleanup functions that the caller runs, also when the start failed. */
  endings?: Endings
}

type Base = {
  dir: string
  /** URL for users: the proxy in front, or the first API. */
  url: string
  /** URL of the first API, without the proxy. */
  api: string
  apis: string[]
  sim: Simulator
  /** Connects as the owner, which bypasses row-level security. */
  owner: pg.Pool
  ownerUrl: string
  runtimeUrl: string
  postgres: PrivatePostgres
  /** Environment of the processes. A change applies to processes that start later. */
  env: Environment
  crew: Crew
  /** Addresses of /metrics and /ready; empty without the option `watched`. */
  watched: { api: string; workers: string[] }
  /** Processes that exited unexpectedly, with the reason. */
  readonly ended: string[]
  killApi: () => Promise<void>
  killWorker: (index: number) => Promise<void>
  /**
   * Ends a worker as a stop of its unit would, and starts it again when the returned
   * function is called.
   */
  stopWorker: (index: number) => Promise<() => void>
  stop: () => Promise<void>
}
export type Stack<T = Accounts> = Base & T

/** RestartSec of the units in ops/machine. */
export const unitRestartMs = 2000

export const stackDir = (name: string) => `${root}.tmp/${name}-${process.pid}`

export async function openStack<T extends object = object>(
  options: StackOptions<T>,
): Promise<Stack<T>> {
  const { endings = [] } = options
  try {
    return await open(options, endings)
  } catch (error) {
    // Half a stack must not stay behind: the next run would find its processes.
    await endAll(endings)
    throw error
  }
}

async function open<T extends object>(
  options: StackOptions<T>,
  endings: Endings,
): Promise<Stack<T>> {
  const dir = stackDir(options.name)
  mkdirSync(dir, { recursive: true })
  endings.push(() => rmSync(dir, { recursive: true, force: true }))
  const database = options.database ?? privateDatabase({ settings: options.settings ?? [] })
  const { ownerUrl, runtimeUrl, postgres } = await database(dir, endings)
  const owner = ownerPool(ownerUrl, options.owner)
  // A caller may have ended it already, with its database.
  endings.push(() => owner.ending || owner.end())
  const sim = await simulatorOf(options, endings)

  const parts = await partsOf(options)
  const ports = parts.filter(({ kind }) => kind === 'api').map(({ port }) => port)
  const apis = ports.map((port) => `http://127.0.0.1:${port}`)
  const api = apis[0] ?? ''
  const url = (await options.front?.(ports, dir, endings)) ?? api
  const env = {
    NODE_ENV: 'production',
    PAYDESK_TRIAL: '1',
    DATABASE_URL: (await options.betweenDatabase?.(runtimeUrl)) ?? runtimeUrl,
    PUBLIC_URL: url,
    PAYDESK_MASTER_KEYS: newMasterKey('lab'),
    ...(sim && { PAYPAL_SIMULATOR_URL: (await options.between?.(sim.url)) ?? sim.url }),
    // A killed process is replaced every few seconds; compiling it anew each time would be a tenth
    // of all work.
    NODE_COMPILE_CACHE: `${root}.tmp/compile-cache`,
    ...(typeof options.env === 'function'
      ? await options.env({ url, apis, endings })
      : options.env),
  }
  const filled = await fill(options, { runtimeUrl, owner, sim, env, apis })

  const logOf = (name: string) => `${root}.tmp/${options.name}-${name}.log`
  for (const { name } of parts) rmSync(logOf(name), { force: true })
  const { run, againAfterMs } = options
  const crew = new Crew({ env, run, againAfterMs, logOf }, parts)
  endings.push(() => crew.stop())
  if (!options.held) await crew.start()

  const address = ({ watchPort }: Part) => (watchPort > 0 ? `127.0.0.1:${watchPort}` : '')
  const worker = (index: number) => {
    const place = crew.workers[index]
    if (!place) throw new Error(`There is no worker ${index}`)
    return place
  }
  const stack: Base = {
    dir,
    url,
    api,
    apis,
    get sim() {
      return there(sim, 'simulator')
    },
    owner,
    ownerUrl,
    runtimeUrl,
    get postgres() {
      return there(postgres, 'PostgreSQL of its own')
    },
    env,
    crew,
    watched: {
      api: crew.apis.map(({ part }) => address(part))[0] ?? '',
      workers: options.watched ? crew.workers.map(({ part }) => address(part)) : [],
    },
    get ended() {
      return crew.ended.map(({ name, how }) => `${name}: ${how}`)
    },
    killApi: () => crew.replace(there(crew.apis[0], 'API')),
    killWorker: (index: number) => crew.replace(worker(index)),
    stopWorker: async (index: number) => {
      await worker(index).end()
      return () => void worker(index).start()
    },
    stop: () => endAll(endings),
  }
  return Object.assign(stack, filled)
}

const there = <V>(value: V | undefined, what: string): V => {
  if (value === undefined) throw new Error(`This stack has no ${what}`)
  return value
}

async function simulatorOf<T>({ sim }: StackOptions<T>, endings: Endings) {
  if (sim === undefined || sim instanceof Simulator) return sim
  const started = await Simulator.start(['--port', '0', '--tls-port', '0', ...sim])
  endings.push(() => started.stop())
  return started
}

async function partsOf<T>(options: StackOptions<T>): Promise<Part[]> {
  const { apis, workers, from = root, workerFlags = [] } = options
  const port = (wanted: boolean | undefined) => (wanted ? freePort() : 0)
  const parts: Part[] = []
  for (let index = 0; index < apis; index++)
    parts.push({
      kind: 'api',
      name: `api-${index}`,
      port: index === 0 && options.port ? options.port : await freePort(),
      watchPort: await port(options.watched),
      env: { ...options.apiEnv?.(index) },
      flags: [],
      from,
    })
  for (let index = 0; index < workers; index++)
    parts.push({
      kind: 'worker',
      name: `worker-${index}`,
      port: 0,
      watchPort: await port(options.watched),
      env: { ...options.workerEnv?.(index) },
      flags: workerFlags,
      from,
    })
  return parts
}

type Given = Omit<Filling, 'pool' | 'sim'> & { runtimeUrl: string; sim: Simulator | undefined }

async function fill<T>(options: StackOptions<T>, { runtimeUrl, sim, ...given }: Given): Promise<T> {
  if (!options.fill) return {} as T
  const pool = createPool(runtimeUrl, 2, options.name)
  pool.on('error', () => {})
  try {
    // Without a simulator, `fill` fails at its first use of it.
    return await options.fill({ ...given, pool, sim: sim as Simulator })
  } finally {
    await pool.end()
  }
}

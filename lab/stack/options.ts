/** Options of `openStack` that several callers share. */
import { cpSync } from 'node:fs'
import type pg from 'pg'
import { readConfig } from '../../apps/api/src/lib/config.ts'
import { openOutside } from '../../apps/api/src/lib/outside/outside.ts'
import { privateDatabase } from '../ground/openDatabase.ts'
import { postgresTime, processorTime } from '../ground/processorTime.ts'
import { root } from '../ground/root.ts'
import { type Accounts, addAccounts, fillDemo } from '../world/accounts.ts'
import { type Account, fillManyCompanies } from '../world/manyCompanies.ts'
import { startOutside } from '../world/outside.ts'
import { connectFirstAccount } from '../world/seedBills.ts'
import { manyCalls } from '../world/simulator.ts'
import type { Kind } from './crew.ts'
import { roundRobin } from './front.ts'
import { type Stack, type StackOptions, stackDir } from './openStack.ts'

type UnderTorture = Omit<Partial<StackOptions<Accounts>>, 'env' | 'sim' | 'database'> & {
  name: string
  accounts: number
  workers: number
  seed: number
  env?: Record<string, string>
  disk?: (dir: string) => () => void
}

/**
 * One API and some workers that can be killed, with accounts of company A, and a PayPal that plays
 * by a seed.
 */
export const underTorture = ({
  accounts,
  seed,
  env,
  disk,
  settings = [],
  ...more
}: UnderTorture): StackOptions<Accounts> => ({
  apis: 1,
  sim: seededSim(seed),
  database: privateDatabase({
    // The last one of a name counts.
    settings: ['synchronous_commit=off', 'max_connections=200', ...settings],
    disk,
  }),
  fill: async (given) => {
    await fillDemo(given)
    return addAccounts(given, accounts)
  },
  env: {
    ...manyCalls,
    PAYPAL_TIMEOUT_MS: '1000',
    PAYPAL_SWEEP_SECONDS: '20',
    LOG_LEVEL: 'warn',
    ...env,
  },
  ...more,
})

export const seededSim = (seed: number) => ['--memory', '--seed', String(seed)]

type AtVolume = {
  name: string
  sim: string[]
  companies?: number
  env?: Record<string, string>
  settings?: string[]
}

/**
 * One API and one worker with the PostgreSQL of a server of 8 GB, eight companies and two accounts
 * of each. Commits wait for the disk: an event that was acknowledged must be there after a power
 * cut. The caller starts the processes.
 */
export const atVolume = ({
  name,
  sim,
  companies = 8,
  env,
  settings = [],
}: AtVolume): StackOptions<{ accounts: Account[] }> => ({
  name,
  apis: 1,
  workers: 1,
  settings: [
    'shared_buffers=2GB',
    'max_wal_size=8GB',
    'checkpoint_timeout=15min',
    'max_connections=100',
    'wal_compression=off',
    ...settings,
  ],
  sim,
  fill: (given) => fillManyCompanies(given, companies),
  env: { LOG_LEVEL: 'warn', ...env },
  held: true,
})

export type Browsed = {
  /** Where everything is shown that was sent by mail and SMS. */
  outboxUrl: string
  consoleDir: string
  /** How many requests each API was given. */
  served: number[]
}

type ForBrowsers = { name: string; password: string; people?: (pool: pg.Pool) => Promise<void> }

/**
 * The built console behind two APIs and two workers, with a mail server, an SMS gateway and an
 * OpenID Connect provider, all real.
 */
export const forBrowsers = ({ name, password, people }: ForBrowsers): StackOptions<Browsed> => {
  const served = [0, 0]
  const consoleDir = `${stackDir(name)}/console`
  let outboxUrl = ''
  return {
    name,
    apis: 2,
    workers: 2,
    settings: ['fsync=off'],
    sim: ['--memory'],
    front: roundRobin(served),
    env: async ({ url, endings }) => {
      const outside = await startOutside(url)
      endings.push(() => outside.stop())
      outboxUrl = outside.outboxUrl
      return {
        TRUST_PROXY: '127.0.0.1',
        CONSOLE_DIR: consoleDir,
        ...manyCalls,
        // A story waits for each look at PayPal; an installation gathers events for some seconds
        // first.
        PAYPAL_LOOK_REST_MS: '200',
        ...outside.environment,
      }
    },
    fill: async (given) => {
      // A copy: a build that starts meanwhile must not replace the files, and one story publishes a
      // new release.
      cpSync(`${root}apps/console/dist`, consoleDir, { recursive: true })
      await fillDemo(given, password)
      await people?.(given.pool)
      const { pool, sim, env } = given
      // The stories show a refund that PayPal makes, and a fee that is there at once; whether
      // PayPal does is not known (paypal §14).
      await sim.act('configure', { invoiceRefund: 'allowed', invoiceCapture: 'shown' })
      const { port } = new URL(String(env.PUBLIC_URL))
      const outside = openOutside(readConfig(env), pool)
      await connectFirstAccount(pool, outside, sim, `http://127.0.0.1:${port}`)
      return { outboxUrl, consoleDir, served }
    },
  }
}

/** A stack of `atVolume`. */
export type Volume = Stack<{ accounts: Account[] }>

/**
 * Seconds of processor time that each part has used, to see who takes the cores. PostgreSQL counts
 * with all its processes.
 */
export function processorSeconds({ dir, sim, crew }: Volume): Record<string, number> {
  const of = (kind: Kind) =>
    crew.processes
      .filter((one) => one.kind === kind)
      .reduce((all, { pid }) => all + processorTime(pid), 0)
  return {
    api: of('api'),
    worker: of('worker'),
    postgres: postgresTime(dir),
    simulator: processorTime(sim.child.pid),
    sender: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  }
}

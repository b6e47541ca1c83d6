import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { canTravel, isTravelling } from '../ground/travel.ts'

/** With what starts before and after it, `npm run dev` then takes less than a minute. */
const historySeconds = 49

type Places = {
  ownerUrl: string
  runtimeUrl: string
  masterKeys: string
  simFile: string
  /** Where the API is reached from outside when the history is over: PayPal's events go there. */
  publicUrl: string
  simPort: number
  simTlsPort: number
  /** As long as it takes: nothing is left out on a slow machine. */
  whole: boolean
}

/**
 * The history is made by a process of its own, because time stands elsewhere in it. Fails if it did
 * not reach the present.
 */
export async function makeHistory(places: Places): Promise<void> {
  const { ownerUrl, simFile } = places
  if (await isTravelling(ownerUrl))
    throw new Error(
      'The making of the demo’s history was interrupted in this database. Give an empty one.',
    )
  if (!(await canTravel(ownerUrl)))
    throw new Error(
      'The demo’s history needs a database whose owner is a superuser. Leave DATABASE_URL out: a private PostgreSQL is started then.',
    )
  forgetSimulator(simFile)
  const main = new URL('history.ts', import.meta.url).pathname
  const given = {
    owner: ownerUrl,
    runtime: places.runtimeUrl,
    'sim-file': simFile,
    'public-url': places.publicUrl,
    'sim-port': places.simPort,
    'sim-tls-port': places.simTlsPort,
    seconds: places.whole ? 0 : historySeconds,
  }
  const options = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn(process.execPath, ['--max-semi-space-size=64', main, ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development', PAYDESK_MASTER_KEYS: places.masterKeys },
  })
  // Whoever stops the start stops this as well.
  process.once('exit', () => child.kill())
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`The demo’s history was not made: ${code}`)
}

/**
 * PayPal's side of a database: whoever tries another one finds the private one's invoices
 * again afterwards.
 */
export function simulatorFile(dir: string, otherDatabase: string | undefined): string {
  if (!otherDatabase) return `${dir}/paypal-sim.db`
  const { host, pathname } = new URL(otherDatabase)
  return `${dir}/paypal-sim-${createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 12)}.db`
}

const forgetSimulator = (file: string) => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
}

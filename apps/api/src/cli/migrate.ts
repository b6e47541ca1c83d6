import { allJobs } from '../jobs.ts'
import { readSettings } from '../lib/config.ts'
import { migrate } from '../lib/migrate.ts'
import { endAtOnceOnStopSignal } from '../lib/shutdown.ts'
import { waitForDatabase } from '../lib/startup/database.ts'
import { exitCodes, messageOf, PlainEnd } from '../lib/startup/plain.ts'
import { giveLogin } from './login.ts'
import { readOptions, secondsOf } from './options.ts'
import { note, print } from './output.ts'

/** What to do about the errors that a migration meets in a database that is otherwise well. */
const advice: Record<string, string> = {
  '55P03':
    'A process holds a lock for too long. Nothing was changed by this migration: run it again.',
  '42501':
    'The login of DATABASE_OWNER_URL must own the database and its tables, and at first have ' +
    'CREATEROLE (docs/operations.md, A database that you run yourself).',
}

/** Runs as the owner, before the new API and workers start. */
export async function run(args: string[]): Promise<number> {
  const { values } = readOptions({
    args,
    options: { wait: { type: 'string', default: '60' }, login: { type: 'boolean' } },
  })
  const seconds = secondsOf('migrate', values.wait)
  const { DATABASE_OWNER_URL: url } = readSettings(process.env, ['DATABASE_OWNER_URL'])
  const runtimeUrl = values.login
    ? readSettings(process.env, ['DATABASE_URL']).DATABASE_URL
    : undefined
  endAtOnceOnStopSignal()
  await waitForDatabase({
    url,
    tell: (reason) => note(`Waiting for the database: ${reason}`),
    forMs: seconds * 1000,
  })
  const applied = await migrate(url, allJobs, undefined, seconds * 1000).catch((error) => {
    const { code = '' } = ((error as Error).cause ?? error) as { code?: string }
    throw advice[code] ? new PlainEnd([messageOf(error), advice[code]], exitCodes.faults) : error
  })
  if (runtimeUrl) await giveLogin(url, runtimeUrl)
  print(applied.length > 0 ? applied.join('\n') : 'up to date')
  return 0
}

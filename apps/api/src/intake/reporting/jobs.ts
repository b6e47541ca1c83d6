import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../lib/db.ts'
import { type JobKind, type Jobs, job, jobWithWait } from '../../lib/job.ts'
import type { Ref } from './lease.ts'
import { syncAccount } from './sync.ts'

const OfAccount = z.object({ companyId: z.uuid(), accountId: z.uuid() })
/** Eight at a time and process, each for a minute at most: an account that answers slowly keeps none of the others waiting. */
export const syncAccountKind: JobKind<typeof OfAccount> = { name: 'transaction.syncAccount', data: OfAccount, concurrency: 8 }

/** How often someone looks which accounts are due. */
const everySeconds = 5

const readDueKind: JobKind = { name: 'transaction.readDue', data: z.object({}), quiet: true }

/** Not what waits for its turn already: however long the queue is, it does not grow by looking. */
async function readDue(db: Db, jobs: Jobs): Promise<void> {
  const { rows } = await sql<Ref>`select a.* from accounts_to_sync() a where not exists (select from pgboss.job j
    where j.name = ${syncAccountKind.name} and j.state in ('created', 'retry') and j.data ->> 'accountId' = a.account_id::text)`.execute(db)
  for (const account of rows) await jobs.enqueue(db, syncAccountKind, account)
}

export const reportingJobs = [
  // A schedule ticks by the minute; who pays expects to be seen within seconds, and a killed worker's account waits for no tick either.
  job({ name: 'transaction.sync', data: z.object({}), cron: '* * * * *' }, async ({ db, jobs }) => {
    await readDue(db, jobs)
    for (let afterSeconds = everySeconds; afterSeconds < 60; afterSeconds += everySeconds)
      await jobs.enqueue(db, readDueKind, {}, { afterSeconds })
  }),
  job(readDueKind, ({ db, jobs }) => readDue(db, jobs)),
  jobWithWait(
    syncAccountKind,
    // All of it is written on the way, under the account's lease; a failure is the account's own and has its own time for the next try.
    ({ data, pool, jobs, outside, log }) =>
      syncAccount({ pool, jobs, outside, log }, data).catch((error: unknown) => {
        log.error({ err: error, ...data }, 'the account could not be read')
        return false
      }),
    async ({ db, data, jobs, prepared: more }) => {
      if (more) await jobs.enqueue(db, syncAccountKind, data)
    },
  ),
]

import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../lib/db.ts'
import { type JobKind, type Jobs, job, jobWithWait } from '../../lib/job.ts'
import type { Ref } from './lease.ts'
import { syncAccount } from './sync.ts'

const OfAccount = z.object({ companyId: z.uuid(), accountId: z.uuid() })
/**
 * Eight at a time per process, each for a minute at most: an account that answers slowly keeps none
 * of the others waiting.
 */
export const syncAccountKind: JobKind<typeof OfAccount> = {
  name: 'transaction.syncAccount',
  data: OfAccount,
  concurrency: 8,
}

/** How often due accounts are looked for. */
const everySeconds = 5

const readDueKind: JobKind = { name: 'transaction.readDue', data: z.object({}), quiet: true }

/**
 * Accounts that already wait for their turn are left out: however long the queue is, looking does
 * not make it grow.
 */
async function readDue(db: Db, jobs: Jobs): Promise<void> {
  const { rows } = await sql<Ref>`
    select a.*
    from accounts_to_sync() a
    where not exists (
      select
      from pgboss.job j
      where j.name = ${syncAccountKind.name}
        and j.state in ('created', 'retry')
        and j.data ->> 'accountId' = a.account_id::text
    )`.execute(db)
  for (const account of rows) await jobs.enqueue(db, syncAccountKind, account)
}

export const reportingJobs = [
  // A schedule ticks by the minute, but a payment should be seen within seconds, and a killed
  // worker's account should not wait for a tick either.
  job({ name: 'transaction.sync', data: z.object({}), cron: '* * * * *' }, async ({ db, jobs }) => {
    await readDue(db, jobs)
    for (let afterSeconds = everySeconds; afterSeconds < 60; afterSeconds += everySeconds)
      await jobs.enqueue(db, readDueKind, {}, { afterSeconds })
  }),
  job(readDueKind, ({ db, jobs }) => readDue(db, jobs)),
  jobWithWait(
    syncAccountKind,
    // Everything is written on the way, under the account's lease. A failure belongs to the
    // account, which has its own time for the next try.
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

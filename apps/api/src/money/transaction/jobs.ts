import { sql } from 'kysely'
import { z } from 'zod'
import type { Ref } from '../../intake/reporting/lease.ts'
import { syncAccount } from '../../intake/reporting/sync.ts'
import type { Db } from '../../lib/db.ts'
import { type JobKind, type Jobs, job, jobWithWait } from '../../lib/job.ts'
import { announceRows, lockBooks } from './apply.ts'
import { matchTransactions, waitingForBills } from './match.ts'
import { matchBillKind } from './rematch.ts'

const OfAccount = z.object({ companyId: z.uuid(), accountId: z.uuid() })
/** Eight at a time and process, each for a minute at most: an account that answers slowly keeps none of the others waiting. */
export const syncAccountKind: JobKind<typeof OfAccount> = { name: 'transaction.syncAccount', data: OfAccount, concurrency: 8 }

/** How often someone looks which accounts are due. */
const everySeconds = 5

/** Explains what waited for a bill to know its invoice or its payments. */
export async function matchBill(db: Db, companyId: string, billId: string): Promise<string[]> {
  const waiting = await waitingForBills(db, companyId, [billId])
  if (waiting.length === 0) return []
  await lockBooks(
    db,
    waiting.map(({ accountId }) => accountId),
  )
  const matched = await matchTransactions(
    db,
    companyId,
    waiting.map(({ id }) => id),
  )
  await announceRows(db, companyId, matched)
  return matched
}

const readDueKind: JobKind = { name: 'transaction.readDue', data: z.object({}), quiet: true }

/** Not what waits for its turn already: however long the queue is, it does not grow by looking. */
async function readDue(db: Db, jobs: Jobs): Promise<void> {
  const { rows } = await sql<Ref>`select a.* from accounts_to_sync() a where not exists (select from pgboss.job j
    where j.name = ${syncAccountKind.name} and j.state in ('created', 'retry') and j.data ->> 'accountId' = a.account_id::text)`.execute(db)
  for (const account of rows) await jobs.enqueue(db, syncAccountKind, account)
}

export const transactionJobs = [
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
  job(matchBillKind, async ({ db, data }) => {
    await matchBill(db, data.companyId, data.billId)
  }),
]

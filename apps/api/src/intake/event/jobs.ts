import { sql } from 'kysely'
import { z } from 'zod'
import { type JobKind, job, jobWithWait } from '../../lib/job.ts'
import type { AccountRef } from '../../paypal/paypalAccount/paypalAccount.ts'
import { sweepAccount } from './event.ts'
import { retainEvents } from './retain.ts'
import { sweepPayPal, takeSwept } from './sweep.ts'

const Nothing = z.object({})
const retain: JobKind<typeof Nothing> = { name: 'event.retain', data: Nothing, cron: '47 3 * * *' }

export const eventJobs = [
  job({ name: 'paypal.sweep', data: z.object({}), cron: '* * * * *' }, async ({ db, jobs }) => {
    const { rows } = await sql<AccountRef>`select * from paypal_accounts_in_use()`.execute(db)
    for (const account of rows) await jobs.enqueue(db, sweepAccount, account)
  }),
  jobWithWait(sweepAccount, sweepPayPal, takeSwept),
  /**
   * Every night: months to come, and bodies of events that nobody keeps any longer. Not in the
   * job's transaction, which would hold every lock.
   */
  jobWithWait(
    retain,
    ({ pool, log }) => retainEvents(pool, log),
    async ({ db, jobs, log, prepared }) => {
      log.info(prepared, 'retained')
      if (prepared.more) await jobs.enqueue(db, retain, {}, { afterSeconds: 30 })
    },
  ),
]

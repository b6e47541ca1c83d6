import { sql } from 'kysely'
import { z } from 'zod'
import { job, jobWithWait } from '../../lib/job.ts'
import type { AccountRef } from '../../paypal/paypalAccount/paypalAccount.ts'
import { sweepAccount } from './event.ts'
import { sweepPayPal, takeSwept } from './sweep.ts'

export const eventJobs = [
  job({ name: 'paypal.sweep', data: z.object({}), cron: '* * * * *' }, async ({ db, jobs }) => {
    const { rows } = await sql<AccountRef>`select * from paypal_accounts_in_use()`.execute(db)
    for (const account of rows) await jobs.enqueue(db, sweepAccount, account)
  }),
  jobWithWait(sweepAccount, sweepPayPal, takeSwept),
]

import { sql } from 'kysely'
import { z } from 'zod'
import { type JobKind, job } from '../../lib/job.ts'
import { type Account, sweep } from './sweep.ts'

const AccountData = z.object({ companyId: z.uuid(), accountId: z.uuid() })
const sweepAccount: JobKind<typeof AccountData> = { name: 'paypal.sweepAccount', data: AccountData, concurrency: 2 }

export const eventJobs = [
  job({ name: 'paypal.sweep', data: z.object({}), cron: '* * * * *' }, async ({ db, jobs }) => {
    const { rows } = await sql<Account>`select * from paypal_accounts_in_use()`.execute(db)
    for (const account of rows) await jobs.enqueue(db, sweepAccount, account)
  }),
  job(sweepAccount, async ({ db, data, jobs, outside, log }) => {
    const looked = await sweep(db, jobs, data, outside.paypalSweepSeconds)
    if (looked > 0) log.info({ accountId: data.accountId, looked }, 'looking at PayPal')
  }),
]

import { unwrap } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import { z } from 'zod'
import { inCompany } from '../../lib/db.ts'
import { job, jobWithWait } from '../../lib/job.ts'
import { clientOf } from '../../paypal/paypalAccount/paypalAccount.ts'
import { lookAtDispute, syncDisputes } from './look.ts'
import { isForbidden, readDisputes } from './sync.ts'
import { type AccountRef, relink, writeDispute } from './write.ts'

export const disputeJobs = [
  jobWithWait(
    lookAtDispute,
    async ({ pool, data, outside, log }) => {
      const client = await inCompany(pool, data.companyId, (db) => clientOf(db, outside, data))
      const answer = await client?.disputes.get(data.providerDisputeId)
      if (!answer) return undefined
      if (isForbidden(answer)) {
        log.warn({ dispute: data.providerDisputeId }, 'PayPal does not show this dispute')
        return undefined
      }
      return unwrap(answer)
    },
    async ({ db, data, prepared }) => {
      if (prepared) await writeDispute(db, data, prepared)
    },
  ),

  // Accounts whose last reading still runs, or waits for its turn, are left out.
  job({ name: 'dispute.sweep', data: z.object({}), cron: '*/10 * * * *' }, async ({ db, jobs }) => {
    const { rows } = await sql<AccountRef>`
      select a.*
      from paypal_accounts_in_use() a
      where not exists (
        select
        from pgboss.job j
        where j.name = ${syncDisputes.name}
          and j.state in ('created', 'retry', 'active')
          and j.data ->> 'accountId' = a.account_id::text
      )`.execute(db)
    for (const account of rows) await jobs.enqueue(db, syncDisputes, account)
  }),

  jobWithWait(
    syncDisputes,
    ({ data, ...side }) => readDisputes(side, data),
    async ({ db, data, jobs, prepared }) => {
      if (prepared === 'more') return jobs.enqueue(db, syncDisputes, data)
      if (!prepared || prepared === 'forbidden') return
      const { companyId, accountId } = data
      await relink(db, data)
      await sql`
        insert into dispute_reading as s (company_id, account_id, complete_through)
        values (${companyId}, ${accountId}, ${prepared.through})
        on conflict (company_id, account_id)
        do update set
          complete_through = greatest(s.complete_through, excluded.complete_through)`.execute(db)
    },
  ),
]

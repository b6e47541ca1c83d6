import { type Dispute, nextPageToken } from '@paydesk/paypal/disputes'
import { type Outcome, unwrap } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, inCompany } from '../lib/db.ts'
import { job, jobWithWait } from '../lib/job.ts'
import { clientOf } from '../paypalAccount/paypalAccount.ts'
import { lookAtDispute, syncDisputes } from './look.ts'
import { type AccountRef, relink, writeDispute } from './write.ts'

/** PayPal refuses more than 180 days back (facts §8.1). */
const furthestMs = 179 * 86_400_000
/** What was written while we read is read again the next time. */
const overlapMs = 15 * 60_000

/** The account may not read disputes: someone must tick the feature at PayPal, a repetition changes nothing. */
const isForbidden = (outcome: Outcome<unknown>) =>
  outcome.outcome === 'refused' && outcome.refusal.by === 'paypal' && [403, 404].includes(outcome.refusal.status ?? 0)

async function beginSync(db: Db, { companyId, accountId }: AccountRef) {
  const { rows } = await sql<{ through: string | null; now: string }>`
    select now() as now, (select disputes_through from account_sync where company_id = ${companyId} and account_id = ${accountId}) as through`.execute(
    db,
  )
  const { rows: held } = await sql<{ id: string; updatedAt: string }>`
    select provider_dispute_id as id, provider_updated_at as updated_at from dispute
    where company_id = ${companyId} and account_id = ${accountId} and provider_updated_at > now() - interval '181 days'`.execute(db)
  return { ...(rows[0] as { through: string | null; now: string }), held: new Map(held.map(({ id, updatedAt }) => [id, updatedAt])) }
}

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

  job({ name: 'dispute.sweep', data: z.object({}), cron: '*/10 * * * *' }, async ({ db, jobs }) => {
    const { rows } = await sql<AccountRef>`select * from paypal_accounts_in_use()`.execute(db)
    for (const account of rows) await jobs.enqueue(db, syncDisputes, account)
  }),

  jobWithWait(
    syncDisputes,
    async ({ pool, data, outside, log }) => {
      const begun = await inCompany(pool, data.companyId, async (db) => {
        const client = await clientOf(db, outside, data)
        return client && { client, ...(await beginSync(db, data)) }
      })
      if (!begun) return undefined
      const { client, through, now, held } = begun
      const from = new Date(Math.max(Date.parse(now) - furthestMs, through ? Date.parse(through) - overlapMs : 0))
      const found: Dispute[] = []
      let pageToken: string | undefined
      do {
        const page = await client.disputes.list({
          ...(through ? { updatedAfter: from } : { start: from }),
          ...(pageToken && { pageToken }),
        })
        if (isForbidden(page)) {
          log.warn({ accountId: data.accountId }, 'PayPal does not show this account’s disputes')
          return undefined
        }
        const { items, links } = unwrap(page)
        for (const item of items) {
          const known = held.get(item.dispute_id)
          if (known && Date.parse(known) >= Date.parse(item.update_time ?? '')) continue
          found.push(unwrap(await client.disputes.get(item.dispute_id)))
        }
        pageToken = nextPageToken({ items, links })
      } while (pageToken)
      return { found, now }
    },
    async ({ db, data, prepared }) => {
      if (!prepared) return
      const { companyId, accountId } = data
      for (const dispute of prepared.found) await writeDispute(db, data, dispute)
      await relink(db, data)
      await sql`
        insert into account_sync as s (company_id, account_id, disputes_through) values (${companyId}, ${accountId}, ${prepared.now})
        on conflict (company_id, account_id) do update set disputes_through = greatest(s.disputes_through, excluded.disputes_through)`.execute(
        db,
      )
    },
  ),
]

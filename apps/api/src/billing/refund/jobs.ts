import type { Id } from '@paydesk/contract/lib/id'
import { CallFailed } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import { z } from 'zod'
import { inCompany } from '../../lib/db.ts'
import { type JobKind, job, jobWithWait } from '../../lib/job.ts'
import { clientOf } from '../../paypal/paypalAccount/paypalAccount.ts'
import { isListing, readRefunds } from '../bill/bill.ts'
import { listedRefund } from './listed.ts'
import { fromRefund, refundsSeen, type SeenRefund } from './seen.ts'

/** `listed`: PayPal's invoice lists the refund, whether or not PayPal shows the refund itself. */
type Wanted = {
  accountId: Id<'paypalAccount'>
  providerRefundId: string
  amountMinor: number
  currency: string
  listed: boolean
}

/**
 * Refunds that PayPal's invoice lists and of which we know nothing else, and all refunds that were
 * pending when last seen.
 */
const wantedOf = (companyId: Id<'company'>, billId: Id<'bill'>) => sql<Wanted>`
  select b.account_id, l.provider_refund_id, l.amount_minor, l.currency, true as listed
  from bill_refund l
  join bill b on b.company_id = l.company_id and b.id = l.bill_id
  where l.company_id = ${companyId}
    and l.bill_id = ${billId}
    and l.source = 'paypal'
    and b.account_id is not null
    and not exists (select from refund r where ${isListing} and r.account_id = b.account_id)
  union
  select r.account_id, r.provider_refund_id, r.amount_minor, r.currency,
    exists (select from bill_refund l where ${isListing}) as listed
  from refund r
  where r.company_id = ${companyId}
    and r.bill_id = ${billId}
    and r.state = 'pending'
    and r.provider_refund_id is not null`

const AccountData = z.object({ companyId: z.uuid(), accountId: z.uuid() })
const sweepAccount: JobKind<typeof AccountData> = { name: 'refund.sweepAccount', data: AccountData }

export const refundJobs = [
  jobWithWait(
    readRefunds,
    async ({ pool, data: { companyId, billId }, outside }) => {
      const found = await inCompany(pool, companyId, async (db) => {
        const { rows } = await wantedOf(companyId, billId).execute(db)
        const client =
          rows[0] && (await clientOf(db, outside, { companyId, accountId: rows[0].accountId }))
        return client ? { rows, client } : undefined
      })
      const seen: (SeenRefund & { accountId: Id<'paypalAccount'>; onlyListed: boolean })[] = []
      for (const { accountId, listed, ...wanted } of found?.rows ?? []) {
        const answer = await found?.client.payments.getRefund(wanted.providerRefundId)
        const shown = answer?.outcome === 'done' ? fromRefund(answer.value) : undefined
        if (shown) seen.push({ ...shown, accountId, billId, onlyListed: false })
        else if (
          answer?.outcome === 'refused' &&
          answer.refusal.by === 'paypal' &&
          [403, 404].includes(answer.refusal.status ?? 0)
        ) {
          // The refund was made elsewhere and is not shown to us, but the invoice lists it, so it
          // is done. One that is not listed stays pending: it may yet fail.
          if (listed)
            seen.push({
              ...wanted,
              accountId,
              captureId: null,
              state: 'completed',
              kind: 'refund',
              billId,
              onlyListed: true,
            })
        } else if (answer && answer.outcome !== 'done') throw new CallFailed(answer)
      }
      return seen
    },
    async ({ db, data: { companyId, billId }, prepared }) => {
      for (const { accountId, onlyListed, ...seen } of prepared)
        if (onlyListed) await listedRefund(db, { companyId, accountId, billId }, seen)
        else await refundsSeen(db, companyId, accountId, [seen])
      // The bill before its refunds, as everywhere: the update of a refund counts its bill anew.
      await sql`
        select
        from bill
        where company_id = ${companyId} and id = ${billId}
        for update`.execute(db)
      await sql`
        update refund
        set looked_at = now()
        where company_id = ${companyId} and bill_id = ${billId} and state = 'pending'`.execute(db)
    },
  ),

  /** An event ends a pending refund; if none comes, a look every ten minutes does. */
  job({ name: 'refund.sweep', data: z.object({}), cron: '*/10 * * * *' }, async ({ db, jobs }) => {
    const { rows } = await sql<
      z.infer<typeof AccountData>
    >`select * from paypal_accounts_in_use()`.execute(db)
    for (const account of rows) await jobs.enqueue(db, sweepAccount, account)
  }),
  job(sweepAccount, async ({ db, data: { companyId, accountId }, jobs }) => {
    const { rows } = await sql<{ billId: Id<'bill'> }>`
      select distinct bill_id
      from refund
      where company_id = ${companyId} and account_id = ${accountId} and state = 'pending'
        and bill_id is not null and provider_refund_id is not null limit 200`.execute(db)
    for (const { billId } of rows)
      await jobs.enqueue(db, readRefunds, { companyId, billId, accountId })
  }),
]

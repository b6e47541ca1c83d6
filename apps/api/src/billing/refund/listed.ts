import { askedRefundStates } from '@paydesk/contract/billing/refund'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { literals } from '../../lib/literals.ts'
import { announce } from '../../lib/live/change.ts'
import { refundsSeen, type SeenRefund } from './seen.ts'

/**
 * Takes in a refund that PayPal's invoice lists under an id for which PayPal shows us nothing.
 * That id may be the customer's side of a refund that we know under our own id (paypal §3.6). So
 * it is taken for a refund of the same amount that has no other listing. Only if there is none
 * is the refund new.
 */
export async function listedRefund(
  db: Db,
  {
    companyId,
    accountId,
    billId,
  }: { companyId: Id<'company'>; accountId: Id<'paypalAccount'>; billId: Id<'bill'> },
  seen: SeenRefund,
): Promise<void> {
  const { providerRefundId: listedId, currency, amountMinor } = seen
  await sql`
    select from bill where company_id = ${companyId} and id = ${billId} for update`.execute(db)
  // Another worker may have read the same listing meanwhile.
  const ofBill = sql`r.company_id = ${companyId}
    and r.account_id = ${accountId}
    and r.bill_id = ${billId}`
  const { rows: known } = await sql<{ own: boolean }>`
    select r.provider_refund_id is not distinct from ${listedId} as own
    from refund r
    where ${ofBill}
      and ${listedId} in (r.provider_refund_id, r.listed_as)`.execute(db)
  if (known.some(({ own }) => !own)) return
  if (known.length === 0) {
    const { rows: taken } = await sql<{ id: string }>`
      update refund set listed_as = ${listedId} where company_id = ${companyId} and id = (
        select r.id
        from refund r
        where ${ofBill}
          and r.kind = 'refund'
          and r.currency = ${currency}
          and r.amount_minor = ${amountMinor}
          and r.state in (${literals(askedRefundStates)}) and r.listed_as is null
          and not exists (
            select
            from bill_refund l
            where l.company_id = r.company_id
              and l.bill_id = r.bill_id
              and l.provider_refund_id = r.provider_refund_id
          )
        order by r.created_at, r.id limit 1) returning id`.execute(db)
    if (taken[0]) return announce(db, companyId, [{ entity: 'refund', id: taken[0].id }])
  }
  await refundsSeen(db, companyId, accountId, [seen], { onlyListed: true })
  if (known.length === 0)
    await sql`
      update refund
      set listed_as = provider_refund_id
      where company_id = ${companyId} and account_id = ${accountId}
        and provider_refund_id = ${listedId}`.execute(db)
}

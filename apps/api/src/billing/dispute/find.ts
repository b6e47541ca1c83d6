import { type DisputeRow, disputeStateOf } from '@paydesk/contract/billing/dispute'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'

type Found = Pick<
  DisputeRow,
  'id' | 'providerDisputeId' | 'buyerName' | 'billNumber' | 'currency' | 'amountMinor' | 'state'
>

/**
 * Matches the whole keyword with PayPal's id of the dispute, or with the number or a payment of the
 * bill that the dispute is about.
 */
export async function findDisputes(
  db: Db,
  companyId: Id<'company'>,
  keyword: string,
  limit: number,
): Promise<Found[]> {
  if (!/\d/.test(keyword)) return []
  const words = sql`any(${[...new Set([keyword, keyword.toUpperCase()])]}::text[])`
  const accounts = sql`any(array(select id from paypal_account where company_id = ${companyId}))`
  const { rows } = await sql<Omit<Found, 'state'> & { status: string }>`
    with named as (
      select id
      from dispute
      where company_id = ${companyId}
        and account_id = ${accounts}
        and provider_dispute_id = ${words}
      union
      select d.id
      from bill b
      join dispute d on d.company_id = b.company_id and d.bill_id = b.id
        where b.company_id = ${companyId} and b.number = ${words}
      union
      select d.id
      from bill_payment p
      join dispute d on d.company_id = p.company_id and d.bill_id = p.bill_id
        where p.company_id = ${companyId} and p.provider_payment_id = ${words}
    )
    select d.id, d.provider_dispute_id, d.buyer_name, b.number as bill_number, d.currency,
      d.amount_minor, d.status
    from named join dispute d on d.company_id = ${companyId} and d.id = named.id
    left join bill b on b.company_id = d.company_id and b.id = d.bill_id
    order by d.opened_at desc, d.id desc limit ${limit}`.execute(db)
  return rows.map(({ status, ...row }) => ({ ...row, state: disputeStateOf(status) }))
}

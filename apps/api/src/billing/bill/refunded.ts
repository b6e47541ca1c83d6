import { reservingRefundStates } from '@paydesk/contract/billing/refund'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { literals } from '../../lib/literals.ts'

/**
 * One statement checks and reserves, so the second of two callers finds less left
 * (reliability §1.5). False: less than that is left.
 */
export async function reserveRefund(
  db: Db,
  companyId: Id<'company'>,
  paymentId: string,
  amountMinor: number,
): Promise<boolean> {
  const { rows } = await sql`
    update bill_payment set refunding_minor = refunding_minor + ${amountMinor}
    where company_id = ${companyId} and id = ${paymentId} and source = 'paypal' and not pending
      and refunded_minor + refunding_minor + ${amountMinor} <= amount_minor returning id`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Counts refunded and on-the-way amounts from the records themselves, so repeating it changes
 * nothing. The caller holds the bill's lock.
 */
export async function recountRefunds(
  db: Db,
  companyId: Id<'company'>,
  paymentIds: string[],
): Promise<void> {
  // A refund never counts for more than was paid: PayPal refunds a tip with the payment, and a tip
  // is no part of the bill.
  await sql`
    update bill_payment p
    set refunded_minor = s.refunded,
      refunding_minor = least(s.refunding, p.amount_minor - s.refunded)
    from (
      select p.id,
        greatest(
          0,
          least(
            p.amount_minor,
            coalesce(
              sum(
                r.amount_minor * case r.kind when 'returned' then -1 else 1 end
              ) filter (where r.state = 'completed'),
              0
            )
          )
        )::bigint as refunded,
        coalesce(
          sum(r.amount_minor) filter (
            where r.state in (${literals(reservingRefundStates)}) and r.kind <> 'returned'
          ),
          0
        )::bigint as refunding
      from bill_payment p
      left join refund r on r.company_id = p.company_id
        and r.payment_id = p.id
        and r.currency = p.currency
      where p.company_id = ${companyId} and p.id = any(${paymentIds}) group by p.id, p.amount_minor
    ) s where p.company_id = ${companyId} and p.id = s.id`.execute(db)
}

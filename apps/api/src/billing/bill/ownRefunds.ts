import type { Id } from '@paydesk/contract/lib/id'
import type { Invoice } from '@paydesk/paypal/invoice'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'

export type OwnRefund = {
  id: string
  listedAs: string | null
  amountMinor: number
  refundedOn: string
}
/**
 * `takenMinor`: what PayPal or the card's bank took back of the bill and did not give again. No
 * invoice lists it.
 */
export type OwnRefunds = { refunds: OwnRefund[]; takenMinor: number }

/**
 * Refunds of the bills that PayPal has completed, and what was taken back, as PayPal's own
 * records of them say.
 */
export async function ownRefundsOf(
  db: Db,
  companyId: Id<'company'>,
  billIds: Id<'bill'>[],
): Promise<Map<Id<'bill'>, OwnRefunds>> {
  const { rows } = await sql<
    OwnRefund & { billId: Id<'bill'>; kind: 'refund' | 'reversal' | 'returned' }
  >`
    select bill_id, provider_refund_id as id, listed_as, kind, amount_minor,
      (coalesce(finished_at, created_at) at time zone 'UTC')::date as refunded_on
    from refund
    where company_id = ${companyId}
      and bill_id = any(${billIds}::uuid[])
      and state = 'completed'
      and provider_refund_id is not null
    order by created_at, id`.execute(db)
  const sign = { refund: 0, reversal: 1, returned: -1 }
  return new Map(
    [...Map.groupBy(rows, ({ billId }) => billId)].map(([billId, all]) => [
      billId,
      {
        refunds: all.filter(({ kind }) => kind === 'refund'),
        takenMinor: Math.max(
          0,
          all.reduce((sum, { kind, amountMinor }) => sum + sign[kind] * amountMinor, 0),
        ),
      },
    ]),
  )
}

type Listed = NonNullable<NonNullable<Invoice['refunds']>['transactions']>

/**
 * Adds to PayPal's invoice the refunds that it does not list: it is not known whether an invoice
 * follows a refund that Payments v2 made (paypal §3.7). An invoice that lists as much under other
 * ids (paypal §3.6) follows.
 */
export function withOwnRefunds(
  invoice: Invoice,
  { refunds: own, takenMinor }: OwnRefunds = { refunds: [], takenMinor: 0 },
): Invoice {
  const listed = invoice.refunds?.transactions ?? []
  const sum = (list: Listed) =>
    list.reduce((total, { amount }) => total + (amount?.amountMinor ?? 0), 0)
  const currency = invoice.detail.currency_code
  const known = new Set(listed.map((refund) => refund.refund_id ?? refund.recipient_transaction_id))
  const paid = invoice.payments?.paid_amount?.amountMinor ?? 0
  const told = invoice.refunds?.refund_amount?.amountMinor ?? sum(listed)
  let missing =
    Math.min(
      paid,
      own.reduce((total, { amountMinor }) => total + amountMinor, 0),
    ) - told
  const added: Listed = []
  for (const { id, listedAs, amountMinor, refundedOn } of own) {
    if (missing <= 0) break
    if (known.has(id) || (listedAs && known.has(listedAs))) continue
    // A tip is refunded with the payment but is no part of the bill.
    const amount = { currency, amountMinor: Math.min(amountMinor, missing) }
    added.push({ type: 'PAYPAL', refund_id: id, refund_date: refundedOn, amount })
    missing -= amount.amountMinor
  }
  if (added.length === 0 && takenMinor === 0) return invoice
  const refunded = told + sum(added)
  const status = statusAfter(invoice, paid, refunded + takenMinor)
  if (added.length === 0) return { ...invoice, status }
  return {
    ...invoice,
    status,
    refunds: {
      ...invoice.refunds,
      refund_amount: { currency, amountMinor: refunded },
      transactions: [...listed, ...added],
    },
  }
}

/** An invoice that was paid in part stays open at PayPal, whatever was refunded of the part. */
function statusAfter({ status, amount }: Invoice, paid: number, refunded: number): string {
  if (!/PAID|PARTIALLY_REFUNDED/.test(status) || paid < (amount?.amountMinor ?? 0)) return status
  return refunded >= paid ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

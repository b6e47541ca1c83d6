import type { Id } from '@paydesk/contract/lib/id'
import { againstInvoice, isSum } from './borneOut.ts'
import { finalRows, type Held, type Hint } from './hint.ts'
import { isInvoiceId, type Looked } from './look.ts'

/**
 * confirmed: PayPal's records bear the event out. notOurs: they do, and it is about nothing of
 * ours. alarm: they do not, and PayPal does not list the event either. later: not asked, or not yet
 * borne out; `counts`: this was a try.
 */
export type Verdict =
  | { outcome: 'confirmed' | 'notOurs'; billId?: Id<'bill'>; reason?: string }
  | { outcome: 'alarm'; reason: string; billId?: Id<'bill'> }
  | { outcome: 'later'; counts: boolean; unclear?: boolean; reason: string; billId?: Id<'bill'> }

export function judge(hint: Hint, held: Held, looked: Looked): Verdict {
  const verdict = byRecords(hint, held, looked)
  if (verdict.outcome !== 'later' || !verdict.counts) return verdict
  const listed = looked.events.get(hint.eventId)
  // PayPal did send it; what it is about has gone or changed since. Nothing was taken from the
  // event. While PayPal gives no clear answer about it, it waits.
  if (listed && !verdict.unclear)
    return { ...verdict, outcome: 'confirmed', reason: 'PayPal lists the event' }
  return listed === false && hint.overdue ? { ...verdict, outcome: 'alarm' } : verdict
}

const unclear: Verdict = {
  outcome: 'later',
  counts: true,
  unclear: true,
  reason: 'PayPal’s answer says nothing',
}
const notAsked: Verdict = { outcome: 'later', counts: false, reason: 'not asked yet' }
const unborne = (reason: string, billId?: Id<'bill'>): Verdict => ({
  outcome: 'later',
  counts: true,
  reason,
  ...(billId && { billId }),
})
const confirmed = (billId?: Id<'bill'>): Verdict => ({
  outcome: 'confirmed',
  ...(billId && { billId }),
})

function byRecords(hint: Hint, held: Held, looked: Looked): Verdict {
  const { claim } = hint
  switch (claim.about) {
    case 'invoice': {
      const billId = held.bills.get(claim.invoiceId)
      const invoice = looked.found.get(claim.invoiceId)
      if (looked.unclear.has(claim.invoiceId)) return unclear
      if (!invoice && !looked.absent.has(claim.invoiceId) && isInvoiceId(claim.invoiceId))
        return notAsked
      const against = invoice
        ? againstInvoice(claim, invoice)
        : `PayPal shows no invoice ${claim.invoiceId}`
      if (against) return unborne(against, billId)
      if (billId) return confirmed(billId)
      const number = invoice?.detail.invoice_number
      return number !== undefined && held.sending.has(number)
        ? unborne('its bill waits for PayPal’s answer')
        : { outcome: 'notOurs' }
    }
    case 'capture': {
      const of = held.invoices.get(claim.captureId) ?? held.invoices.get(claim.number ?? '')
      const listed = held.rows.get(claim.captureId)
      if (listed)
        return listed.some((row) => isSum(claim.sum, row))
          ? confirmed(of?.billId)
          : unborne('PayPal lists another sum', of?.billId)
      const capture = looked.captures.get(claim.captureId)
      if (capture && capture !== 'absent')
        return !capture.amount || isSum(claim.sum, capture.amount)
          ? confirmed(of?.billId)
          : unborne(
              `PayPal’s capture is of ${capture.amount.amountMinor} ${capture.amount.currency}`,
              of?.billId,
            )
      const invoice = of && looked.found.get(of.invoiceId)
      const paid = invoice?.payments?.transactions?.find(
        ({ payment_id }) => payment_id === claim.captureId,
      )?.amount
      if (paid && isSum(claim.sum, paid)) return confirmed(of?.billId)
      if (looked.unclear.has(claim.captureId) || (of && looked.unclear.has(of.invoiceId)))
        return unclear
      const asked = capture || invoice || (of && looked.absent.has(of.invoiceId))
      return asked
        ? unborne(`PayPal shows no such payment ${claim.captureId}`, of?.billId)
        : notAsked
    }
    case 'refund': {
      const refund = looked.refunds.get(claim.refundId)
      // Our app may not read every refund: then even a pending row counts.
      const listed =
        refund === 'absent' ? held.rows.get(claim.refundId) : finalRows(held, claim.refundId)
      if (listed && listed.length > 0)
        return listed.some((row) => isSum(claim.sum, row))
          ? confirmed()
          : unborne('PayPal lists another sum')
      if (!refund) return looked.unclear.has(claim.refundId) ? unclear : notAsked
      if (refund === 'absent') return unborne(`PayPal shows no refund ${claim.refundId}`)
      return !refund.amount || isSum(claim.sum, refund.amount)
        ? confirmed()
        : unborne(`PayPal’s refund is of ${refund.amount.amountMinor} ${refund.amount.currency}`)
    }
    case 'dispute': {
      const dispute = looked.disputes.get(claim.disputeId)
      if (looked.unclear.has(claim.disputeId)) return unclear
      return !dispute
        ? notAsked
        : dispute === 'absent'
          ? unborne(`PayPal shows no dispute ${claim.disputeId}`)
          : confirmed()
    }
    case 'other': {
      const listed = looked.events.get(hint.eventId)
      return listed === undefined
        ? notAsked
        : listed
          ? { outcome: 'notOurs' }
          : unborne('PayPal lists no such event')
    }
  }
}

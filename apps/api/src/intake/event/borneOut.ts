import type { Invoice } from '@paydesk/paypal/invoice'
import type { Claim, Sum } from './claim.ts'

type InvoiceClaim = Extract<Claim, { about: 'invoice' }>

/**
 * How far an invoice has come. Within one second of PayPal's clock a record may be further than the
 * event of that second.
 */
const rank: Record<string, number> = {
  DRAFT: 0,
  SCHEDULED: 1,
  SENT: 2,
  UNPAID: 2,
  SHARED: 2,
  PAYMENT_PENDING: 3,
  PARTIALLY_PAID: 4,
  PAID: 5,
  MARKED_AS_PAID: 5,
  PAID_EXTERNAL: 5,
  PARTIALLY_REFUNDED: 6,
  REFUNDED: 7,
  MARKED_AS_REFUNDED: 7,
  REFUNDED_EXTERNAL: 7,
  AUTO_CANCELLED: 8,
  CANCELLED: 8,
}
const rankOf = (status: string | undefined) => rank[status ?? ''] ?? -1
const [pending, cancelled] = [rankOf('PAYMENT_PENDING'), rankOf('CANCELLED')]

/**
 * Says what PayPal's invoice does not bear out of the claim; undefined: it bears out all of it, or
 * has moved on since.
 */
export function againstInvoice(claim: InvoiceClaim, invoice: Invoice): string | undefined {
  const updatedAt = Date.parse(invoice.detail.metadata?.last_update_time ?? '')
  if (claim.updatedAt > updatedAt)
    return `dated ${iso(claim.updatedAt)}, PayPal’s record ${iso(updatedAt)}`
  // An event without a time may be of any age.
  const movedOn = claim.updatedAt !== updatedAt
  const missing = missingSums(claim, invoice).filter(({ byHand }) => !(byHand && movedOn))
  if (missing.length > 0)
    return `PayPal’s record has no ${missing
      .slice(0, 3)
      .map(({ id, amountMinor, currency }) => `${id} of ${amountMinor} ${currency}`)
      .join(', ')}`
  const differs = `says ${claim.status}, PayPal’s record ${invoice.status}`
  const [claimed, known] = [rankOf(claim.status), rankOf(invoice.status)]
  // These cannot be undone, so a newer record would still say them.
  if (claimed === cancelled && known !== cancelled) return differs
  if (
    claimed > pending &&
    claimed < cancelled &&
    claim.paid.length === 0 &&
    (invoice.payments?.transactions ?? []).length === 0
  )
    return differs
  if (movedOn) return undefined
  if (claim.status !== undefined && claim.status !== invoice.status && known <= claimed)
    return differs
  const { total } = claim
  if (
    !total ||
    !invoice.amount ||
    (total.amountMinor === invoice.amount.amountMinor && total.currency === invoice.amount.currency)
  )
    return undefined
  return `says ${total.amountMinor} ${total.currency} in all, PayPal’s record ${invoice.amount.amountMinor} ${invoice.amount.currency}`
}

function missingSums(claim: InvoiceClaim, invoice: Invoice): Sum[] {
  const paid = (invoice.payments?.transactions ?? []).map(({ payment_id = '', amount }) => ({
    id: payment_id,
    ...amount,
  }))
  const refunded = (invoice.refunds?.transactions ?? []).map(
    ({ refund_id, recipient_transaction_id, amount }) => ({
      id: refund_id ?? recipient_transaction_id ?? '',
      ...amount,
    }),
  )
  return [...claim.paid.filter(isMissingIn(paid)), ...claim.refunded.filter(isMissingIn(refunded))]
}

/**
 * Whether this sum is the claimed one. A claim without a sum claims only that the thing is there.
 */
export const isSum = (claimed: Sum | undefined, known: { amountMinor: number; currency: string }) =>
  !claimed ||
  (Math.abs(claimed.amountMinor) === Math.abs(known.amountMinor) &&
    claimed.currency === known.currency)

const isMissingIn =
  (known: { id: string; amountMinor?: number; currency?: string }[]) => (claimed: Sum) =>
    !known.some(
      (one) =>
        one.id === claimed.id &&
        one.amountMinor === claimed.amountMinor &&
        one.currency === claimed.currency,
    )

const iso = (at: number) => (Number.isNaN(at) ? 'at no time' : new Date(at).toISOString())

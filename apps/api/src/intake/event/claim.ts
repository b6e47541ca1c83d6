import { fromWire } from '@paydesk/paypal/money'

/** `byHand`: entered at PayPal by a person, who can remove it again. */
export type Sum = { id: string; amountMinor: number; currency: string; byHand: boolean }

/**
 * What an event says, taken as a claim: nothing of it counts until PayPal's own record says the
 * same.
 */
export type Claim =
  | {
      about: 'invoice'
      invoiceId: string
      number: string | undefined
      status: string | undefined
      total: { amountMinor: number; currency: string } | undefined
      /**
       * PayPal's times of the invoice, as the event gives them: they say where to look for it,
       * and nothing else.
       */
      createdAt: number
      updatedAt: number
      paid: Sum[]
      refunded: Sum[]
    }
  | { about: 'capture'; captureId: string; number: string | undefined; sum: Sum | undefined }
  | { about: 'refund'; refundId: string; sum: Sum | undefined }
  | { about: 'dispute'; disputeId: string }
  /** A kind of which we hold nothing. PayPal's own list of events says whether there was one. */
  | { about: 'other' }

type Json = Record<string, unknown>
const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown) =>
  typeof value === 'string' && /^[ -~]{1,127}$/.test(value) ? value : undefined
const time = (value: unknown) =>
  typeof value === 'string' && value.length <= 40 ? Date.parse(value) : Number.NaN

function money(value: unknown): { amountMinor: number; currency: string } | undefined {
  const { currency_code, value: decimal } = object(value)
  if (typeof currency_code !== 'string' || typeof decimal !== 'string') return undefined
  try {
    return fromWire({ currency_code, value: decimal })
  } catch {
    return undefined
  }
}

const sums = (transactions: unknown, ...names: string[]): Sum[] =>
  list(transactions).map((one) => {
    const record = object(one)
    const id = names.map((name) => text(record[name])).find((name) => name !== undefined)
    return {
      id: id ?? '',
      byHand: record.type === 'EXTERNAL',
      ...(money(record.amount) ?? { amountMinor: Number.NaN, currency: '' }),
    }
  })

/**
 * Reads by hand and not by schema: a claim may say anything, and there are hundreds in a second.
 */
export function claimOf(eventType: string, resource: unknown): Claim {
  const record = object(resource)
  if (eventType.startsWith('INVOICING.INVOICE.'))
    return invoiceClaim(object(record.invoice ?? record))
  if (eventType.startsWith('CUSTOMER.DISPUTE.')) {
    const disputeId = text(record.dispute_id)
    return disputeId ? { about: 'dispute', disputeId } : { about: 'other' }
  }
  const id = text(record.id)
  if (!id) return { about: 'other' }
  const amount = money(record.amount)
  const sum = amount && { id, byHand: false, ...amount }
  if (
    eventType === 'PAYMENT.CAPTURE.REFUNDED' ||
    eventType === 'PAYMENT.CAPTURE.REVERSED' ||
    eventType.startsWith('PAYMENT.REFUND.')
  )
    return { about: 'refund', refundId: id, sum }
  if (eventType.startsWith('PAYMENT.CAPTURE.'))
    return { about: 'capture', captureId: id, number: text(record.invoice_id), sum }
  return { about: 'other' }
}

function invoiceClaim(invoice: Json): Claim {
  const invoiceId = text(invoice.id)
  if (!invoiceId) return { about: 'other' }
  const detail = object(invoice.detail)
  const metadata = object(detail.metadata)
  return {
    about: 'invoice',
    invoiceId,
    number: text(detail.invoice_number),
    status: text(invoice.status),
    total: money(invoice.amount),
    createdAt: time(metadata.create_time),
    updatedAt: time(metadata.last_update_time),
    paid: sums(object(invoice.payments).transactions, 'payment_id'),
    refunded: sums(object(invoice.refunds).transactions, 'refund_id', 'recipient_transaction_id'),
  }
}

import type { Id } from '@paydesk/contract/lib/id'
import type { rowDoubts, TransactionStatus } from '@paydesk/contract/money/transaction'
import { classOf, needsMatch } from '@paydesk/contract/money/transactionCode'
import { parseInstant } from '@paydesk/paypal/instant'
import type { Capture } from '@paydesk/paypal/payments'
import type { ListedTransaction } from '@paydesk/paypal/reporting'
import { z } from 'zod'

/** One row as PayPal tells it, in our words. Fields that PayPal left out are empty. */
export type ToldRow = {
  accountId: Id<'paypalAccount'>
  providerTransactionId: string
  eventCode: string
  status: TransactionStatus
  pendingReason: string
  currency: string
  grossMinor: number
  feeMinor: number
  endingBalanceMinor: number | null
  invoiceId: string
  customField: string
  paypalInvoiceId: string
  payerId: string
  payerEmail: string
  payerName: string
  payerCountry: string
  referenceId: string
  referenceType: string
  subject: string
  note: string
  occurredAt: string
  providerUpdatedAt: string
  raw: object
}

/** F (partly refunded) is in PayPal's older documents only; the money has come nevertheless. */
const statuses: Record<string, TransactionStatus | undefined> = {
  D: 'D',
  P: 'P',
  S: 'S',
  V: 'V',
  F: 'S',
}

/** Why a row cannot be taken in: what is odd, and PayPal's own words for it. */
export type RowDoubt = { why: (typeof rowDoubts)[number]; detail: string }

/**
 * Whether such a row moved money, and how much, would be a guess: it is set aside, and nothing
 * of it is posted.
 */
export class NotUnderstood extends Error {
  readonly doubt: RowDoubt
  constructor(why: RowDoubt['why'], detail: string) {
    super(`${why}: ${detail}`)
    this.doubt = { why, detail }
  }
}

/**
 * More than anyone moves through PayPal at once. Sums of such amounts would leave the numbers
 * that count exactly.
 */
const mostMinor = 10_000_000_000_000
/** PayPal began in this year. */
const earliest = Date.UTC(1998, 0, 1)

const bounded = (why: 'amount' | 'fee', minor: number): number => {
  if (Math.abs(minor) > mostMinor) throw new NotUnderstood(why, `${minor} is too large`)
  return minor
}

/** As long as an index can hold. PayPal's own limits are lower. */
const short = (text = '') => text.slice(0, 300)
const long = (text = '') => text.slice(0, 4000)

/** True if there is nothing to explain: the row's class says so, or it moved no money. */
export const explainsItself = ({
  eventCode,
  grossMinor,
}: Pick<ToldRow, 'eventCode' | 'grossMinor'>) =>
  grossMinor === 0 || !needsMatch(classOf(eventCode, grossMinor))

/** `until`: no row is dated later. Throws NotUnderstood. */
export function rowOf(
  accountId: Id<'paypalAccount'>,
  { transaction_info: info, payer_info: payer, cart_info: cart, raw }: ListedTransaction,
  until: Date,
): ToldRow {
  const { transaction_id: id, transaction_event_code: code, transaction_status: word } = info
  const { currency, amountMinor } = info.transaction_amount
  if (!/^[!-~]{1,64}$/.test(id)) throw new NotUnderstood('id', id)
  if (!/^T[0-9]{4}$/.test(code)) throw new NotUnderstood('eventCode', code)
  const status = Object.hasOwn(statuses, word) ? statuses[word] : undefined
  if (!status) throw new NotUnderstood('status', word)
  // A fee in another currency would be added to this currency's balance.
  if (info.fee_amount && info.fee_amount.currency !== currency)
    throw new NotUnderstood('fee', `${info.fee_amount.currency} ≠ ${currency}`)
  const [began, updated] = [info.transaction_initiation_date, info.transaction_updated_date]
  for (const at of [began, updated])
    if (at.getTime() < earliest || at > until) throw new NotUnderstood('date', at.toISOString())
  return {
    accountId,
    providerTransactionId: id,
    eventCode: code,
    status,
    pendingReason: '',
    currency,
    grossMinor: bounded('amount', amountMinor),
    feeMinor: bounded('fee', info.fee_amount?.amountMinor ?? 0),
    endingBalanceMinor: info.ending_balance?.amountMinor ?? null,
    invoiceId: short(info.invoice_id),
    customField: short(info.custom_field),
    paypalInvoiceId: short(cart?.paypal_invoice_id),
    payerId: short(payer?.account_id ?? info.paypal_account_id),
    payerEmail: short(payer?.email_address),
    payerName: short(payer?.payer_name?.alternate_full_name),
    payerCountry: short(payer?.country_code),
    referenceId: short(info.paypal_reference_id),
    referenceType: short(info.paypal_reference_id_type),
    subject: long(info.transaction_subject),
    note: long(info.transaction_note),
    occurredAt: began.toISOString(),
    providerUpdatedAt: updated.toISOString(),
    raw,
  }
}

const Related = z.looseObject({
  related_ids: z.looseObject({ order_id: z.string().optional() }).optional(),
})

/**
 * The row of a completed capture that says its fee. Reporting lists the same payment hours later,
 * with its own code and date, and then adopts this row (merge.ts).
 */
export function rowOfCapture(
  accountId: Id<'paypalAccount'>,
  capture: Capture,
): ToldRow | undefined {
  const breakdown = capture.seller_receivable_breakdown
  if (!breakdown?.paypal_fee || capture.status !== 'COMPLETED') return undefined
  const { id, invoice_id, custom_id, create_time, update_time } = capture
  if (!create_time || !update_time) return undefined
  const { gross_amount: gross, paypal_fee: fee } = breakdown
  if (gross.currency !== fee.currency) return undefined
  const orderId = Related.safeParse(capture.supplementary_data).data?.related_ids?.order_id ?? ''
  return {
    accountId,
    providerTransactionId: id,
    eventCode: orderId ? 'T0006' : 'T0000',
    status: 'S',
    pendingReason: '',
    currency: gross.currency,
    grossMinor: gross.amountMinor,
    // The fee is positive here and negative in reporting (paypal §11 no. 16).
    feeMinor: fee.amountMinor === 0 ? 0 : -fee.amountMinor,
    endingBalanceMinor: null,
    invoiceId: invoice_id ?? '',
    customField: custom_id ?? '',
    paypalInvoiceId: '',
    payerId: '',
    payerEmail: '',
    payerName: '',
    payerCountry: '',
    referenceId: orderId,
    referenceType: orderId ? 'ODR' : '',
    subject: '',
    note: '',
    occurredAt: parseInstant(create_time).toISOString(),
    providerUpdatedAt: parseInstant(update_time).toISOString(),
    raw: capture.raw,
  }
}

/** Whether an event says that money moved, so that its account should be read soon. */
export const hurries = (eventType: string) =>
  eventType.startsWith('PAYMENT.CAPTURE.') ||
  eventType.startsWith('PAYMENT.REFUND.') ||
  eventType.startsWith('CUSTOMER.DISPUTE.') ||
  eventType === 'INVOICING.INVOICE.PAID' ||
  eventType === 'INVOICING.INVOICE.REFUNDED'

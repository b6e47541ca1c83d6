import type { Id } from '@paydesk/contract/lib/id'
import type { TransactionStatus } from '@paydesk/contract/money/transaction'
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
const statuses: Record<string, TransactionStatus | undefined> = { D: 'D', P: 'P', S: 'S', V: 'V', F: 'S' }

/** An unknown status must stop the sync: whether it moved money would be a guess. */
function statusOf(word: string): TransactionStatus {
  const status = statuses[word]
  if (!status) throw new Error(`PayPal's transaction status ${word} is unknown`)
  return status
}

/** True if there is nothing to explain: the row's class says so, or it moved no money. */
export const explainsItself = ({ eventCode, grossMinor }: Pick<ToldRow, 'eventCode' | 'grossMinor'>) =>
  grossMinor === 0 || !needsMatch(classOf(eventCode, grossMinor))

export function rowOf(
  accountId: Id<'paypalAccount'>,
  { transaction_info: info, payer_info: payer, cart_info: cart, raw }: ListedTransaction,
): ToldRow {
  const { currency, amountMinor } = info.transaction_amount
  // A fee in another currency would be added to this currency's balance.
  if (info.fee_amount && info.fee_amount.currency !== currency)
    throw new Error(`The fee of ${info.transaction_id} is in ${info.fee_amount.currency}`)
  return {
    accountId,
    providerTransactionId: info.transaction_id,
    eventCode: info.transaction_event_code,
    status: statusOf(info.transaction_status),
    pendingReason: '',
    currency,
    grossMinor: amountMinor,
    feeMinor: info.fee_amount?.amountMinor ?? 0,
    endingBalanceMinor: info.ending_balance?.amountMinor ?? null,
    invoiceId: info.invoice_id ?? '',
    customField: info.custom_field ?? '',
    paypalInvoiceId: cart?.paypal_invoice_id ?? '',
    payerId: payer?.account_id ?? info.paypal_account_id ?? '',
    payerEmail: payer?.email_address ?? '',
    payerName: payer?.payer_name?.alternate_full_name ?? '',
    payerCountry: payer?.country_code ?? '',
    referenceId: info.paypal_reference_id ?? '',
    referenceType: info.paypal_reference_id_type ?? '',
    subject: info.transaction_subject ?? '',
    note: info.transaction_note ?? '',
    occurredAt: info.transaction_initiation_date.toISOString(),
    providerUpdatedAt: info.transaction_updated_date.toISOString(),
    raw,
  }
}

const Related = z.looseObject({ related_ids: z.looseObject({ order_id: z.string().optional() }).optional() })

/**
 * The row of a completed capture that says its fee. Reporting lists the same payment hours later, with its own code and date, and then
 * adopts this row (merge.ts).
 */
export function rowOfCapture(accountId: Id<'paypalAccount'>, capture: Capture): ToldRow | undefined {
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

import { z } from 'zod'
import type { Call } from './caller.ts'
import { type Amount, toWire } from './money.ts'
import { Links, Money, withRaw } from './wire.ts'

const ExchangeRate = z.looseObject({
  source_currency: z.string().optional(),
  target_currency: z.string().optional(),
  value: z.string().optional(),
})

/**
 * Fees here are positive; reporting writes the same fee as negative. Convert where the two meet
 * (paypal §11 no. 16).
 */
const Receivable = z.looseObject({
  gross_amount: Money,
  paypal_fee: Money.optional(),
  net_amount: Money.optional(),
  receivable_amount: Money.optional(),
  exchange_rate: ExchangeRate.optional(),
})

const StatusDetails = z.looseObject({ reason: z.string().optional() })

const Capture = z.looseObject({
  id: z.string(),
  status: z.string(),
  status_details: StatusDetails.optional(),
  amount: Money.optional(),
  invoice_id: z.string().optional(),
  custom_id: z.string().optional(),
  /** Absent while PENDING: a fee can be unknown at first. */
  seller_receivable_breakdown: Receivable.optional(),
  create_time: z.string().optional(),
  update_time: z.string().optional(),
  links: Links,
})
const ShownCapture = withRaw(Capture)
export type Capture = z.infer<typeof ShownCapture>

const Payable = z.looseObject({
  gross_amount: Money.optional(),
  paypal_fee: Money.optional(),
  net_amount: Money.optional(),
  total_refunded_amount: Money.optional(),
})

export const Refund = z.looseObject({
  id: z.string(),
  status: z.string(),
  status_details: StatusDetails.optional(),
  amount: Money.optional(),
  invoice_id: z.string().optional(),
  custom_id: z.string().optional(),
  note_to_payer: z.string().optional(),
  seller_payable_breakdown: Payable.optional(),
  create_time: z.string().optional(),
  update_time: z.string().optional(),
  links: Links,
})
export type Refund = z.infer<typeof Refund>

export interface RefundRequest {
  /** If absent, PayPal refunds everything that is left of the capture. */
  amount?: Amount
  /** Unique per refund: PayPal's second guard against refunding twice (DUPLICATE_INVOICE_ID). */
  invoiceId?: string
  customId?: string
  note?: string
}

export const payments = (call: Call) => ({
  getCapture: (id: string) =>
    call('getCapture', { params: { capture_id: id }, reply: ShownCapture }),
  /**
   * The request id is not optional: it is what makes a repetition after a time-out safe for 45
   * days.
   */
  refund: (captureId: string, refund: RefundRequest, requestId: string) =>
    call('refundCapture', {
      params: { capture_id: captureId },
      requestId,
      prefer: 'representation',
      body: {
        ...(refund.amount ? { amount: toWire(refund.amount) } : {}),
        ...(refund.invoiceId ? { invoice_id: refund.invoiceId } : {}),
        ...(refund.customId ? { custom_id: refund.customId } : {}),
        ...(refund.note ? { note_to_payer: refund.note } : {}),
      },
      reply: Refund,
    }),
  getRefund: (id: string) => call('getRefund', { params: { refund_id: id }, reply: Refund }),
})

import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency, MoneySource } from '../lib/money.ts'
import { ById, Day, Instant } from '../lib/page.ts'
import { Version } from '../lib/record.ts'

/**
 * waiting: for a second person. sending: on its way to PayPal. pending: PayPal has it, the money
 * has not moved yet.
 */
export const refundStates = [
  'waiting',
  'sending',
  'pending',
  'completed',
  'refused',
  'failed',
  'rejected',
  'withdrawn',
] as const
export const RefundState = z.enum(refundStates)
export type RefundState = z.infer<typeof RefundState>

/** Its amount is reserved: nobody else may refund it meanwhile. */
export const reservingRefundStates = [
  'waiting',
  'sending',
  'pending',
] as const satisfies readonly RefundState[]
/** PayPal was asked for it, and has not said no. */
export const askedRefundStates = [
  'sending',
  'pending',
  'completed',
] as const satisfies readonly RefundState[]
/** PayPal has said how it ended: nothing changes it any more. */
export const endedRefundStates = ['completed', 'failed'] as const satisfies readonly RefundState[]

/**
 * After so many minutes without a trace at PayPal, two people may settle a refund whose
 * answer was lost.
 */
export const settleAfterMinutes = 15

/** reversal: taken back by PayPal or the card's bank. returned: taken back, and given again. */
export const refundKinds = ['refund', 'reversal', 'returned'] as const

export const Refund = z.object({
  id: idOf('refund'),
  /** Null: PayPal has not answered yet, or has not told to which payment the refund belongs. */
  providerRefundId: z.string().nullable(),
  paymentId: idOf('billPayment').nullable(),
  source: MoneySource,
  /** Whether it was asked for here or made in PayPal's own pages. */
  origin: z.enum(['paydesk', 'paypal']),
  kind: z.enum(refundKinds),
  amountMinor: AmountMinor,
  state: RefundState,
  reason: z.string(),
  noteToPayer: z.string(),
  requestedById: idOf('user').nullable(),
  requestedByName: z.string(),
  /** Set while the refund waits; a withdrawal names this id. */
  approval: z.object({ id: z.uuid(), version: z.int() }).nullable(),
  /** Who decided about the refund, and what they wrote. */
  decidedByName: z.string(),
  decisionNote: z.string(),
  /** Since when nobody knows whether PayPal made it: its answer was lost. */
  unknownSince: Instant.nullable(),
  /** One person has said what became of it, and another has to confirm that. */
  settling: z
    .object({
      id: z.uuid(),
      version: z.int(),
      happened: z.boolean(),
      byId: idOf('user'),
      byName: z.string(),
    })
    .nullable(),
  /** Two people have decided what became of it, and PayPal has not shown it yet. */
  settled: z.enum(['happened', 'notHappened']).nullable(),
  failure: z.object({ code: z.string(), detail: z.string() }).nullable(),
  /**
   * The day under which it counts everywhere; null: the money has not moved. `provisional`: the day
   * may still change.
   */
  countedOn: Day.nullable(),
  provisional: z.boolean(),
  createdAt: Instant,
})
export type Refund = z.infer<typeof Refund>

export const RefundPreview = z.object({
  currency: Currency,
  paidMinor: AmountMinor,
  /**
   * How much of this payment may still be refunded; refunds that wait or are on their
   * way are subtracted.
   */
  refundableMinor: AmountMinor,
  /**
   * The fee that PayPal took of the payment and does not give back; null: PayPal has
   * not told it yet.
   */
  feeMinor: AmountMinor.nullable(),
  /**
   * What remains of the payment after this refund and PayPal's fee. Below zero, the
   * refund costs us money.
   */
  keptMinor: AmountMinor.nullable(),
  /**
   * A second person must agree: this refund and earlier ones of the bill without approval reach the
   * threshold together.
   */
  approvalNeeded: z.boolean(),
  /** Null: the currency has no limit in the settings, so every refund needs a second person. */
  thresholdMinor: AmountMinor.nullable(),
  /** The open dispute of the payment, in which case PayPal refuses to refund a part of it. */
  disputeId: idOf('dispute').nullable(),
})
export type RefundPreview = z.infer<typeof RefundPreview>

export const refundApi = {
  settle: endpoint({
    method: 'POST',
    path: '/api/payPalBill/:id/refund/:refundId/settle',
    permission: 'RefundPayPalBill',
    sensitive: true,
    summary:
      'Say what became of a refund whose answer was lost, so that a second person can confirm it',
    stepUp: 'always',
    params: ById.extend({ refundId: idOf('refund') }),
    body: z
      .object({
        happened: z.boolean(),
        /** PayPal's id of the refund, if it happened. */
        providerRefundId: z.string().trim().min(1).max(64).optional(),
        reason: z.string().trim().min(1).max(500),
      })
      .refine(({ happened, providerRefundId }) => happened === (providerRefundId !== undefined), {
        path: ['providerRefundId'],
        message: 'providerRefundId',
      }),
    reply: Refund,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/payPalBill/:id/refund',
    permission: 'RefundPayPalBill',
    summary:
      'What a refund of this amount would mean: what is left, PayPal’s fee, and whether a second person must agree',
    params: ById,
    query: z.object({
      paymentId: idOf('billPayment'),
      amountMinor: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    }),
    reply: RefundPreview,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/payPalBill/:id/refund',
    permission: 'RefundPayPalBill',
    summary:
      'Refund a part or the whole of a PayPal payment; above the threshold it waits for a second person',
    stepUp: 'sometimes',
    params: ById,
    body: z.object({
      version: Version,
      paymentId: idOf('billPayment'),
      amountMinor: AmountMinor.min(1),
      /** Internal: PayPal and the payer do not see it. */
      reason: z.string().trim().min(1).max(500),
      /** PayPal shows it to the payer and takes at most 255 characters. */
      noteToPayer: z.string().trim().max(255).default(''),
    }),
    reply: Refund,
  }),
}

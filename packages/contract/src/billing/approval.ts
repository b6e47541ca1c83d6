import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency } from '../lib/money.ts'
import { ById, Instant, PageQuery, pageOf } from '../lib/page.ts'
import { Version } from '../lib/record.ts'
import { RefundState } from './refund.ts'

export const approvalStates = ['waiting', 'approved', 'rejected', 'withdrawn'] as const
export const ApprovalState = z.enum(approvalStates)
export type ApprovalState = z.infer<typeof ApprovalState>

/** settleRefund: somebody says what became of a refund whose answer was lost. */
export const approvalKinds = ['refund', 'settleRefund'] as const

/**
 * Why the reader may not approve this refund. newAsker: how the person who asked signs in was
 * changed within a day.
 */
export const decisionObstacles = ['own', 'limit', 'newCredentials', 'newAsker', 'decided'] as const

export const Approval = z.object({
  id: idOf('approval'),
  kind: z.enum(approvalKinds),
  /** Of settleRefund: whether it happened, and PayPal's id of the refund if it did. */
  happened: z.boolean().nullable(),
  providerRefundId: z.string().nullable(),
  state: ApprovalState,
  currency: Currency,
  amountMinor: AmountMinor,
  reason: z.string(),
  noteToPayer: z.string(),
  billId: idOf('bill'),
  billNumber: z.string(),
  customerName: z.string(),
  accountLabel: z.string(),
  requestedById: idOf('user'),
  requestedByName: z.string(),
  requestedByUsername: z.string().nullable(),
  decidedByName: z.string(),
  decidedByUsername: z.string().nullable(),
  note: z.string(),
  createdAt: Instant,
  decidedAt: Instant.nullable(),
  /** What became of the refund. */
  refundState: RefundState,
  /** What was paid, and what was refunded already apart from this refund. */
  paidMinor: AmountMinor.nullable(),
  refundedMinor: AmountMinor.nullable(),
  /** PayPal's fee of the payment, which it keeps. Null: not known yet. */
  feeMinor: AmountMinor.nullable(),
  obstacle: z.enum(decisionObstacles).nullable(),
  /**
   * The open dispute of the payment: PayPal then refunds the whole only, and a part that is
   * approved is refused.
   */
  disputeId: idOf('dispute').nullable(),
  version: z.int(),
})
export type Approval = z.infer<typeof Approval>

const decide = <const A extends 'ApproveRefund' | 'RefundPayPalBill', N extends z.ZodType>(
  name: string,
  permission: A,
  note: N,
  summary: string,
) =>
  endpoint({
    method: 'POST',
    path: `/api/approval/:id/${name}`,
    permission,
    summary,
    // Whoever agrees lets money go; the others only stop it.
    stepUp: name === 'approve' ? 'always' : 'never',
    params: ById,
    body: z.object({ version: Version, note }),
    reply: Approval,
  })

const Note = z.string().trim().max(500)

export const approvalApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/approval',
    permission: 'ApproveRefund',
    summary:
      'Refunds that wait for a second person, the oldest first; or those that were decided, the newest first',
    query: PageQuery.extend({ decided: z.stringbool().default(false) }),
    reply: pageOf(Approval),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/approval/:id',
    permission: 'ApproveRefund',
    summary: 'One request, whether it waits or was decided',
    params: ById,
    reply: Approval,
  }),
  approve: decide(
    'approve',
    'ApproveRefund',
    Note.default(''),
    'Agree to someone else’s refund, within one’s own limit: it goes to PayPal',
  ),
  reject: decide(
    'reject',
    'ApproveRefund',
    Note.min(1),
    'Refuse someone else’s refund, and say why',
  ),
  withdraw: decide(
    'withdraw',
    'RefundPayPalBill',
    Note.default(''),
    'Take back one’s own request while nobody has decided',
  ),
}

import { unprocessable } from './refusal.ts'

export const disputeReasons = [
  'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  'UNAUTHORISED',
  'CREDIT_NOT_PROCESSED',
  'DUPLICATE_TRANSACTION',
  'INCORRECT_AMOUNT',
  'OTHER',
] as const
export type DisputeReason = (typeof disputeReasons)[number]
export type DisputeStage = 'INQUIRY' | 'CHARGEBACK' | 'PRE_ARBITRATION' | 'ARBITRATION'
export type DisputeStatus = 'OPEN' | 'WAITING_FOR_BUYER_RESPONSE' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED'
export type OutcomeCode = 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | 'CANCELED_BY_BUYER' | 'ACCEPTED'

export interface DisputeRecord {
  id: string
  accountId: string
  appId?: string
  captureId: string
  reason: DisputeReason
  stage: DisputeStage
  channel: 'INTERNAL' | 'EXTERNAL'
  status: DisputeStatus
  currency: string
  amountMinor: number
  /** The amount is on hold (T1110). Card chargebacks take it at once instead. */
  held: boolean
  createdAt: number
  updatedAt: number
  sellerDueAt?: number
  buyerDueAt?: number
  messages: { by: 'BUYER' | 'SELLER'; at: number; text: string }[]
  evidences: { type: string; notes?: string; by: 'SELLER' | 'BUYER'; at: number }[]
  offer?: { type: string; amountMinor: number }
  returnExpected: boolean
  outcome?: { code: OutcomeCode; refundedMinor: number }
  movements: { type: 'DEBIT' | 'CREDIT'; reason: string; amountMinor: number; at: number }[]
  appeals: number
}

export type DisputeAction =
  | 'provide_evidence'
  | 'accept_claim'
  | 'make_offer'
  | 'send_message'
  | 'escalate'
  | 'appeal'
  | 'acknowledge_return_item'
  | 'provide_supporting_info'
  | 'adjudicate'
  | 'require_evidence'
  | 'accept_offer'
  | 'deny_offer'

/** What may be done now. PayPal tells it by links and by nothing else; the handlers ask the same function. */
export function allowed(dispute: DisputeRecord): DisputeAction[] {
  const { status, stage } = dispute
  if (status === 'RESOLVED') {
    const lost = dispute.outcome?.code === 'RESOLVED_BUYER_FAVOUR'
    return lost && stage !== 'INQUIRY' && dispute.appeals < 2 ? ['appeal'] : []
  }
  const actions: DisputeAction[] = []
  if (dispute.returnExpected) actions.push('acknowledge_return_item')
  if (stage === 'INQUIRY') {
    if (status === 'WAITING_FOR_BUYER_RESPONSE' && dispute.offer) actions.push('accept_offer', 'deny_offer')
    return [
      ...actions,
      'make_offer',
      'send_message',
      'escalate',
      'accept_claim',
      ...(status === 'WAITING_FOR_SELLER_RESPONSE' ? (['provide_evidence'] as const) : []),
    ]
  }
  if (status === 'WAITING_FOR_SELLER_RESPONSE') return [...actions, 'provide_evidence', 'accept_claim']
  if (status === 'UNDER_REVIEW') return [...actions, 'provide_supporting_info', 'adjudicate', 'require_evidence']
  return actions
}

export function demand(dispute: DisputeRecord, action: DisputeAction): void {
  if (!allowed(dispute).includes(action)) throw unprocessable('ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE')
}

const states: Record<DisputeStatus, string> = {
  OPEN: 'OPEN_INQUIRIES',
  WAITING_FOR_SELLER_RESPONSE: 'REQUIRED_ACTION',
  WAITING_FOR_BUYER_RESPONSE: 'REQUIRED_OTHER_PARTY_ACTION',
  UNDER_REVIEW: 'UNDER_PAYPAL_REVIEW',
  RESOLVED: 'RESOLVED',
}
export const stateOf = (dispute: DisputeRecord) => (allowed(dispute).includes('appeal') ? 'APPEALABLE' : states[dispute.status])

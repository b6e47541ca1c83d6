import { unprocessable } from '../http/refusal.ts'
import type { DisputeRecord, DisputeStatus } from '../record/dispute.ts'

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

/**
 * The actions that are allowed now. PayPal tells them by links only; the handlers ask
 * the same function.
 */
export function allowed(dispute: DisputeRecord): DisputeAction[] {
  const { status, stage } = dispute
  if (status === 'RESOLVED') {
    const lost = dispute.outcome?.code === 'RESOLVED_BUYER_FAVOUR'
    return lost && stage !== 'INQUIRY' && dispute.appeals < 2 ? ['appeal'] : []
  }
  const actions: DisputeAction[] = []
  if (dispute.returnExpected) actions.push('acknowledge_return_item')
  if (stage === 'INQUIRY') {
    if (status === 'WAITING_FOR_BUYER_RESPONSE' && dispute.offer)
      actions.push('accept_offer', 'deny_offer')
    return [
      ...actions,
      'make_offer',
      'send_message',
      'escalate',
      'accept_claim',
      ...(status === 'WAITING_FOR_SELLER_RESPONSE' ? (['provide_evidence'] as const) : []),
    ]
  }
  if (status === 'WAITING_FOR_SELLER_RESPONSE')
    return [...actions, 'provide_evidence', 'accept_claim']
  if (status === 'UNDER_REVIEW')
    return [...actions, 'provide_supporting_info', 'adjudicate', 'require_evidence']
  return actions
}

export function demand(dispute: DisputeRecord, action: DisputeAction): void {
  if (!allowed(dispute).includes(action))
    throw unprocessable('ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE')
}

const states: Record<DisputeStatus, string> = {
  OPEN: 'OPEN_INQUIRIES',
  WAITING_FOR_SELLER_RESPONSE: 'REQUIRED_ACTION',
  WAITING_FOR_BUYER_RESPONSE: 'REQUIRED_OTHER_PARTY_ACTION',
  UNDER_REVIEW: 'UNDER_PAYPAL_REVIEW',
  RESOLVED: 'RESOLVED',
}
export const stateOf = (dispute: DisputeRecord) =>
  allowed(dispute).includes('appeal') ? 'APPEALABLE' : states[dispute.status]

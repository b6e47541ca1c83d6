import { type DisputeAction, disputeActions } from '@paydesk/contract/dispute'
import { allowedActions, type Dispute } from '@paydesk/paypal/disputes'

/** What an answer is, as its operation keeps it. */
export type Answer = {
  action: DisputeAction
  note: string
  evidenceType?: string
  carrier?: string
  trackingNumber?: string
  offerType?: string
  amountMinor?: number
  returnType?: string
  fileIds?: string[]
  /** The dispute when the answer was given: what differs now may be its doing. */
  before: Marks
}

type Marks = { updatedAt: string; stage: string; sellerEvidences: number; sameMessages: number; offer: string }

export const marksOf = (dispute: Dispute, note: string): Marks => ({
  updatedAt: dispute.update_time ?? '',
  stage: dispute.dispute_life_cycle_stage ?? '',
  sellerEvidences: (dispute.evidences ?? []).filter(({ source }) => source === 'SUBMITTED_BY_SELLER').length,
  sameMessages: (dispute.messages ?? []).filter(({ posted_by, content }) => posted_by === 'SELLER' && content === note).length,
  offer: dispute.offer ? `${dispute.offer.offer_type} ${dispute.offer.seller_offered_amount?.amountMinor ?? ''}` : '',
})

/**
 * Whether an answer whose reply was lost had its effect. PayPal keeps no request ids here, so what the dispute shows is all there is:
 * `no` only where nothing changed, or where what changed cannot be this; and where even that is unclear, nothing is repeated.
 */
export function happened({ action, note, before }: Answer, now: Dispute): 'yes' | 'no' | 'cannotTell' {
  if ((now.update_time ?? '') === before.updatedAt) return 'no'
  if (proof[action](before, marksOf(now, note), now)) return 'yes'
  // Someone may have written meanwhile, or the deadline passed: as long as PayPal still asks for it, it was not done.
  return allowedActions(now).includes(disputeActions[action]) && !(action === 'makeOffer' && now.offer) ? 'no' : 'cannotTell'
}

const closed = (now: Dispute) => now.status === 'RESOLVED'

const proof: Record<DisputeAction, (before: Marks, after: Marks, now: Dispute) => boolean> = {
  provideEvidence: (before, after) => after.sellerEvidences > before.sellerEvidences,
  appeal: (before, after) => after.sellerEvidences > before.sellerEvidences || after.stage !== before.stage,
  sendMessage: (before, after) => after.sameMessages > before.sameMessages,
  acceptClaim: (_, __, now) => closed(now) && now.dispute_outcome?.outcome_code === 'ACCEPTED',
  makeOffer: (before, after) => after.offer !== '' && after.offer !== before.offer,
  escalate: (before, after) => before.stage === 'INQUIRY' && after.stage !== 'INQUIRY',
  acknowledgeReturn: (_, __, now) => closed(now),
}

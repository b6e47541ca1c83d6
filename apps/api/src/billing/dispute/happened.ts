import { type DisputeAction, disputeActions } from '@paydesk/contract/billing/dispute'
import { allowedActions, type Dispute } from '@paydesk/paypal/disputes'

/** The content of an answer, as its operation keeps it. */
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
  /** The dispute when the answer was given. A later difference may be the answer's effect. */
  before: Marks
}

type Marks = {
  updatedAt: string
  stage: string
  sellerEvidences: number
  sellerMessages?: number
  sameMessages: number
  offer: string
}

export function marksOf(dispute: Dispute, note: string): Marks {
  const ours = (dispute.messages ?? []).filter(({ posted_by }) => posted_by === 'SELLER')
  return {
    updatedAt: dispute.update_time ?? '',
    stage: dispute.dispute_life_cycle_stage ?? '',
    sellerEvidences: (dispute.evidences ?? []).filter(
      ({ source }) => source === 'SUBMITTED_BY_SELLER',
    ).length,
    sellerMessages: ours.length,
    sameMessages: ours.filter(({ content }) => isSameText(content ?? '', note)).length,
    offer: dispute.offer
      ? `${dispute.offer.offer_type} ${dispute.offer.seller_offered_amount?.amountMinor ?? ''}`
      : '',
  }
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
const entity = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));/gi

/**
 * Keeps only letters and digits: PayPal may trim, escape, re-space or cut a text, and it is
 * still the same text.
 */
const bareText = (text: string) =>
  text
    .replace(entity, (whole, hex?: string, decimal?: string, name?: string) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return name
        ? (entities[name.toLowerCase()] ?? whole)
        : code <= 0x10ffff
          ? String.fromCodePoint(code)
          : ''
    })
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** A shorter beginning cannot be told from another text. */
const shortestCut = 20

function isSameText(shown: string, sent: string): boolean {
  const [a, b] = [bareText(shown), bareText(sent)]
  if (a === '' || b === '') return shown.trim() === sent.trim()
  return a === b || (a.length >= shortestCut && b.startsWith(a))
}

/**
 * Whether an answer whose reply was lost had its effect. PayPal keeps no request ids here, so we
 * have only what the dispute shows. `no` means that nothing changed, or that the change cannot come
 * from this answer. After `cannotTell` nothing is repeated.
 */
export function happened(
  { action, note, before }: Answer,
  now: Dispute,
): 'yes' | 'no' | 'cannotTell' {
  const after = marksOf(now, note)
  if (proof[action](before, after, now)) return 'yes'
  if (before.updatedAt !== '' && after.updatedAt === before.updatedAt) return 'no'
  // A message from us with other words: someone wrote on PayPal's site, or PayPal changed the words
  // of this message.
  if (action === 'sendMessage' && after.sellerMessages !== before.sellerMessages)
    return 'cannotTell'
  // Someone may have written meanwhile, or the deadline may have passed. While PayPal still offers
  // the action, it was not done.
  return allowedActions(now).includes(disputeActions[action]) &&
    !(action === 'makeOffer' && now.offer)
    ? 'no'
    : 'cannotTell'
}

const closed = (now: Dispute) => now.status === 'RESOLVED'

const proof: Record<DisputeAction, (before: Marks, after: Marks, now: Dispute) => boolean> = {
  provideEvidence: (before, after) => after.sellerEvidences > before.sellerEvidences,
  appeal: (before, after) =>
    after.sellerEvidences > before.sellerEvidences || after.stage !== before.stage,
  sendMessage: (before, after) => after.sameMessages > before.sameMessages,
  acceptClaim: (_, __, now) => closed(now) && now.dispute_outcome?.outcome_code === 'ACCEPTED',
  makeOffer: (before, after) => after.offer !== '' && after.offer !== before.offer,
  escalate: (before, after) => before.stage === 'INQUIRY' && after.stage !== 'INQUIRY',
  acknowledgeReturn: (_, __, now) => closed(now),
}

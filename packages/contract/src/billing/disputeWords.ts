import type { Word } from '../lib/errors.ts'
import type { DisputeAction, DisputeState } from './dispute.ts'

/**
 * What can be done in a dispute: its page, operations and the audit log take the words from here.
 */
export const disputeActionWords: Record<DisputeAction, Word> = {
  provideEvidence: { zh: '提交证据', en: 'Provide evidence' },
  acceptClaim: { zh: '同意退款并结案', en: 'Refund and close' },
  makeOffer: { zh: '提出方案', en: 'Make an offer' },
  sendMessage: { zh: '发送消息', en: 'Send a message' },
  escalate: { zh: '升级为补偿申请', en: 'Escalate to a claim' },
  appeal: { zh: '申诉', en: 'Appeal' },
  acknowledgeReturn: { zh: '确认退货', en: 'Acknowledge the return' },
}

export const disputeStateWords: Record<DisputeState, Word> = {
  needsAnswer: { zh: '待我方回复', en: 'Waiting for our response' },
  waitingForBuyer: { zh: '待买家回复', en: 'Waiting for the buyer' },
  underReview: { zh: 'PayPal 审理中', en: 'Under review by PayPal' },
  resolved: { zh: '已结案', en: 'Resolved' },
}

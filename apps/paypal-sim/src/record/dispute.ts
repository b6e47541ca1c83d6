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

export type DisputeStatus =
  | 'OPEN'
  | 'WAITING_FOR_BUYER_RESPONSE'
  | 'WAITING_FOR_SELLER_RESPONSE'
  | 'UNDER_REVIEW'
  | 'RESOLVED'

export type OutcomeCode =
  | 'RESOLVED_BUYER_FAVOUR'
  | 'RESOLVED_SELLER_FAVOUR'
  | 'CANCELED_BY_BUYER'
  | 'ACCEPTED'

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

import { z } from 'zod'
import { Bytes } from '../lib/bytes.ts'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency } from '../lib/money.ts'
import { ById, Instant, PageQuery, pageOf } from '../lib/page.ts'
import { Version } from '../lib/record.ts'
import { TransactionClass } from '../money/transactionCode.ts'
import { operationStates } from '../paypal/operation.ts'

/**
 * Each action with the name of PayPal's link that allows it (paypal §8.1). Without the link
 * there is no button.
 */
export const disputeActions = {
  provideEvidence: 'provide_evidence',
  acceptClaim: 'accept_claim',
  makeOffer: 'make_offer',
  sendMessage: 'send_message',
  escalate: 'escalate',
  appeal: 'appeal',
  acknowledgeReturn: 'acknowledge_return_item',
} as const
export type DisputeAction = keyof typeof disputeActions
/** These give money back, or bind us to: they ask for a second factor like a refund. */
export const givingBack: readonly DisputeAction[] = [
  'acceptClaim',
  'makeOffer',
  'acknowledgeReturn',
]
export const disputeActionNames = Object.keys(disputeActions) as [DisputeAction, ...DisputeAction[]]
const Action = z.enum(disputeActionNames)

/** The filter of the list. needsAnswer: it is our turn, and there is a deadline. */
export const disputeStates = ['needsAnswer', 'waitingForBuyer', 'underReview', 'resolved'] as const
export const DisputeState = z.enum(disputeStates)
export type DisputeState = z.infer<typeof DisputeState>

/** PayPal's status → ours. A status that PayPal adds in the future counts as under review. */
export function disputeStateOf(status: string): DisputeState {
  if (status === 'RESOLVED') return 'resolved'
  if (status === 'WAITING_FOR_SELLER_RESPONSE' || status === 'OPEN') return 'needsAnswer'
  return status === 'WAITING_FOR_BUYER_RESPONSE' ? 'waitingForBuyer' : 'underReview'
}

const columns = {
  id: z.uuid(),
  providerDisputeId: z.string(),
  accountId: idOf('paypalAccount'),
  accountLabel: z.string(),
  reason: z.string(),
  status: z.string(),
  state: DisputeState,
  /** INQUIRY, CHARGEBACK (a claim), PRE_ARBITRATION, ARBITRATION. */
  stage: z.string(),
  /** INTERNAL: at PayPal. EXTERNAL: at the card's bank. */
  channel: z.string(),
  currency: Currency.nullable(),
  amountMinor: AmountMinor.nullable(),
  outcome: z.string(),
  /** The deadline of our answer, when it is our turn. */
  sellerDueAt: Instant.nullable(),
  buyerDueAt: Instant.nullable(),
  buyerName: z.string(),
  billId: idOf('bill').nullable(),
  billNumber: z.string().nullable(),
  customerName: z.string().nullable(),
  openedAt: Instant,
  updatedAt: Instant,
  busy: z.boolean(),
}
export const DisputeRow = z.object(columns)
export type DisputeRow = z.infer<typeof DisputeRow>

export const evidenceMaxBytes = 5 * 1024 * 1024
export const evidenceMaxFiles = 5
export const evidenceFileTypes = ['image/png', 'image/jpeg', 'application/pdf'] as const

export const DisputeFile = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(evidenceFileTypes),
  size: z.int(),
  /** False: the file was added and not sent yet. */
  sent: z.boolean(),
  actorName: z.string(),
  createdAt: Instant,
})
export type DisputeFile = z.infer<typeof DisputeFile>

export const Dispute = z.object({
  ...columns,
  refundedMinor: AmountMinor.nullable(),
  providerPaymentId: z.string(),
  actions: z.array(Action),
  seenAt: Instant,
  version: z.int(),
  /** PayPal's own record of messages and evidence. */
  messages: z.array(z.object({ by: z.string(), at: Instant.nullable(), text: z.string() })),
  evidences: z.array(
    z.object({ type: z.string(), by: z.string(), at: Instant.nullable(), notes: z.string() }),
  ),
  offer: z.object({ type: z.string(), amountMinor: AmountMinor.nullable() }).nullable(),
  /** What we asked PayPal to do, newest first. */
  operations: z.array(
    z.object({
      id: z.uuid(),
      action: Action,
      state: z.enum(operationStates),
      actorName: z.string(),
      note: z.string(),
      /** PayPal's words where it refused. */
      failure: z.object({ code: z.string(), detail: z.string() }).nullable(),
      createdAt: Instant,
      finishedAt: Instant.nullable(),
    }),
  ),
  files: z.array(DisputeFile),
  /** Transactions that the dispute caused: holds, reversals, chargebacks, fees. */
  money: z.array(
    z.object({
      id: z.uuid(),
      providerTransactionId: z.string(),
      eventCode: z.string(),
      class: TransactionClass,
      currency: Currency,
      grossMinor: AmountMinor,
      feeMinor: AmountMinor,
      occurredAt: Instant,
    }),
  ),
})
export type Dispute = z.infer<typeof Dispute>

/** PayPal knows 76 types of evidence; a seller of goods and services is asked for these. */
export const evidenceTypes = [
  'PROOF_OF_FULFILLMENT',
  'PROOF_OF_REFUND',
  'PROOF_OF_DELIVERY_SIGNATURE',
  'PROOF_OF_RECEIPT_COPY',
  'PROOF_FOR_SOFTWARE_OR_SERVICE_DELIVERED',
  'OTHER',
] as const
export const offerTypes = [
  'REFUND',
  'REFUND_WITH_RETURN',
  'REFUND_WITH_REPLACEMENT',
  'REPLACEMENT_WITHOUT_REFUND',
] as const
export const returnTypes = [
  'ITEM_RECEIVED',
  'ITEM_NOT_RECEIVED',
  'DAMAGED',
  'EMPTY_PACKAGE_OR_DIFFERENT',
  'MISSING_ITEMS',
] as const

/** One answer. What each action needs in addition is checked below. */
export const DisputeAnswer = z
  .object({
    version: Version,
    action: Action,
    /** The message, the note to the buyer or to PayPal, or what the evidence shows. */
    note: z.string().trim().max(2000).default(''),
    evidenceType: z.enum(evidenceTypes).optional(),
    carrier: z.string().trim().max(100).default(''),
    trackingNumber: z.string().trim().max(255).default(''),
    fileIds: z.array(z.uuid()).max(evidenceMaxFiles).default([]),
    offerType: z.enum(offerTypes).optional(),
    /**
     * The amount of an offer, or of a claim that is accepted in part; left out: the whole amount.
     */
    amountMinor: AmountMinor.min(1).optional(),
    returnType: z.enum(returnTypes).optional(),
  })
  .refine(
    ({ action, note }) =>
      note !== '' ||
      action === 'provideEvidence' ||
      action === 'appeal' ||
      action === 'acknowledgeReturn',
    {
      path: ['note'],
      message: 'required',
    },
  )
  .refine(
    ({ action, evidenceType }) =>
      evidenceType || (action !== 'provideEvidence' && action !== 'appeal'),
    {
      path: ['evidenceType'],
      message: 'required',
    },
  )
  .refine(
    ({ action, note, fileIds, trackingNumber }) =>
      (action !== 'provideEvidence' && action !== 'appeal') ||
      note !== '' ||
      fileIds.length > 0 ||
      trackingNumber !== '',
    {
      path: ['note'],
      message: 'evidence',
    },
  )
  .refine(({ action, offerType }) => offerType || action !== 'makeOffer', {
    path: ['offerType'],
    message: 'required',
  })
  .refine(({ action, returnType }) => returnType || action !== 'acknowledgeReturn', {
    path: ['returnType'],
    message: 'required',
  })
export type DisputeAnswer = z.output<typeof DisputeAnswer>

export const disputeApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/dispute',
    permission: 'ViewDispute',
    summary: 'Disputes: open ones first, the soonest deadline first',
    query: PageQuery.extend({
      state: DisputeState.optional(),
      accountId: idOf('paypalAccount').optional(),
    }),
    reply: pageOf(DisputeRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/dispute/:id',
    permission: 'ViewDispute',
    summary:
      'One dispute: PayPal’s record, what may be done now, what we did, and the transactions that it caused',
    params: ById,
    reply: Dispute,
  }),
  resync: endpoint({
    method: 'POST',
    path: '/api/dispute/:id/resync',
    permission: 'ViewDispute',
    summary: 'Compare with PayPal’s own record now',
    stepUp: 'never',
    params: ById,
    reply: Dispute,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/dispute/:id/answer',
    permission: 'RespondDispute',
    summary: 'Do one of the things that PayPal’s links allow now',
    stepUp: 'sometimes',
    params: ById,
    body: DisputeAnswer,
    reply: Dispute,
  }),
  addFile: endpoint({
    method: 'POST',
    path: '/api/dispute/:id/file',
    permission: 'RespondDispute',
    summary: 'Add a file to be sent as evidence: PNG, JPEG or PDF, at most 5 MB, as the body',
    stepUp: 'never',
    params: ById,
    query: z.object({ name: z.string().trim().min(1).max(200) }),
    body: Bytes,
    reply: DisputeFile,
  }),
  readFile: endpoint({
    method: 'GET',
    path: '/api/dispute/:id/file/:fileId',
    permission: 'ViewDispute',
    summary: 'A file of evidence as it was added, in base64',
    params: ById.extend({ fileId: z.uuid() }),
    reply: z.object({ name: z.string(), type: z.enum(evidenceFileTypes), content: z.base64() }),
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: '/api/dispute/:id/file/:fileId',
    permission: 'RespondDispute',
    summary: 'Take back a file that was not sent',
    stepUp: 'never',
    params: ById.extend({ fileId: z.uuid() }),
    reply: z.object({ id: z.uuid() }),
  }),
}

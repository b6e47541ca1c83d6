import { toWire } from '@paydesk/paypal/money'
import { type CaptureRecord, minorUnit, save, tellCapture } from './capture.ts'
import { dayMs, instantMillis } from './clock.ts'
import { emit } from './event.ts'
import { given } from './invoiceInput.ts'
import { type Link, link } from './link.ts'
import { unprocessable } from './refusal.ts'
import type { World } from './world.ts'

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

/** Due times end with the Pacific day, as PayPal's samples do. */
const endOfPacificDay = (ms: number) => Math.floor((ms - 7 * 3_600_000) / dayMs) * dayMs + dayMs + 7 * 3_600_000 - 1000

export function setDue(world: World, dispute: DisputeRecord, party: 'seller' | 'buyer', days: number): void {
  delete dispute.sellerDueAt
  delete dispute.buyerDueAt
  const due = endOfPacificDay(world.clock.now() + days * dayMs)
  if (party === 'seller') dispute.sellerDueAt = due
  else dispute.buyerDueAt = due
  world.schedule.add('disputeDue', dispute.id, due)
}

export interface NewDispute {
  reason?: DisputeReason
  amountMinor?: number
  channel?: 'INTERNAL' | 'EXTERNAL'
  message?: string
}

const startsAsInquiry = (reason: DisputeReason) => reason.startsWith('MERCHANDISE_OR_SERVICE')

export function openDispute(world: World, capture: CaptureRecord, wanted: NewDispute = {}): DisputeRecord {
  const open = capture.disputeId ? world.disputes.get(capture.disputeId) : undefined
  if (open && open.status !== 'RESOLVED') throw unprocessable('DISPUTE_ALREADY_OPEN')
  if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED') throw unprocessable('TRANSACTION_NOT_DISPUTABLE')
  const now = world.clock.now()
  if (now > capture.createdAt + 180 * dayMs && wanted.channel !== 'EXTERNAL') throw unprocessable('DISPUTE_WINDOW_CLOSED')
  const reason = wanted.reason ?? 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED'
  const channel = wanted.channel ?? 'INTERNAL'
  const left = capture.amountMinor - capture.refundedMinor
  const dispute = given({
    id: world.id.dispute(),
    accountId: capture.accountId,
    appId: capture.appId,
    captureId: capture.id,
    reason,
    stage: channel === 'INTERNAL' && startsAsInquiry(reason) ? 'INQUIRY' : 'CHARGEBACK',
    channel,
    status: 'WAITING_FOR_SELLER_RESPONSE',
    currency: capture.currency,
    amountMinor: Math.min(wanted.amountMinor ?? left, left),
    held: false,
    createdAt: now,
    updatedAt: now,
    messages: wanted.message ? [{ by: 'BUYER' as const, at: now, text: wanted.message }] : [],
    evidences: [],
    returnExpected: false,
    movements: [],
    appeals: 0,
  }) as DisputeRecord
  capture.disputeId = dispute.id
  if (channel === 'EXTERNAL') {
    capture.chargedBack = true
    book(world, dispute, 'T1201', -dispute.amountMinor, 'DISPUTE_SETTLEMENT')
    book(world, dispute, 'T0106', -20 * minorUnit(dispute.currency), 'CHARGEBACK_FEE')
  } else {
    dispute.held = true
    post(world, dispute, 'T1110', -dispute.amountMinor)
  }
  save(world, capture)
  setDue(world, dispute, 'seller', dispute.stage === 'INQUIRY' ? 20 : 10)
  world.effect('dispute.opened', dispute.id)
  saveDispute(world, dispute, 'CREATED')
  return dispute
}

function post(world: World, dispute: DisputeRecord, eventCode: string, amountMinor: number): void {
  world.ledger.post(dispute.accountId, {
    transactionId: world.id.transaction(),
    eventCode,
    currency: dispute.currency,
    amountMinor,
    referenceId: dispute.captureId,
    referenceType: 'TXN',
  })
}

/** A posting that the dispute itself shows as a movement of money. */
function book(world: World, dispute: DisputeRecord, eventCode: string, amountMinor: number, reason: string): void {
  post(world, dispute, eventCode, amountMinor)
  dispute.movements.push({ type: amountMinor < 0 ? 'DEBIT' : 'CREDIT', reason, amountMinor: Math.abs(amountMinor), at: world.clock.now() })
}

function releaseHold(world: World, dispute: DisputeRecord): void {
  if (!dispute.held) return
  dispute.held = false
  post(world, dispute, 'T1111', dispute.amountMinor)
}

/** Ends the case. Money follows facts §8.4: release the hold, then pay the buyer and the fee if the case was lost. */
export function resolve(world: World, dispute: DisputeRecord, code: OutcomeCode, refundMinor = dispute.amountMinor, fee = false): void {
  const capture = world.captures.get(dispute.captureId)
  releaseHold(world, dispute)
  const lost = code === 'RESOLVED_BUYER_FAVOUR' || code === 'ACCEPTED'
  const refunded = lost ? Math.min(refundMinor, dispute.amountMinor) : 0
  if (dispute.channel === 'EXTERNAL') {
    if (!lost) {
      book(world, dispute, 'T1202', dispute.amountMinor, 'DISPUTE_SETTLEMENT')
      if (capture) capture.chargedBack = false
    }
  } else if (refunded > 0) {
    book(world, dispute, 'T1106', -refunded, 'DISPUTE_SETTLEMENT')
    if (fee) book(world, dispute, 'T0114', -8 * minorUnit(dispute.currency), 'DISPUTE_FEE')
  }
  if (capture && refunded > 0) {
    capture.refundedMinor = Math.min(capture.amountMinor, capture.refundedMinor + refunded)
    capture.status = capture.refundedMinor >= capture.amountMinor ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    save(world, capture)
    tellCapture(world, capture, 'REVERSED')
  }
  close(world, dispute, { code, refundedMinor: refunded })
}

function close(world: World, dispute: DisputeRecord, outcome: { code: OutcomeCode; refundedMinor: number }): void {
  dispute.status = 'RESOLVED'
  dispute.outcome = outcome
  dispute.returnExpected = false
  delete dispute.sellerDueAt
  delete dispute.buyerDueAt
  world.effect('dispute.resolved', dispute.id)
  saveDispute(world, dispute, 'RESOLVED')
}

/** An appeal that succeeds pays the seller back; the code for it is not documented, ours is the reimbursement. */
export function reimburse(world: World, dispute: DisputeRecord): void {
  const capture = world.captures.get(dispute.captureId)
  const refunded = dispute.outcome?.refundedMinor ?? 0
  if (refunded > 0) book(world, dispute, 'T1205', refunded, 'DISPUTE_SETTLEMENT')
  if (capture && refunded > 0) {
    capture.refundedMinor -= refunded
    capture.status = capture.refundedMinor > 0 ? 'PARTIALLY_REFUNDED' : 'COMPLETED'
    save(world, capture)
  }
  close(world, dispute, { code: 'RESOLVED_SELLER_FAVOUR', refundedMinor: 0 })
}

/** A full refund ends an open case (facts §8.4); the refund itself posts the money. */
export function settleByRefund(world: World, capture: CaptureRecord): void {
  const dispute = capture.disputeId ? world.disputes.get(capture.disputeId) : undefined
  if (!dispute || dispute.status === 'RESOLVED') return
  releaseHold(world, dispute)
  close(world, dispute, { code: 'RESOLVED_BUYER_FAVOUR', refundedMinor: dispute.amountMinor })
}

export function saveDispute(world: World, dispute: DisputeRecord, event: 'CREATED' | 'UPDATED' | 'RESOLVED'): void {
  dispute.updatedAt = world.clock.now()
  world.disputes.put(dispute.id, dispute)
  emit(world, {
    accountId: dispute.accountId,
    appId: dispute.appId,
    type: `CUSTOMER.DISPUTE.${event}`,
    resourceType: 'dispute',
    resourceVersion: '1.0',
    summary: `A dispute was ${event.toLowerCase()}`,
    resource: renderDispute(world, dispute),
    transactionId: dispute.captureId,
  })
}

const states: Record<DisputeStatus, string> = {
  OPEN: 'OPEN_INQUIRIES',
  WAITING_FOR_SELLER_RESPONSE: 'REQUIRED_ACTION',
  WAITING_FOR_BUYER_RESPONSE: 'REQUIRED_OTHER_PARTY_ACTION',
  UNDER_REVIEW: 'UNDER_PAYPAL_REVIEW',
  RESOLVED: 'RESOLVED',
}
export const stateOf = (dispute: DisputeRecord) => (allowed(dispute).includes('appeal') ? 'APPEALABLE' : states[dispute.status])

function linksOf(world: World, dispute: DisputeRecord): Link[] {
  const path = `/v1/customer/disputes/${dispute.id}`
  return [
    link(world, 'self', path),
    ...allowed(dispute)
      .slice(0, 9)
      .map((rel) => link(world, rel, `${path}/${rel.replaceAll('_', '-')}`, 'POST')),
  ]
}

export function renderDispute(world: World, dispute: DisputeRecord, short = false): Record<string, unknown> {
  const money = (amountMinor: number) => toWire({ currency: dispute.currency, amountMinor })
  const at = (ms: number | undefined) => (ms === undefined ? undefined : instantMillis(ms))
  const core = {
    dispute_id: dispute.id,
    create_time: at(dispute.createdAt),
    update_time: at(dispute.updatedAt),
    reason: dispute.reason,
    status: dispute.status,
    dispute_amount: money(dispute.amountMinor),
    dispute_life_cycle_stage: dispute.stage,
    dispute_channel: dispute.channel,
    buyer_response_due_date: at(dispute.buyerDueAt),
    seller_response_due_date: at(dispute.sellerDueAt),
  }
  if (short) return given({ ...core, dispute_state: stateOf(dispute), links: [link(world, 'self', `/v1/customer/disputes/${dispute.id}`)] })
  const capture = world.captures.get(dispute.captureId)
  return given({
    ...core,
    disputed_transactions: capture ? [renderTransaction(world, dispute, capture)] : undefined,
    dispute_outcome: dispute.outcome
      ? given({
          outcome_code: dispute.outcome.code,
          amount_refunded: dispute.outcome.refundedMinor ? money(dispute.outcome.refundedMinor) : undefined,
        })
      : undefined,
    money_movements: dispute.movements.length
      ? dispute.movements.map((m) => ({
          affected_party: 'SELLER',
          amount: money(m.amountMinor),
          initiated_time: at(m.at),
          type: m.type,
          reason: m.reason,
        }))
      : undefined,
    messages: dispute.messages.length
      ? dispute.messages.map((m) => ({ posted_by: m.by, time_posted: at(m.at), content: m.text }))
      : undefined,
    evidences: dispute.evidences.length
      ? dispute.evidences.map((e) => given({ evidence_type: e.type, notes: e.notes, source: `SUBMITTED_BY_${e.by}`, date: at(e.at) }))
      : undefined,
    offer: dispute.offer ? { seller_offered_amount: money(dispute.offer.amountMinor), offer_type: dispute.offer.type } : undefined,
    links: linksOf(world, dispute),
  })
}

function renderTransaction(world: World, dispute: DisputeRecord, capture: CaptureRecord) {
  const account = world.accounts.get(capture.accountId)
  return given({
    // The buyer has another id for the same payment (facts §11 no. 25).
    buyer_transaction_id: [...capture.id].reverse().join(''),
    seller_transaction_id: capture.id,
    create_time: instantMillis(capture.createdAt),
    transaction_status: dispute.held ? 'HELD' : capture.chargedBack ? 'REVERSED' : capture.status,
    gross_amount: toWire({ currency: capture.currency, amountMinor: capture.amountMinor }),
    invoice_number: capture.invoiceId && /^[A-Za-z0-9:\-|]+$/.test(capture.invoiceId) ? capture.invoiceId : undefined,
    custom: capture.customId,
    buyer: { name: capture.payer.name },
    seller: account ? { email: account.email, merchant_id: account.id, name: account.name } : undefined,
  })
}

/** A deadline that passes decides the case (facts §8.3): an inquiry lapses, a claim goes to who did not fail to answer. */
export function watchDisputes(world: World): void {
  world.schedule.on('disputeDue', (task) => {
    const dispute = world.disputes.get(task.subject)
    const now = world.clock.now()
    if (!dispute || dispute.status === 'RESOLVED') return
    if ((dispute.sellerDueAt ?? Number.POSITIVE_INFINITY) > now && (dispute.buyerDueAt ?? Number.POSITIVE_INFINITY) > now) return
    if (dispute.stage === 'INQUIRY') resolve(world, dispute, 'CANCELED_BY_BUYER')
    else if (dispute.sellerDueAt) resolve(world, dispute, 'RESOLVED_BUYER_FAVOUR', dispute.amountMinor, true)
    else resolve(world, dispute, 'RESOLVED_SELLER_FAVOUR')
    world.record({ by: 'paypal', accountId: dispute.accountId, operation: 'disputeDue' })
  })
}

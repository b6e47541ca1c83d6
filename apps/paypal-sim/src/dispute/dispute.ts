import { unprocessable } from '../http/refusal.ts'
import { minorUnit, returnFee, save, tellCapture } from '../payment/capture.ts'
import type { CaptureRecord } from '../record/capture.ts'
import type { DisputeReason, DisputeRecord, OutcomeCode } from '../record/dispute.ts'
import { emit } from '../webhook/event.ts'
import { dayMs } from '../world/clock.ts'
import { given } from '../world/given.ts'
import type { World } from '../world/world.ts'
import { renderDispute } from './view.ts'

/** Due times end with the Pacific day, as PayPal's samples do. */
const endOfPacificDay = (ms: number) =>
  Math.floor((ms - 7 * 3_600_000) / dayMs) * dayMs + dayMs + 7 * 3_600_000 - 1000

export function setDue(
  world: World,
  dispute: DisputeRecord,
  party: 'seller' | 'buyer',
  days: number,
): void {
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

export function openDispute(
  world: World,
  capture: CaptureRecord,
  wanted: NewDispute = {},
): DisputeRecord {
  const open = capture.disputeId ? world.disputes.get(capture.disputeId) : undefined
  if (open && open.status !== 'RESOLVED') throw unprocessable('DISPUTE_ALREADY_OPEN')
  if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED')
    throw unprocessable('TRANSACTION_NOT_DISPUTABLE')
  const now = world.clock.now()
  if (now > capture.createdAt + 180 * dayMs && wanted.channel !== 'EXTERNAL')
    throw unprocessable('DISPUTE_WINDOW_CLOSED')
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
    returnFee(world, capture, dispute.amountMinor, 'T1108')
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
function book(
  world: World,
  dispute: DisputeRecord,
  eventCode: string,
  amountMinor: number,
  reason: string,
): void {
  post(world, dispute, eventCode, amountMinor)
  dispute.movements.push({
    type: amountMinor < 0 ? 'DEBIT' : 'CREDIT',
    reason,
    amountMinor: Math.abs(amountMinor),
    at: world.clock.now(),
  })
}

function releaseHold(world: World, dispute: DisputeRecord): void {
  if (!dispute.held) return
  dispute.held = false
  post(world, dispute, 'T1111', dispute.amountMinor)
}

/**
 * Ends the case. Money follows paypal §8.4: release the hold, then pay the buyer and the fee if
 * the case was lost.
 */
export function resolve(
  world: World,
  dispute: DisputeRecord,
  code: OutcomeCode,
  refundMinor = dispute.amountMinor,
  fee = false,
): void {
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
    if (capture) returnFee(world, capture, refunded, 'T1108')
    if (fee) book(world, dispute, 'T0114', -8 * minorUnit(dispute.currency), 'DISPUTE_FEE')
  }
  if (capture && refunded > 0) {
    capture.refundedMinor = Math.min(capture.amountMinor, capture.refundedMinor + refunded)
    capture.status =
      capture.refundedMinor >= capture.amountMinor ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    save(world, capture)
    tellCapture(world, capture, 'REVERSED')
  }
  close(world, dispute, { code, refundedMinor: refunded })
}

function close(
  world: World,
  dispute: DisputeRecord,
  outcome: { code: OutcomeCode; refundedMinor: number },
): void {
  dispute.status = 'RESOLVED'
  dispute.outcome = outcome
  dispute.returnExpected = false
  delete dispute.sellerDueAt
  delete dispute.buyerDueAt
  world.effect('dispute.resolved', dispute.id)
  saveDispute(world, dispute, 'RESOLVED')
}

/**
 * An appeal that succeeds pays the seller back. PayPal documents no event code for it; ours is that
 * of a reimbursement.
 */
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

/** A full refund ends an open case (paypal §8.4); the refund itself posts the money. */
export function settleByRefund(world: World, capture: CaptureRecord): void {
  const dispute = capture.disputeId ? world.disputes.get(capture.disputeId) : undefined
  if (!dispute || dispute.status === 'RESOLVED') return
  releaseHold(world, dispute)
  close(world, dispute, { code: 'RESOLVED_BUYER_FAVOUR', refundedMinor: dispute.amountMinor })
}

export function saveDispute(
  world: World,
  dispute: DisputeRecord,
  event: 'CREATED' | 'UPDATED' | 'RESOLVED',
): void {
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

/**
 * A deadline that passes decides the case (paypal §8.3): an inquiry lapses, a claim is lost by the
 * party that did not answer.
 */
export function watchDisputes(world: World): void {
  world.schedule.on('disputeDue', (task) => {
    const dispute = world.disputes.get(task.subject)
    const now = world.clock.now()
    if (!dispute || dispute.status === 'RESOLVED') return
    if (
      (dispute.sellerDueAt ?? Number.POSITIVE_INFINITY) > now &&
      (dispute.buyerDueAt ?? Number.POSITIVE_INFINITY) > now
    )
      return
    if (dispute.stage === 'INQUIRY') resolve(world, dispute, 'CANCELED_BY_BUYER')
    else if (dispute.sellerDueAt)
      resolve(world, dispute, 'RESOLVED_BUYER_FAVOUR', dispute.amountMinor, true)
    else resolve(world, dispute, 'RESOLVED_SELLER_FAVOUR')
    world.record({ by: 'paypal', accountId: dispute.accountId, operation: 'disputeDue' })
  })
}

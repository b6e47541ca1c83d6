import { toWire } from '@paydesk/paypal/money'
import { settleByRefund } from '../dispute/dispute.ts'
import { paidMinor, refundedMinor, saveInvoice, settledStatus } from '../invoice/invoice.ts'
import { returnFee, rowInvoiceId, save } from '../payment/capture.ts'
import type { CaptureRecord } from '../record/capture.ts'
import type { RefundRecord } from '../record/refund.ts'
import { emit } from '../webhook/event.ts'
import { day } from '../world/clock.ts'
import { convert } from '../world/exchange.ts'
import { given } from '../world/given.ts'
import type { World } from '../world/world.ts'
import { renderRefund } from './view.ts'

/** The amount that must leave the balance, in the currency in which the payment was credited. */
export function costOf(
  capture: CaptureRecord,
  amountMinor: number,
): { currency: string; amountMinor: number } {
  const { converted } = capture
  return converted
    ? {
        currency: converted.currency,
        amountMinor: convert(amountMinor, capture.currency, converted.currency),
      }
    : { currency: capture.currency, amountMinor }
}

type NewRefund = {
  amountMinor: number
  appId?: string
  invoiceId?: string | undefined
  customId?: string | undefined
  note?: string | undefined
}

/**
 * Gives the money back; the caller checks that this is allowed. Without an app the refund was made
 * in PayPal's own pages.
 */
export function makeRefund(
  world: World,
  capture: CaptureRecord,
  request: NewRefund,
  delay?: { kind: string; ms: number } | 'untilSettled',
): RefundRecord {
  const now = world.clock.now()
  settleByRefund(world, capture)
  capture.refundedMinor += request.amountMinor
  const refund = given({
    id: world.id.transaction(),
    accountId: capture.accountId,
    appId: request.appId,
    captureId: capture.id,
    currency: capture.currency,
    amountMinor: request.amountMinor,
    status: 'PENDING' as RefundRecord['status'],
    createdAt: now,
    updatedAt: now,
    invoiceId: request.invoiceId,
    customId: request.customId,
    note: request.note,
    totalRefundedMinor: capture.refundedMinor,
  }) as RefundRecord
  world.indexRefund(refund)
  world.ledger.post(
    capture.accountId,
    given({
      transactionId: refund.id,
      eventCode: 'T1107',
      currency: refund.currency,
      amountMinor: -refund.amountMinor,
      status: 'P' as const,
      referenceId: capture.id,
      referenceType: 'TXN' as const,
      invoiceId: refund.invoiceId ?? rowInvoiceId(world, capture),
      custom: refund.customId,
      payer: capture.payer,
    }),
  )
  world.effect('refund.created', refund.id)
  save(world, capture)
  world.refunds.put(refund.id, refund)
  if (!delay) completeRefund(world, refund)
  else {
    if (delay !== 'untilSettled')
      world.schedule.add(
        delay.kind === 'refundFails' ? 'failRefund' : 'completeRefund',
        refund.id,
        now + delay.ms,
      )
    tellRefund(world, refund, 'PAYMENT.REFUND.PENDING')
  }
  return refund
}

export function completeRefund(world: World, refund: RefundRecord): void {
  const capture = world.captures.get(refund.captureId)
  const row = world.ledger.find(refund.id, 'T1107')
  if (refund.status !== 'PENDING' || !capture || !row) return
  if (capture.converted) convertOut(world, refund, capture, capture.converted.currency)
  world.ledger.change(row, { status: 'S' })
  refund.status = 'COMPLETED'
  capture.status = capture.refundedMinor >= capture.amountMinor ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  const payment = world.ledger.find(capture.id)
  if (capture.status === 'REFUNDED' && payment) world.ledger.change(payment, { status: 'V' })
  refund.feeReturnedMinor = returnFee(world, capture, refund.amountMinor, 'T1109')
  saveRefund(world, refund)
  save(world, capture)
  world.effect('refund.completed', refund.id)
  tellRefund(world, refund, 'PAYMENT.CAPTURE.REFUNDED')
  const invoice = capture.paypalInvoiceId ? world.invoices.get(capture.paypalInvoiceId) : undefined
  if (!invoice || (refund.appId && !world.config.invoiceFollowsRefund)) return
  // A tip is refunded with the payment but is no part of the invoice's total.
  const amountMinor = Math.min(refund.amountMinor, paidMinor(invoice) - refundedMinor(invoice))
  if (amountMinor > 0)
    invoice.refunds.push({
      id: refund.id,
      type: 'PAYPAL',
      method: 'PAYPAL',
      date: day(world.clock.now()),
      amountMinor,
    })
  invoice.status = settledStatus(world, invoice)
  saveInvoice(world, invoice, isTold(world, refund) ? 'REFUNDED' : undefined)
}

/**
 * Buys the foreign amount back first, so that the refund row leaves the foreign balance at zero.
 */
function convertOut(
  world: World,
  refund: RefundRecord,
  capture: CaptureRecord,
  from: string,
): void {
  const shared = { eventCode: 'T0200', referenceId: refund.id, referenceType: 'TXN' as const }
  const cost = costOf(capture, refund.amountMinor)
  world.ledger.post(refund.accountId, {
    ...shared,
    transactionId: world.id.transaction(),
    currency: from,
    amountMinor: -cost.amountMinor,
  })
  world.ledger.post(refund.accountId, {
    ...shared,
    transactionId: world.id.transaction(),
    currency: refund.currency,
    amountMinor: refund.amountMinor,
  })
}

export function failRefund(world: World, refund: RefundRecord): void {
  const capture = world.captures.get(refund.captureId)
  const row = world.ledger.find(refund.id, 'T1107')
  if (refund.status !== 'PENDING' || !capture || !row) return
  refund.status = 'FAILED'
  capture.refundedMinor -= refund.amountMinor
  world.ledger.change(row, { status: 'D' })
  saveRefund(world, refund)
  save(world, capture)
  world.effect('refund.failed', refund.id)
  tellRefund(world, refund, 'PAYMENT.REFUND.FAILED')
}

function saveRefund(world: World, refund: RefundRecord): void {
  refund.updatedAt = world.clock.now()
  world.refunds.put(refund.id, refund)
}

/** Nobody may hear of a refund that was made on paypal.com. */
const isTold = (world: World, refund: RefundRecord) =>
  refund.appId !== undefined || world.config.siteRefundFires

/** The resource is the refund; the capture is its link `up` (paypal §7.2). */
function tellRefund(world: World, refund: RefundRecord, type: string): void {
  if (!isTold(world, refund)) return
  emit(world, {
    accountId: refund.accountId,
    appId: refund.appId,
    type,
    resourceType: 'refund',
    summary:
      `A ${toWire({ currency: refund.currency, amountMinor: refund.amountMinor }).value} ` +
      `${refund.currency} refund is ${refund.status.toLowerCase()}`,
    resource: renderRefund(world, refund),
    transactionId: refund.id,
  })
}

export function watchRefunds(world: World): void {
  const settle = (kind: string, act: (world: World, refund: RefundRecord) => void) =>
    world.schedule.on(kind, (task) => {
      const refund = world.refunds.get(task.subject)
      if (!refund) return
      act(world, refund)
      world.record({ by: 'paypal', accountId: refund.accountId, operation: kind })
    })
  settle('completeRefund', completeRefund)
  settle('failRefund', failRefund)
}

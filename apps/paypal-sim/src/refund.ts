import { currencyExponent, fromWire, toWire } from '@paydesk/paypal/money'
import { scope } from './account.ts'
import { type CaptureRecord, findCapture, save } from './capture.ts'
import { day, dayMs, instant } from './clock.ts'
import { settleByRefund } from './dispute.ts'
import { emit } from './event.ts'
import { convert } from './exchange.ts'
import { paidMinor, refundedMinor, saveInvoice, settledStatus } from './invoice.ts'
import { given } from './invoiceInput.ts'
import { link } from './link.ts'
import { Reader } from './reader.ts'
import { denied, notFound, unprocessable } from './refusal.ts'
import { type Context, created, ok, type Reply, type Route } from './route.ts'
import type { World } from './world.ts'

export interface RefundRecord {
  id: string
  accountId: string
  appId?: string
  captureId: string
  currency: string
  amountMinor: number
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'
  createdAt: number
  updatedAt: number
  invoiceId?: string
  customId?: string
  note?: string
  totalRefundedMinor: number
}

/** PayPal's limit exists (MAX_NUMBER_OF_REFUNDS_EXCEEDED); its number is not known. */
const maxRefunds = 50

function readRequest(context: Context, capture: CaptureRecord) {
  const body = new Reader(context.body ?? {})
  const invoiceId = body.field('invoice_id').text(127)
  const customId = body.field('custom_id').text(127)
  const note = body.field('note_to_payer').text(255)
  const amount = body.field('amount')
  const currency = amount.field('currency_code').text(3, { required: amount.present })
  const value = amount.field('value').text(32, { required: amount.present, pattern: /^-?\d*(\.\d+)?$/ })
  body.finish()
  const left = capture.amountMinor - capture.refundedMinor
  if (currency === undefined || value === undefined) return { amountMinor: left, invoiceId, customId, note }
  if (currencyExponent[currency] === undefined) throw unprocessable('INVALID_CURRENCY_CODE', '/amount/currency_code')
  if (currency !== capture.currency) throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', '/amount/currency_code')
  let amountMinor: number
  try {
    amountMinor = fromWire({ currency_code: currency, value }).amountMinor
  } catch {
    throw unprocessable(currencyExponent[currency] === 0 ? 'DECIMALS_NOT_SUPPORTED' : 'DECIMAL_PRECISION', '/amount/value')
  }
  if (amountMinor <= 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', '/amount/value')
  return { amountMinor, invoiceId, customId, note }
}

/** What must leave the balance, in the currency that it was credited in. */
function costOf(capture: CaptureRecord, amountMinor: number): { currency: string; amountMinor: number } {
  const { converted } = capture
  return converted
    ? { currency: converted.currency, amountMinor: convert(amountMinor, capture.currency, converted.currency) }
    : { currency: capture.currency, amountMinor }
}

function refuse(context: Context, capture: CaptureRecord, amountMinor: number, invoiceId: string | undefined): void {
  const { world, account, app } = context
  // Made in PayPal's screens or by another app: only the caller that captured may refund (paypal §5.2).
  if (capture.appId !== app.id || (capture.paypalInvoiceId && world.config.invoiceRefund === 'restricted'))
    throw unprocessable('REFUND_IS_RESTRICTED')
  if (capture.status === 'PENDING') throw unprocessable('PENDING_CAPTURE')
  if (capture.status === 'DECLINED' || capture.status === 'FAILED') throw unprocessable('REFUND_NOT_ALLOWED')
  if (capture.chargedBack) throw unprocessable('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
  const left = capture.amountMinor - capture.refundedMinor
  if (left <= 0) throw unprocessable('CAPTURE_FULLY_REFUNDED')
  if (amountMinor > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED', '/amount/value')
  if (context.now > capture.createdAt + 180 * dayMs) throw unprocessable('REFUND_TIME_LIMIT_EXCEEDED')
  const dispute = capture.disputeId ? world.disputes.get(capture.disputeId) : undefined
  const open = dispute && dispute.status !== 'RESOLVED' ? dispute : undefined
  if (open && amountMinor < left) throw unprocessable('TRANSACTION_DISPUTED')
  if (invoiceId && world.config.uniqueInvoiceId && world.usedIds.has(`refund ${account.id} ${invoiceId}`))
    throw unprocessable('DUPLICATE_INVOICE_ID', '/invoice_id')
  if ((world.refundsOf.get(capture.id)?.length ?? 0) >= maxRefunds) throw unprocessable('MAX_NUMBER_OF_REFUNDS_EXCEEDED')
  const cost = costOf(capture, amountMinor)
  const available = world.ledger.balance(account.id, cost.currency).available + (open?.held ? open.amountMinor : 0)
  const short = !account.refundFromBank && available < cost.amountMinor
  if (short || context.faults.some((f) => f.kind === 'insufficientFunds')) throw unprocessable('REFUND_FAILED_INSUFFICIENT_FUNDS')
}

function refundCapture(context: Context): Reply {
  const { world, app } = context
  const capture = findCapture(context)
  const request = readRequest(context, capture)
  refuse(context, capture, request.amountMinor, request.invoiceId)
  const delay = context.faults.find((f) => f.kind === 'refundPending' || f.kind === 'refundFails')
  const refund = makeRefund(world, capture, { ...request, appId: app.id }, delay)
  return created(renderRefund(world, refund, !context.representation), refund.id)
}

type NewRefund = {
  amountMinor: number
  appId?: string
  invoiceId?: string | undefined
  customId?: string | undefined
  note?: string | undefined
}

/** The money goes back; whether it may is the caller's question. Without an app it was done in PayPal's own pages. */
export function makeRefund(world: World, capture: CaptureRecord, request: NewRefund, delay?: { kind: string; ms: number }): RefundRecord {
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
      invoiceId: refund.invoiceId ?? capture.invoiceId,
      custom: refund.customId,
      payer: capture.payer,
    }),
  )
  world.effect('refund.created', refund.id)
  save(world, capture)
  world.refunds.put(refund.id, refund)
  if (!delay) completeRefund(world, refund)
  else {
    world.schedule.add(delay.kind === 'refundFails' ? 'failRefund' : 'completeRefund', refund.id, now + delay.ms)
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
  saveRefund(world, refund)
  capture.status = capture.refundedMinor >= capture.amountMinor ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  const payment = world.ledger.find(capture.id)
  if (capture.status === 'REFUNDED' && payment) world.ledger.change(payment, { status: 'V' })
  save(world, capture)
  world.effect('refund.completed', refund.id)
  tellRefund(world, refund, 'PAYMENT.CAPTURE.REFUNDED')
  const invoice = capture.paypalInvoiceId ? world.invoices.get(capture.paypalInvoiceId) : undefined
  if (!invoice) return
  // A tip is refunded with the payment but is no part of the invoice's total.
  const amountMinor = Math.min(refund.amountMinor, paidMinor(invoice) - refundedMinor(invoice))
  if (amountMinor > 0) invoice.refunds.push({ id: refund.id, type: 'PAYPAL', method: 'PAYPAL', date: day(world.clock.now()), amountMinor })
  invoice.status = settledStatus(invoice)
  saveInvoice(world, invoice, 'REFUNDED')
}

/** Buys the foreign amount back first, so that the refund row leaves the foreign balance at zero. */
function convertOut(world: World, refund: RefundRecord, capture: CaptureRecord, from: string): void {
  const shared = { eventCode: 'T0200', referenceId: refund.id, referenceType: 'TXN' as const }
  const cost = costOf(capture, refund.amountMinor)
  world.ledger.post(refund.accountId, { ...shared, transactionId: world.id.transaction(), currency: from, amountMinor: -cost.amountMinor })
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

/** The resource is the refund; the capture is its link `up` (paypal §7.2). */
function tellRefund(world: World, refund: RefundRecord, type: string): void {
  emit(world, {
    accountId: refund.accountId,
    appId: refund.appId,
    type,
    resourceType: 'refund',
    summary: `A ${toWire({ currency: refund.currency, amountMinor: refund.amountMinor }).value} ${refund.currency} refund is ${refund.status.toLowerCase()}`,
    resource: renderRefund(world, refund),
    transactionId: refund.id,
  })
}

export function renderRefund(world: World, refund: RefundRecord, minimal = false): Record<string, unknown> {
  const money = (amountMinor: number) => toWire({ currency: refund.currency, amountMinor })
  const links = [link(world, 'self', `/v2/payments/refunds/${refund.id}`), link(world, 'up', `/v2/payments/captures/${refund.captureId}`)]
  if (minimal) return { id: refund.id, status: refund.status, links }
  return given({
    id: refund.id,
    status: refund.status,
    status_details: refund.status === 'PENDING' ? { reason: 'ECHECK' } : undefined,
    amount: money(refund.amountMinor),
    invoice_id: refund.invoiceId,
    custom_id: refund.customId,
    note_to_payer: refund.note,
    // The original fee is not given back (paypal §5.2).
    seller_payable_breakdown: {
      gross_amount: money(refund.amountMinor),
      paypal_fee: money(0),
      net_amount: money(refund.amountMinor),
      total_refunded_amount: money(refund.totalRefundedMinor),
    },
    create_time: instant(refund.createdAt),
    update_time: instant(refund.updatedAt),
    links,
  })
}

function findRefund(context: Context, id: string): RefundRecord {
  const refund = context.world.refunds.get(id)
  if (!refund) throw notFound()
  if (refund.accountId !== context.account.id) throw denied()
  return refund
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

export const refundRoutes: Route[] = [
  {
    operation: 'captures.refund',
    method: 'POST',
    path: '/v2/payments/captures/{capture_id}/refund',
    scopes: [scope.refund],
    money: true,
    keyed: {
      keepMs: 45 * dayMs,
      replay: (context, id) => ok(renderRefund(context.world, findRefund(context, id), !context.representation)),
    },
    handle: refundCapture,
  },
  {
    operation: 'refunds.get',
    method: 'GET',
    path: '/v2/payments/refunds/{refund_id}',
    scopes: [scope.refund],
    handle: (context) => ok(renderRefund(context.world, findRefund(context, context.params.refund_id ?? ''))),
  },
]

import { currencyExponent, fromWire } from '@paydesk/paypal/money'
import { scope } from '../account/account.ts'
import { Reader } from '../http/reader.ts'
import { denied, notFound, unprocessable } from '../http/refusal.ts'
import { type Context, created, ok, type Reply, type Route } from '../http/route.ts'
import { findCapture } from '../payment/capture.ts'
import type { CaptureRecord } from '../record/capture.ts'
import type { RefundRecord } from '../record/refund.ts'
import { dayMs } from '../world/clock.ts'
import { costOf, makeRefund } from './refund.ts'
import { renderRefund } from './view.ts'

/** PayPal's limit exists (MAX_NUMBER_OF_REFUNDS_EXCEEDED); its number is not known. */
const maxRefunds = 50

function readRequest(context: Context, capture: CaptureRecord) {
  const body = new Reader(context.body ?? {})
  const invoiceId = body.field('invoice_id').text(127)
  const customId = body.field('custom_id').text(127)
  const note = body.field('note_to_payer').text(255)
  const amount = body.field('amount')
  const currency = amount.field('currency_code').text(3, { required: amount.present })
  const value = amount
    .field('value')
    .text(32, { required: amount.present, pattern: /^-?\d*(\.\d+)?$/ })
  body.finish()
  const left = capture.amountMinor - capture.refundedMinor
  if (currency === undefined || value === undefined)
    return { amountMinor: left, invoiceId, customId, note }
  if (currencyExponent[currency] === undefined)
    throw unprocessable('INVALID_CURRENCY_CODE', '/amount/currency_code')
  if (currency !== capture.currency)
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', '/amount/currency_code')
  let amountMinor: number
  try {
    amountMinor = fromWire({ currency_code: currency, value }).amountMinor
  } catch {
    throw unprocessable(
      currencyExponent[currency] === 0 ? 'DECIMALS_NOT_SUPPORTED' : 'DECIMAL_PRECISION',
      '/amount/value',
    )
  }
  if (amountMinor <= 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', '/amount/value')
  return { amountMinor, invoiceId, customId, note }
}

function refuse(
  context: Context,
  capture: CaptureRecord,
  amountMinor: number,
  invoiceId: string | undefined,
): void {
  const { world, account, app } = context
  // Only the app that captured may refund, so a payment of PayPal's own screens or of another app
  // is refused (paypal §5.2).
  const rule = capture.paypalInvoiceId ? world.config.invoiceRefund : 'allowed'
  if (rule === 'denied') throw denied()
  if (capture.appId !== app.id || rule === 'restricted') throw unprocessable('REFUND_IS_RESTRICTED')
  if (capture.status === 'PENDING') throw unprocessable('PENDING_CAPTURE')
  if (capture.status === 'DECLINED' || capture.status === 'FAILED')
    throw unprocessable('REFUND_NOT_ALLOWED')
  if (capture.chargedBack) throw unprocessable('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
  const left = capture.amountMinor - capture.refundedMinor
  if (left <= 0) throw unprocessable('CAPTURE_FULLY_REFUNDED')
  if (amountMinor > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED', '/amount/value')
  if (world.config.refundWindow === '180days' && context.now > capture.createdAt + 180 * dayMs)
    throw unprocessable('REFUND_TIME_LIMIT_EXCEEDED')
  const dispute = capture.disputeId ? world.disputes.get(capture.disputeId) : undefined
  const open = dispute && dispute.status !== 'RESOLVED' ? dispute : undefined
  if (open && amountMinor < left) throw unprocessable('TRANSACTION_DISPUTED')
  if (
    invoiceId &&
    world.config.uniqueInvoiceId &&
    world.usedIds.has(`refund ${account.id} ${invoiceId}`)
  )
    throw unprocessable('DUPLICATE_INVOICE_ID', '/invoice_id')
  if ((world.refundsOf.get(capture.id)?.length ?? 0) >= maxRefunds)
    throw unprocessable('MAX_NUMBER_OF_REFUNDS_EXCEEDED')
  const cost = costOf(capture, amountMinor)
  const available =
    world.ledger.balance(account.id, cost.currency).available + (open?.held ? open.amountMinor : 0)
  const short = !account.refundFromBank && available < cost.amountMinor
  if (short || context.faults.some((f) => f.kind === 'insufficientFunds'))
    throw unprocessable('REFUND_FAILED_INSUFFICIENT_FUNDS')
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

function findRefund(context: Context, id: string): RefundRecord {
  const refund = context.world.refunds.get(id)
  if (!refund) throw notFound()
  if (refund.accountId !== context.account.id) throw denied()
  return refund
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
      replay: (context, id) =>
        ok(renderRefund(context.world, findRefund(context, id), !context.representation)),
    },
    handle: refundCapture,
  },
  {
    operation: 'refunds.get',
    method: 'GET',
    path: '/v2/payments/refunds/{refund_id}',
    scopes: [scope.refund],
    handle: (context) =>
      ok(renderRefund(context.world, findRefund(context, context.params.refund_id ?? ''))),
  },
]

import { currencyExponent, toWire } from '@paydesk/paypal/money'
import { feeMinor, scope } from '../account/account.ts'
import { link } from '../http/link.ts'
import { denied, notFound } from '../http/refusal.ts'
import { type Context, ok, type Reply, type Route } from '../http/route.ts'
import type { CaptureRecord, CaptureStatus, Payer } from '../record/capture.ts'
import { emit } from '../webhook/event.ts'
import { instant } from '../world/clock.ts'
import { convert, rateBetween } from '../world/exchange.ts'
import { given } from '../world/given.ts'
import type { World } from '../world/world.ts'

export interface NewCapture {
  id?: string | undefined
  accountId: string
  appId?: string | undefined
  paypalInvoiceId?: string | undefined
  orderId?: string | undefined
  currency: string
  amountMinor: number
  tipMinor?: number
  invoiceId?: string | undefined
  customId?: string | undefined
  payer?: Partial<Payer>
  /** If undefined, the payment completes at once. */
  pending?: 'ECHECK' | 'PENDING_REVIEW' | undefined
}

const walletPayer = (world: World, p: Partial<Payer> = {}): Payer => ({
  id: world.id.account(),
  email: 'buyer@personal.example',
  name: 'Test Buyer',
  country: 'US',
  ...p,
})

/**
 * A payment arrives. Which code and ids the row of an invoice's payment gets is not known:
 * switches say it.
 */
export function takePayment(world: World, wanted: NewCapture): CaptureRecord {
  const account = world.accounts.get(wanted.accountId)
  if (!account) throw notFound()
  const now = world.clock.now()
  const held = account.held.includes(wanted.currency)
  const pending =
    wanted.pending ??
    (!held && account.notHeld === 'pending'
      ? 'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION'
      : undefined)
  const capture = given({
    id: wanted.id ?? world.id.transaction(),
    accountId: account.id,
    appId: wanted.appId,
    paypalInvoiceId: wanted.paypalInvoiceId,
    orderId: wanted.orderId,
    currency: wanted.currency,
    amountMinor: wanted.amountMinor,
    tipMinor: wanted.tipMinor ?? 0,
    feeMinor: feeMinor(account, wanted.currency, wanted.amountMinor),
    status: 'PENDING' as CaptureStatus,
    reason: pending,
    createdAt: now,
    updatedAt: now,
    refundedMinor: 0,
    invoiceId: wanted.invoiceId,
    customId: wanted.customId,
    payer: walletPayer(world, wanted.payer),
  }) as CaptureRecord
  world.ledger.post(
    account.id,
    given({
      transactionId: capture.id,
      eventCode: wanted.orderId
        ? 'T0006'
        : wanted.paypalInvoiceId
          ? world.config.invoicePaymentCode
          : 'T0000',
      currency: capture.currency,
      amountMinor: capture.amountMinor,
      status: 'P' as const,
      referenceId: wanted.orderId,
      referenceType: wanted.orderId ? ('ODR' as const) : undefined,
      invoiceId: rowInvoiceId(world, capture),
      paypalInvoiceId: ['paypal', 'both'].includes(world.config.invoiceRowIds)
        ? capture.paypalInvoiceId
        : undefined,
      custom: capture.customId,
      tipMinor: capture.tipMinor || undefined,
      payer: capture.payer,
      subject: 'Payment',
    }),
  )
  world.captures.put(capture.id, capture)
  world.effect('capture.created', capture.id)
  if (!pending) completeCapture(world, capture)
  else tellCapture(world, capture, 'PENDING')
  return capture
}

/** The merchant's own id on the rows of a payment. */
export const rowInvoiceId = (world: World, capture: CaptureRecord): string | undefined =>
  !capture.paypalInvoiceId || ['number', 'both'].includes(world.config.invoiceRowIds)
    ? capture.invoiceId
    : undefined

export function completeCapture(world: World, capture: CaptureRecord): void {
  const row = world.ledger.find(capture.id)
  const account = world.accounts.get(capture.accountId)
  if (capture.status !== 'PENDING' || !row || !account) return
  capture.status = 'COMPLETED'
  delete capture.reason
  world.ledger.change(row, { status: 'S', feeMinor: -capture.feeMinor })
  if (!account.held.includes(capture.currency)) convertIn(world, capture, account.primaryCurrency)
  save(world, capture)
  world.effect('capture.completed', capture.id)
  tellCapture(world, capture, 'COMPLETED')
}

export function declineCapture(world: World, capture: CaptureRecord): void {
  const row = world.ledger.find(capture.id)
  if (capture.status !== 'PENDING' || !row) return
  capture.status = 'DECLINED'
  world.ledger.change(row, { status: 'D' })
  save(world, capture)
  world.effect('capture.declined', capture.id)
  tellCapture(world, capture, 'DECLINED')
}

/**
 * Gives back the share of the fee, if the account's terms say so. A converted payment's fee stays,
 * to keep the foreign balance at zero.
 */
export function returnFee(
  world: World,
  capture: CaptureRecord,
  amountMinor: number,
  eventCode: 'T1108' | 'T1109',
): number {
  const share = Math.round((capture.feeMinor * amountMinor) / capture.amountMinor)
  if (!world.accounts.get(capture.accountId)?.returnsFees || capture.converted || share <= 0)
    return 0
  world.ledger.post(capture.accountId, {
    transactionId: world.id.transaction(),
    eventCode,
    currency: capture.currency,
    amountMinor: share,
    referenceId: capture.id,
    referenceType: 'TXN',
  })
  return share
}

/**
 * Posts two conversion rows tied to the payment: the foreign net goes out, its worth in the primary
 * currency comes in.
 */
function convertIn(world: World, capture: CaptureRecord, target: string): void {
  const net = capture.amountMinor - capture.feeMinor
  const receivableMinor = convert(net, capture.currency, target)
  capture.converted = {
    currency: target,
    rate: rateBetween(capture.currency, target),
    receivableMinor,
  }
  const shared = { eventCode: 'T0200', referenceId: capture.id, referenceType: 'TXN' as const }
  world.ledger.post(capture.accountId, {
    ...shared,
    transactionId: world.id.transaction(),
    currency: capture.currency,
    amountMinor: -net,
  })
  world.ledger.post(capture.accountId, {
    ...shared,
    transactionId: world.id.transaction(),
    currency: target,
    amountMinor: receivableMinor,
  })
}

export function save(world: World, capture: CaptureRecord): void {
  capture.updatedAt = world.clock.now()
  world.captures.put(capture.id, capture)
}

/**
 * Whether an invoice's payment also fires these events is not known, so a switch decides
 * it (paypal §7.2).
 */
export function tellCapture(
  world: World,
  capture: CaptureRecord,
  what: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REVERSED',
): void {
  if (capture.paypalInvoiceId && !world.config.invoicePaymentFiresCapture && what !== 'REVERSED')
    return
  emit(world, {
    accountId: capture.accountId,
    appId: capture.appId,
    type: `PAYMENT.CAPTURE.${what}`,
    resourceType: 'capture',
    summary:
      `Payment ${what.toLowerCase()} for ` +
      `${toWire({ currency: capture.currency, amountMinor: capture.amountMinor }).value} ` +
      `${capture.currency}`,
    resource: renderCapture(world, capture),
    transactionId: capture.id,
  })
}

export function renderCapture(
  world: World,
  capture: CaptureRecord,
  minimal = false,
): Record<string, unknown> {
  const money = (amountMinor: number, currency = capture.currency) =>
    toWire({ currency, amountMinor })
  const path = `/v2/payments/captures/${capture.id}`
  const links = [link(world, 'self', path), link(world, 'refund', `${path}/refund`, 'POST')]
  if (capture.orderId) links.push(link(world, 'up', `/v2/checkout/orders/${capture.orderId}`))
  if (minimal) return { id: capture.id, status: capture.status, links }
  const { converted } = capture
  const settled = capture.status !== 'PENDING' && capture.status !== 'DECLINED'
  return given({
    id: capture.id,
    status: capture.status,
    status_details: capture.reason ? { reason: capture.reason } : undefined,
    amount: money(capture.amountMinor),
    final_capture: true,
    invoice_id: capture.invoiceId,
    custom_id: capture.customId,
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    // PayPal leaves it out while the payment is pending: the fee is not known before the money is
    // there (paypal §5.1).
    seller_receivable_breakdown: settled
      ? given({
          gross_amount: money(capture.amountMinor),
          paypal_fee: money(capture.feeMinor),
          net_amount: money(capture.amountMinor - capture.feeMinor),
          receivable_amount: converted
            ? money(converted.receivableMinor, converted.currency)
            : undefined,
          exchange_rate: converted
            ? {
                source_currency: capture.currency,
                target_currency: converted.currency,
                value: converted.rate,
              }
            : undefined,
        })
      : undefined,
    supplementary_data: capture.orderId
      ? { related_ids: { order_id: capture.orderId } }
      : undefined,
    create_time: instant(capture.createdAt),
    update_time: instant(capture.updatedAt),
    links,
  })
}

export function findCapture(context: Context): CaptureRecord {
  const capture = context.world.captures.get(context.params.capture_id ?? '')
  if (!capture) throw notFound()
  if (capture.accountId !== context.account.id) throw denied()
  return capture
}

/**
 * Whether an invoice's payment is shown as a capture, and with its fee, is not known (paypal §3.7).
 */
function showCapture(context: Context): Reply {
  const capture = findCapture(context)
  const shown = capture.paypalInvoiceId ? context.world.config.invoiceCapture : 'shown'
  if (shown === 'hidden') throw denied()
  const { seller_receivable_breakdown: kept, ...rest } = renderCapture(context.world, capture)
  return ok(
    shown === 'feeless' || kept === undefined
      ? rest
      : { ...rest, seller_receivable_breakdown: kept },
  )
}

export const captureRoutes: Route[] = [
  {
    operation: 'captures.get',
    method: 'GET',
    path: '/v2/payments/captures/{capture_id}',
    scopes: [scope.capture],
    handle: showCapture,
  },
]

export const minorUnit = (currency: string) => 10 ** (currencyExponent[currency] ?? 2)

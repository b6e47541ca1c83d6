import { currencyExponent, fromWire, toWire } from '@paydesk/paypal/money'
import { scope } from '../account/account.ts'
import { type Link, link } from '../http/link.ts'
import { Reader } from '../http/reader.ts'
import { denied, invalid, notFound, unprocessable } from '../http/refusal.ts'
import { type Context, created, ok, type Reply, type Route } from '../http/route.ts'
import type { CaptureRecord } from '../record/capture.ts'
import type { OrderRecord } from '../record/order.ts'
import { emit } from '../webhook/event.ts'
import { hourMs, instant } from '../world/clock.ts'
import { given } from '../world/given.ts'
import type { World } from '../world/world.ts'
import { renderCapture, takePayment } from './capture.ts'

/**
 * An order leaves 6 h to send the buyer to it and 6 h more to approve and capture, so it is no
 * durable payment link (paypal §4.3).
 */
const windowMs = 6 * hourMs
const path = '/v2/checkout/orders'
const scopes = [scope.order]

function readUnit(reader: Reader): OrderRecord['units'][number] {
  reader.field('reference_id').text(256)
  reader.field('description').text(127)
  reader.field('custom_id').text(255)
  reader.field('invoice_id').text(127)
  reader.field('soft_descriptor').text(22)
  const amount = reader.field('amount').object(true)
  const currency = amount?.field('currency_code').text(3, { required: true }) ?? ''
  const value = amount?.field('value').text(32, { required: true }) ?? ''
  reader.finish()
  if (currencyExponent[currency] === undefined)
    throw unprocessable('INVALID_CURRENCY_CODE', `${reader.pointer}/amount/currency_code`)
  let amountMinor: number
  try {
    amountMinor = fromWire({ currency_code: currency, value }).amountMinor
  } catch {
    throw unprocessable('DECIMAL_PRECISION', `${reader.pointer}/amount/value`)
  }
  if (amountMinor <= 0)
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', `${reader.pointer}/amount/value`)
  checkBreakdown(reader, amountMinor)
  return { wire: reader.value as Record<string, unknown>, currency, amountMinor }
}

/** value = items + tax + shipping + handling + insurance − discounts, or AMOUNT_MISMATCH. */
function checkBreakdown(reader: Reader, amountMinor: number): void {
  const breakdown = reader.field('amount').field('breakdown')
  if (!breakdown.present) return
  const part = (name: string) => {
    const money = breakdown.field(name).value as
      | { currency_code: string; value: string }
      | undefined
    return money ? fromWire(money).amountMinor : 0
  }
  const plus = ['item_total', 'tax_total', 'shipping', 'handling', 'insurance'].reduce(
    (sum, name) => sum + part(name),
    0,
  )
  if (plus - part('shipping_discount') - part('discount') !== amountMinor)
    throw unprocessable('AMOUNT_MISMATCH', `${reader.pointer}/amount/value`)
}

function create(context: Context): Reply {
  const { world, account, app, now } = context
  const body = new Reader(context.body ?? {})
  const intent = body.field('intent').oneOf(['CAPTURE', 'AUTHORIZE'], true)
  const list = body.field('purchase_units').list(10)
  if (list.length === 0) body.field('purchase_units').fault('MISSING_REQUIRED_PARAMETER')
  body.finish()
  if (intent === 'AUTHORIZE') throw unprocessable('ACTION_DOES_NOT_MATCH_INTENT')
  const source = body.field('payment_source').present
  if (source && !context.headers['paypal-request-id']) throw invalid('PAYPAL_REQUEST_ID_REQUIRED')
  const units = list.map(readUnit)
  if (new Set(units.map((unit) => unit.wire.reference_id ?? 'default')).size !== units.length)
    throw unprocessable('DUPLICATE_REFERENCE_ID')
  const place = body.field('payment_source').field('paypal').field('experience_context')
  const older = body.field('application_context')
  const order = given({
    id: world.id.transaction(),
    accountId: account.id,
    appId: app.id,
    status: source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    units,
    returnUrl: place.field('return_url').text(2048) ?? older.field('return_url').text(2048),
    cancelUrl: place.field('cancel_url').text(2048) ?? older.field('cancel_url').text(2048),
    createdAt: now,
    updatedAt: now,
  }) as OrderRecord
  world.orders.put(order.id, order)
  world.effect('order.created', order.id)
  return created(render(world, order, !context.representation), order.id)
}

function find(context: Context): OrderRecord {
  const order = context.world.orders.get(context.params.id ?? '')
  if (!order) throw notFound()
  if (order.accountId !== context.account.id) throw denied()
  return order
}

export const isOpen = (world: World, order: OrderRecord) =>
  world.clock.now() <= (order.approvedAt ?? order.createdAt) + windowMs &&
  !['COMPLETED', 'VOIDED'].includes(order.status)

/** The buyer approves. Money moves only when the merchant captures. */
export function approveOrder(
  world: World,
  order: OrderRecord,
  funding: NonNullable<OrderRecord['funding']>,
): void {
  if (!isOpen(world, order)) throw unprocessable('ORDER_EXPIRED')
  order.status = 'APPROVED'
  order.funding = funding
  order.approvedAt = world.clock.now()
  order.payerId = world.id.account()
  saveOrder(world, order, 'CHECKOUT.ORDER.APPROVED')
  world.effect('order.approved', order.id)
}

function saveOrder(world: World, order: OrderRecord, type?: string): void {
  order.updatedAt = world.clock.now()
  world.orders.put(order.id, order)
  if (!type) return
  emit(world, {
    accountId: order.accountId,
    appId: order.appId,
    type,
    resourceType: 'checkout-order',
    summary: `An order was ${order.status.toLowerCase()}`,
    resource: render(world, order),
    transactionId: order.id,
  })
}

function capture(context: Context): Reply {
  const { world } = context
  const order = find(context)
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED')
  if (order.status === 'PAYER_ACTION_REQUIRED') throw unprocessable('PAYER_ACTION_REQUIRED')
  if (order.status !== 'APPROVED' || !isOpen(world, order))
    throw unprocessable('ORDER_NOT_APPROVED')
  if (order.funding === 'declined') throw unprocessable('INSTRUMENT_DECLINED')
  for (const unit of order.units) {
    const invoiceId = unit.wire.invoice_id as string | undefined
    const key = `capture ${order.accountId} ${invoiceId}`
    if (invoiceId && world.config.uniqueInvoiceId && world.usedIds.has(key))
      throw unprocessable('DUPLICATE_INVOICE_ID')
  }
  for (const unit of order.units) captureUnit(world, order, unit)
  order.status = 'COMPLETED'
  saveOrder(world, order, 'CHECKOUT.ORDER.COMPLETED')
  return created(render(world, order, !context.representation), order.id)
}

function captureUnit(world: World, order: OrderRecord, unit: OrderRecord['units'][number]): void {
  const invoiceId = unit.wire.invoice_id as string | undefined
  const made: CaptureRecord = takePayment(world, {
    accountId: order.accountId,
    appId: order.appId,
    orderId: order.id,
    currency: unit.currency,
    amountMinor: unit.amountMinor,
    invoiceId,
    customId: unit.wire.custom_id as string | undefined,
    payer: order.payerId ? { id: order.payerId } : {},
    pending:
      order.funding === 'echeck'
        ? 'ECHECK'
        : order.funding === 'review'
          ? 'PENDING_REVIEW'
          : undefined,
  })
  if (made.status === 'PENDING')
    world.schedule.add('clearPayment', made.id, world.clock.now() + 96 * hourMs)
  if (invoiceId) world.usedIds.add(`capture ${order.accountId} ${invoiceId}`)
  unit.captureId = made.id
}

function patch(context: Context): Reply {
  const order = find(context)
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED')
  for (const change of new Reader(context.body).list(100)) {
    const target =
      /^\/purchase_units\/@reference_id=='([^']*)'\/(custom_id|invoice_id|description)$/.exec(
        String(change.field('path').value),
      )
    const unit = target && order.units.find((u) => (u.wire.reference_id ?? 'default') === target[1])
    if (!unit || !target?.[2]) throw unprocessable('NOT_PATCHABLE', '/path')
    unit.wire[target[2]] = change.field('value').value
  }
  saveOrder(context.world, order)
  context.world.effect('order.patched', order.id)
  return ok()
}

function linksOf(world: World, order: OrderRecord): Link[] {
  const at = `${path}/${order.id}`
  const links = [link(world, 'self', at)]
  const page = `/checkoutnow?token=${order.id}`
  if (order.status === 'PAYER_ACTION_REQUIRED') links.push(link(world, 'payer-action', page))
  if (order.status === 'CREATED')
    links.push(
      link(world, 'approve', page),
      link(world, 'update', at, 'PATCH'),
      link(world, 'capture', `${at}/capture`, 'POST'),
    )
  if (order.status === 'APPROVED')
    links.push(link(world, 'update', at, 'PATCH'), link(world, 'capture', `${at}/capture`, 'POST'))
  return links
}

export function render(world: World, order: OrderRecord, minimal = false): Record<string, unknown> {
  const links = linksOf(world, order)
  if (minimal && order.status !== 'COMPLETED') return { id: order.id, status: order.status, links }
  return given({
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    purchase_units: order.units.map((unit) => {
      const made = unit.captureId ? world.captures.get(unit.captureId) : undefined
      return given({
        ...unit.wire,
        reference_id: unit.wire.reference_id ?? 'default',
        amount: {
          ...(unit.wire.amount as object),
          ...toWire({ currency: unit.currency, amountMinor: unit.amountMinor }),
        },
        // Inside its order a capture does not name the order again.
        payments: made
          ? { captures: [given({ ...renderCapture(world, made), supplementary_data: undefined })] }
          : undefined,
      })
    }),
    create_time: instant(order.createdAt),
    update_time: instant(order.updatedAt),
    links,
  })
}

const replay = (context: Context, id: string) =>
  ok(render(context.world, find({ ...context, params: { id } }), !context.representation))

export const orderRoutes: Route[] = [
  {
    operation: 'orders.create',
    method: 'POST',
    path,
    scopes,
    money: true,
    keyed: { keepMs: windowMs, replay },
    handle: create,
  },
  {
    operation: 'orders.get',
    method: 'GET',
    path: `${path}/{id}`,
    scopes,
    handle: (c) => ok(render(c.world, find(c))),
  },
  { operation: 'orders.patch', method: 'PATCH', path: `${path}/{id}`, scopes, handle: patch },
  {
    operation: 'orders.capture',
    method: 'POST',
    path: `${path}/{id}/capture`,
    scopes,
    money: true,
    keyed: { keepMs: windowMs, replay },
    handle: capture,
  },
]

import { expect, test } from 'vitest'
import { controlActions } from '../control/actions.ts'
import { payInvoice } from '../invoice/buyer.ts'
import { takePayment } from '../payment/capture.ts'
import type { InvoiceRecord } from '../record/invoice.ts'
import { directSim } from '../test/directSim.ts'
import { retryDelaysMs } from '../webhook/delivery.ts'
import { dayMs, hourMs, instant } from './clock.ts'
import { readSettings, UnknownSetting } from './config.ts'
import { defaultSwitches, type SwitchName, switches } from './switches.ts'

const t = directSim({ noise: false })
const { world, sim, call, account, app } = t
// biome-ignore lint/suspicious/noExplicitAny: what a lever answers is read by the test
const act = (name: string, input: object = {}): any =>
  controlActions[name]?.(sim, input as Record<string, unknown>)
const body = (currency: string, value: string, more: object = {}) => ({
  detail: { currency_code: currency, ...more },
  primary_recipients: [{ billing_info: { email_address: 'customer@example.com' } }],
  items: [
    {
      name: 'Thing',
      quantity: '1',
      unit_amount: { currency_code: currency, value },
      tax: { name: 'VAT', percent: '15' },
    },
  ],
  configuration: { partial_payment: { allow_partial_payment: true } },
})
const path = '/v2/invoicing/invoices'
const known = (id: string) => world.invoices.get(id) as InvoiceRecord
const made = (currency = 'USD', value = '100.00') =>
  known(call('POST', path, body(currency, value)).body.id)
const sent = (notice: object = {}) => {
  const invoice = made()
  call('POST', `${path}/${invoice.id}/send`, notice)
  return invoice
}
const paid = (amountMinor?: number, how?: 'echeck') => {
  const invoice = sent()
  const capture = payInvoice(world, invoice, { amountMinor, how })
  if (!capture) throw new Error('declined')
  return { invoice, capture }
}
const direct = () =>
  takePayment(world, { accountId: account.id, appId: app.id, currency: 'USD', amountMinor: 10_000 })
const usd = (value: string, more: object = {}) => ({
  amount: { currency_code: 'USD', value },
  ...more,
})
const refund = (id: string, input: object, requestId = world.id.uuid()) =>
  call('POST', `/v2/payments/captures/${id}/refund`, input, { 'paypal-request-id': requestId })
const rows = (from: number, to: number, more = '') =>
  call(
    'GET',
    `/v1/reporting/transactions?start_date=${instant(from)}&end_date=${instant(to)}&fields=all${more}`,
  )
const rowOf = (id: string) =>
  rows(world.clock.now(), world.clock.now() + 1000, `&transaction_id=${id}`).body
    .transaction_details[0]
const eventsOf = (doing: () => void) => {
  const before = world.eventOrder.length
  doing()
  return world.eventOrder.slice(before).map((id) => world.events.get(id)?.type)
}

/** What a client sees in each position. The default comes first in `switches`. */
const seen: { [Name in SwitchName]: { see: () => unknown; expected: Record<string, unknown> } } = {
  invoicingRequestId: {
    see: () => {
      const id = world.id.uuid()
      const [one, two] = [0, 1].map(
        () => call('POST', path, body('USD', '1.00'), { 'paypal-request-id': id }).body.id,
      )
      return one === two
    },
    expected: { ignored: false, honoured: true },
  },
  otherPayload: {
    see: () => {
      const { id } = direct()
      refund(id, usd('1.00'), `same-${id}`)
      return refund(id, usd('2.00'), `same-${id}`).status
    },
    expected: { replay: 200, refuse: 400 },
  },
  numberTaken: {
    see: () => {
      const { status, body: answer } = call(
        'POST',
        path,
        body('USD', '1.00', { invoice_number: made().number }),
      )
      return [status, answer.details[0].field]
    },
    expected: { unnamed: [422, undefined], named: [400, '/detail/invoice_number'] },
  },
  thirdReminder: {
    see: () => {
      const { id } = sent()
      return [1, 2, 3].map(() => call('POST', `${path}/${id}/remind`, {}).status)
    },
    expected: { refused: [204, 204, 422], accepted: [204, 204, 204] },
  },
  thirdRecipient: {
    see: () => {
      const { id } = sent()
      const to = (email: string) => [{ billing_info: { email_address: email } }]
      return ['a@example.com', 'b@example.com', 'c@example.com'].map(
        (email) =>
          call('PUT', `${path}/${id}`, { ...body('USD', '1.00'), primary_recipients: to(email) })
            .status,
      )
    },
    expected: { refused: [200, 200, 409], accepted: [200, 200, 200] },
  },
  invoiceCapture: {
    see: () => {
      const { status, body: answer } = call('GET', `/v2/payments/captures/${paid().capture.id}`)
      return [status, answer.seller_receivable_breakdown !== undefined]
    },
    expected: { hidden: [403, false], shown: [200, true], feeless: [200, false] },
  },
  invoiceRefund: {
    see: () => refund(paid().capture.id, {}).status,
    expected: { restricted: 422, denied: 403, allowed: 201 },
  },
  invoiceFollowsRefund: {
    see: () => {
      const { invoice, capture } = paid()
      world.config.invoiceRefund = 'allowed'
      refund(capture.id, {})
      return invoice.status
    },
    expected: { false: 'PAID', true: 'REFUNDED' },
  },
  invoicePaymentCode: {
    see: () => rowOf(paid().capture.id).transaction_info.transaction_event_code,
    expected: { T0006: 'T0006', T0000: 'T0000' },
  },
  invoiceRowIds: {
    see: () => {
      const { invoice, capture } = paid()
      const { transaction_info: info, cart_info: cart } = rowOf(capture.id)
      return [info.invoice_id === invoice.number, cart.paypal_invoice_id === invoice.id]
    },
    expected: {
      none: [false, false],
      number: [true, false],
      paypal: [false, true],
      both: [true, true],
    },
  },
  invoicePaymentFiresCapture: {
    see: () => {
      const invoice = sent()
      return eventsOf(() => payInvoice(world, invoice, {})).includes('PAYMENT.CAPTURE.COMPLETED')
    },
    expected: { false: false, true: true },
  },
  siteRefundFires: {
    see: () => {
      const { capture } = paid()
      return eventsOf(() => act('refundInPayPal', { captureId: capture.id }))
    },
    expected: { false: [], true: ['PAYMENT.CAPTURE.REFUNDED', 'INVOICING.INVOICE.REFUNDED'] },
  },
  sharedStatus: {
    see: () => sent({ send_to_recipient: false }).status,
    expected: { SHARED: 'SHARED', UNPAID: 'UNPAID' },
  },
  externalPaidStatus: {
    see: () => {
      const invoice = sent()
      call('POST', `${path}/${invoice.id}/payments`, { method: 'CASH' })
      return invoice.status
    },
    expected: { PAID: 'PAID', MARKED_AS_PAID: 'MARKED_AS_PAID', PAID_EXTERNAL: 'PAID_EXTERNAL' },
  },
  partRefundStatus: {
    see: () => {
      const { invoice, capture } = paid(4000)
      act('refundInPayPal', { captureId: capture.id })
      return invoice.status
    },
    expected: { open: 'SENT', REFUNDED: 'REFUNDED', PARTIALLY_REFUNDED: 'PARTIALLY_REFUNDED' },
  },
  reportingWindowBy: {
    see: async () => {
      const { capture } = paid(undefined, 'echeck')
      await sim.advance(4 * dayMs + 1000)
      const now = world.clock.now()
      const found = rows(now - hourMs, now).body.transaction_details
      return found.some(
        (row: { transaction_info: { transaction_id: string } }) =>
          row.transaction_info.transaction_id === capture.id,
      )
    },
    expected: { initiated: false, updated: true },
  },
  tooFreshStatus: {
    see: () => rows(world.clock.now() + hourMs, world.clock.now() + 2 * hourMs).status,
    expected: { 404: 404, 400: 400 },
  },
  zeroDecimalRounding: {
    see: () => made('JPY', '10').input.totals.total,
    expected: { down: 11, halfUp: 12 },
  },
  retrySpacing: {
    see: () => Math.round((retryDelaysMs[world.config.retrySpacing][0] ?? 0) / 60_000),
    expected: { even: 173, growing: 1 },
  },
  retryResigns: {
    see: async () => {
      world.webhooks.put('DEAF', {
        id: 'DEAF',
        appId: app.id,
        accountId: account.id,
        url: 'http://127.0.0.1:1/',
        types: ['*'],
      })
      made()
      world.webhooks.delete('DEAF')
      const event = world.events.get(world.eventOrder.at(-1) ?? '')
      await sim.advance(1)
      const first = event?.transmissions[0]?.transmissionId
      await sim.advance(4 * hourMs)
      return [event?.transmissions[0]?.attempts, event?.transmissions[0]?.transmissionId !== first]
    },
    expected: { false: [2, false], true: [2, true] },
  },
  retryAfter: {
    see: async () => {
      world.faults.add({ kind: 'ban', accountId: account.id, ms: 5000 })
      const token = [...world.tokens.values()].at(-1)?.token
      const headers = { authorization: `Bearer ${token}` }
      const answer = sim.handle({
        method: 'GET',
        path,
        query: new URLSearchParams(),
        headers,
        body: Buffer.alloc(0),
      })
      await sim.advance(6000)
      return [answer.status, answer.headers['retry-after']]
    },
    expected: { absent: [429, undefined], present: [429, '5'] },
  },
  paymentRangeBy: {
    see: async () => {
      await sim.advance(2000)
      const { invoice } = paid()
      const at = invoice.payments[0]?.at ?? 0
      const range = { start: instant(at + 2000), end: instant(at + 3000) }
      return call('POST', '/v2/invoicing/search-invoices', {
        payment_date_range: range,
        invoice_number: invoice.number,
      }).body.items.length
    },
    expected: { day: 1, instant: 0 },
  },
  pendingMoves: {
    see: () => {
      direct()
      const { available } = world.ledger.balance(account.id, 'USD')
      act('withdraw', { accountId: account.id, amountMinor: 700, pending: true })
      return world.ledger.balance(account.id, 'USD').available - available
    },
    expected: { true: -700, false: 0 },
  },
  beforeAccount: {
    see: () => [
      rows(account.createdAt - dayMs, account.createdAt - hourMs).status,
      call('GET', `/v1/reporting/balances?as_of_time=${instant(account.createdAt - dayMs)}`).status,
    ],
    expected: { refused: [404, 404], empty: [200, 200] },
  },
  asOfEcho: {
    see: () => {
      const asked = instant(world.clock.now() - (world.clock.now() % 60_000) - 30_000)
      return call('GET', `/v1/reporting/balances?as_of_time=${asked}`).body.as_of_time === asked
    },
    expected: { differs: false, same: true },
  },
  refundWindow: {
    see: async () => {
      const { id } = direct()
      await sim.advance(181 * dayMs)
      return refund(id, {}).status
    },
    expected: { '180days': 422, longer: 201 },
  },
  uniqueInvoiceId: {
    see: () => {
      const { id } = direct()
      const invoiceId = { invoice_id: `R-${id}` }
      refund(id, usd('1.00', invoiceId))
      return refund(id, usd('1.00', invoiceId)).status
    },
    expected: { false: 201, true: 422 },
  },
}

const every = (Object.keys(switches) as SwitchName[]).flatMap((name) =>
  switches[name].map((position) => ({ name, position })),
)
test.each(every)('$name: $position', async ({ name, position }) => {
  Object.assign(world.config, defaultSwitches, readSettings({ [name]: position }))
  expect(await seen[name].see()).toEqual(seen[name].expected[String(position)])
})

test('a name that is no setting and a position that a switch does not have are refused; a form sends text', () => {
  expect(() => readSettings({ invoiceRefunds: 'allowed' })).toThrow(UnknownSetting)
  expect(() => readSettings({ invoiceRefund: 'yes' })).toThrow(UnknownSetting)
  expect(() => readSettings({ reportingPerMinute: 'many' })).toThrow(UnknownSetting)
  expect(() => readSettings({ seed: 2 })).toThrow(UnknownSetting)
  const asText = {
    pendingMoves: 'false',
    tooFreshStatus: '400',
    reportingPerMinute: '20',
    eventDelayMs: [1, 2],
  }
  expect(readSettings(asText)).toEqual({
    pendingMoves: false,
    tooFreshStatus: 400,
    reportingPerMinute: 20,
    eventDelayMs: [1, 2],
  })
})

test('Transaction Search answers only hours after it was ticked', async () => {
  Object.assign(world.config, { ...defaultSwitches, reportingEnabledAfterMs: 9 * hourMs })
  act('setScopes', {
    appId: app.id,
    scopes: app.scopes.filter((one) => !one.includes('reporting/search')),
  })
  act('setScopes', { appId: app.id })
  const ask = () => rows(world.clock.now() - 1000, world.clock.now()).status
  expect(ask()).toBe(403)
  await sim.advance(9 * hourMs + 1000)
  expect(ask()).toBe(200)
  Object.assign(world.config, { reportingEnabledAfterMs: 0 })
})

test('webhooks-events forgets what is older than it keeps', async () => {
  Object.assign(world.config, { eventsKeptMs: 7 * dayMs })
  made()
  const id = world.eventOrder.at(-1)
  const listed = () =>
    call('GET', '/v1/notifications/webhooks-events?page_size=100').body.events.map(
      (event: { id: string }) => event.id,
    )
  await sim.advance(6 * dayMs)
  expect(listed()).toContain(id)
  await sim.advance(2 * dayMs)
  expect(listed()).not.toContain(id)
})

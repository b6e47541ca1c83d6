import { expect, test } from 'vitest'
import { openDispute, resolve } from '../dispute/dispute.ts'
import { payInvoice } from '../invoice/buyer.ts'
import { takePayment } from '../payment/capture.ts'
import type { InvoiceRecord } from '../record/invoice.ts'
import { directSim } from '../test/directSim.ts'
import { controlActions } from './actions.ts'

const t = directSim({ noise: false })
const { world, sim, call } = t
// biome-ignore lint/suspicious/noExplicitAny: what a lever answers is read by the test
const act = (name: string, input: object = {}): any =>
  controlActions[name]?.(sim, input as Record<string, unknown>)
const account = () => sim.addMerchant().account.id
const pay = (accountId: string, amountMinor = 10_000) =>
  takePayment(world, { accountId, currency: 'USD', amountMinor })
const balance = (accountId: string) => world.ledger.balance(accountId, 'USD')
const codesOf = (accountId: string) =>
  [
    ...world.ledger.visible(
      accountId,
      { from: 0, to: Number.MAX_SAFE_INTEGER },
      Number.MAX_SAFE_INTEGER,
      'initiated',
    ),
  ].map(({ row }) => row.eventCode)

function sent(): InvoiceRecord {
  const item = {
    name: 'Thing',
    quantity: '1',
    unit_amount: { currency_code: 'USD', value: '100.00' },
  }
  const { id } = call('POST', '/v2/invoicing/invoices', {
    detail: { currency_code: 'USD' },
    primary_recipients: [{ billing_info: { email_address: 'customer@example.com' } }],
    items: [item],
    amount: { breakdown: { shipping: { amount: { currency_code: 'USD', value: '5.00' } } } },
  }).body
  call('POST', `/v2/invoicing/invoices/${id}/send`, {})
  return world.invoices.get(id) as InvoiceRecord
}

test.each([
  [
    { action: 'amount', amountMinor: 4200 },
    { amount: { value: '42.00' }, due_amount: { value: '42.00' } },
    'UPDATED',
  ],
  [
    { action: 'currency', currency: 'EUR' },
    { detail: { currency_code: 'EUR' }, amount: { currency_code: 'EUR' } },
    'UPDATED',
  ],
  [
    { action: 'recipient', email: 'other@example.com' },
    { primary_recipients: [{ billing_info: { email_address: 'other@example.com' } }] },
    'UPDATED',
  ],
  [{ action: 'cancel' }, { status: 'CANCELLED' }, 'CANCELLED'],
  [{ action: 'recordPayment' }, { status: 'PAID' }, 'PAID'],
])('an invoice is changed on paypal.com: %o', (change, expected, event) => {
  const invoice = sent()
  act('changeInPayPal', { invoiceId: invoice.id, ...change })
  expect(call('GET', `/v2/invoicing/invoices/${invoice.id}`).body).toMatchObject(expected)
  const last = world.events.get(world.eventOrder.at(-1) ?? '')
  expect([last?.type, last?.appId]).toEqual([`INVOICING.INVOICE.${event}`, undefined])
})

test('money past any invoice comes from the customer with this address, by name', () => {
  const accountId = account()
  const payerOf = (input: object) =>
    world.ledger.find(act('payDirectly', { accountId, amountMinor: 100, ...input }).transactionId)
      ?.payer
  expect(payerOf({ email: 'nobody@example.com' })).toMatchObject({
    name: 'Test Buyer',
    country: 'US',
  })
  expect(
    payerOf({ email: 'nobody@example.com', name: 'Anna Petersen', country: 'DK' }),
  ).toMatchObject({
    name: 'Anna Petersen',
    country: 'DK',
  })
  const invoice = sent()
  const [recipient] = invoice.input.recipients
  Object.assign(recipient as object, {
    wire: {
      billing_info: { email_address: 'customer@example.com', business_name: 'Kerry Boatyard' },
    },
  })
  expect(payerOf({ accountId: invoice.accountId, email: 'customer@example.com' })).toMatchObject({
    name: 'Kerry Boatyard',
  })
})

test.each([
  'T1110',
  'T1500',
  'T1501',
  'T1502',
  'T1503',
  'T2101',
  'T2103',
  'T2105',
  'T2107',
  'T2111',
  'T2113',
])('%s withholds and the total stays', (code) => {
  const accountId = account()
  pay(accountId)
  const { available } = balance(accountId)
  act('hold', { accountId, code, amountMinor: 2000 })
  expect(balance(accountId)).toEqual({ available: available - 2000, withheld: 2000 })
})

test.each(['T1105', 'T1111', 'T1503', 'T2102', 'T2104', 'T2106', 'T2108', 'T2112'])(
  '%s releases what a reserve withheld',
  (code) => {
    const accountId = account()
    pay(accountId)
    const before = balance(accountId)
    act('hold', { accountId, code: 'T2103', amountMinor: 2000 })
    act('hold', { accountId, code, amountMinor: 2000, release: true })
    expect(balance(accountId)).toEqual(before)
  },
)

test('a withdrawal that the bank sends back was gone meanwhile', () => {
  const accountId = account()
  pay(accountId)
  const { available } = balance(accountId)
  const { transactionId } = act('withdraw', {
    accountId,
    amountMinor: 3000,
    code: 'T0400',
    pending: true,
  })
  expect(balance(accountId).available).toBe(available - 3000)
  act('changeRow', { transactionId, status: 'D' })
  expect(balance(accountId).available).toBe(available)
})

test('a refund from the bank is pending until it is settled', () => {
  const accountId = account()
  const capture = pay(accountId)
  const { available } = balance(accountId)
  const first = act('refundInPayPal', { captureId: capture.id, amountMinor: 1000, pending: true })
  expect([first.status, balance(accountId).available]).toEqual(['PENDING', available - 1000])
  act('settleRefund', { refundId: first.refundId, how: 'fail' })
  expect([capture.refundedMinor, balance(accountId).available]).toEqual([0, available])
  const second = act('refundInPayPal', { captureId: capture.id, amountMinor: 1000, pending: true })
  act('settleRefund', { refundId: second.refundId })
  expect([capture.status, balance(accountId).available]).toEqual([
    'PARTIALLY_REFUNDED',
    available - 1000,
  ])
})

test('where the terms say so, the fee comes back with a refund and with a reversal', () => {
  const accountId = account()
  act('changeAccount', { accountId, returnsFees: true })
  const capture = pay(accountId)
  const { refundId } = act('refundInPayPal', { captureId: capture.id, amountMinor: 5000 })
  expect(world.refunds.get(refundId)?.feeReturnedMinor).toBe(199)
  resolve(world, openDispute(world, pay(accountId)), 'RESOLVED_BUYER_FAVOUR')
  expect(codesOf(accountId)).toEqual([
    'T0000',
    'T1107',
    'T1109',
    'T0000',
    'T1110',
    'T1111',
    'T1106',
    'T1108',
  ])
})

test('a page of a search by payment or creation is quick for an account with 50,000 invoices, and lean unless asked', () => {
  const { account: large, app } = sim.addMerchant()
  const template = sent()
  for (let n = 0; n < 50_000; n++) {
    const invoice: InvoiceRecord = {
      ...template,
      id: `INV2-${String(n).padStart(16, '0')}`,
      seq: ++world.counters.invoice,
      accountId: large.id,
      appId: app.id,
      number: `L${n}`,
      createdAt: 1_000_000 * n,
      payments: [
        {
          id: `P${n}`,
          type: 'PAYPAL',
          method: 'PAYPAL',
          date: '2026-01-01',
          at: 1_000_000 * n + 5,
          amountMinor: 10_500,
          pending: false,
        },
      ],
      status: 'PAID',
    }
    world.indexInvoice(invoice)
  }
  world.config.paymentRangeBy = 'instant'
  const basic = Buffer.from(`${app.clientId}:${app.secret}`).toString('base64')
  const body = Buffer.from('grant_type=client_credentials')
  const query = new URLSearchParams()
  const headers = {
    authorization: `Basic ${basic}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const answer = sim.handle({ method: 'POST', path: '/v1/oauth2/token', query, headers, body })
  const authorization = `Bearer ${JSON.parse(answer.body.toString()).access_token}`
  const range = {
    start: new Date(0).toISOString(),
    end: new Date(1_000_000 * 40_000 + 10).toISOString(),
  }
  const ask = (name: string, more: object = {}, page = 200) => {
    const found = call(
      'POST',
      `/v2/invoicing/search-invoices?page=${page}&page_size=100`,
      { [name]: range, ...more },
      { authorization },
    )
    expect(found.status).toBe(200)
    return found.body.items
  }
  for (const name of ['payment_date_range', 'creation_date_range']) {
    const [first] = ask(name)
    expect([first.detail.invoice_number, first.payments, first.items]).toEqual([
      'L20100',
      undefined,
      undefined,
    ])
    expect(
      ask(name, { fields: ['payments', 'refunds', 'items'] })[0].payments.transactions,
    ).toHaveLength(1)
    // One row of the middle shows what the search costs without the rendering.
    const one = {
      start: new Date(1_000_000 * 20_000 - 10).toISOString(),
      end: new Date(1_000_000 * 20_000 + 10).toISOString(),
    }
    const times = Array.from({ length: 20 }, () => {
      const begun = performance.now()
      expect(ask(name, { [name]: one }, 1)).toHaveLength(1)
      return performance.now() - begun
    })
    expect(Math.min(...times)).toBeLessThan(5)
  }
  payInvoice(world, sent(), {})
})

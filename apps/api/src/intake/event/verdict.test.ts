import { Invoice } from '@paydesk/paypal/invoice'
import { expect, test } from 'vitest'
import { claimOf } from './claim.ts'
import type { Held, Hint } from './hint.ts'
import type { Looked } from './look.ts'
import { judge } from './verdict.ts'

const usd = (value: string) => ({ currency_code: 'USD', value })
const invoiceId = 'INV2-AAAA-BBBB-CCCC-DDDD'
const hintOf = (eventType: string, resource: unknown, overdue = false): Hint => ({
  eventId: 'WH-1',
  eventType,
  resourceId: null,
  transmissionId: 'T-1',
  overdue,
  resource,
  claim: claimOf(eventType, resource),
})
const capture = (overdue = false) =>
  hintOf(
    'PAYMENT.CAPTURE.COMPLETED',
    { id: 'CAP1', invoice_id: 'B-1', amount: usd('10.00'), status: 'COMPLETED' },
    overdue,
  )
const invoice = (overdue = false) =>
  hintOf('INVOICING.INVOICE.PAID', { invoice: { id: invoiceId, status: 'PAID' } }, overdue)

const heldOf = (values: Partial<Held> = {}): Held => ({
  bills: new Map(),
  invoices: new Map(),
  rows: new Map(),
  sending: new Set(),
  ...values,
})
const lookedOf = (values: Partial<Looked> = {}): Looked => ({
  found: new Map(),
  absent: new Set(),
  unclear: new Set(),
  captures: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  events: new Map(),
  ...values,
})
const linked = heldOf({ invoices: new Map([['B-1', { billId: 'bill', invoiceId }]]) })
const row = (amountMinor: number) =>
  heldOf({ rows: new Map([['CAP1', [{ amountMinor, currency: 'USD', pending: false }]]]) })

test.each<[string, Hint, Held, Looked, object]>([
  ['a row that reporting lists', capture(), row(1000), lookedOf(), { outcome: 'confirmed' }],
  ['a row of another sum', capture(), row(999), lookedOf(), { outcome: 'later', counts: true }],
  [
    'a payment that nobody asked about yet',
    capture(),
    linked,
    lookedOf(),
    { outcome: 'later', counts: false },
  ],
  [
    'a payment whose invoice is gone',
    capture(),
    linked,
    lookedOf({ absent: new Set([invoiceId]) }),
    { outcome: 'later', counts: true },
  ],
  [
    'an invoice that PayPal does not show',
    invoice(),
    heldOf(),
    lookedOf({ absent: new Set([invoiceId]) }),
    { outcome: 'later', counts: true },
  ],
  [
    'an invoice about which PayPal says nothing clear',
    invoice(),
    heldOf(),
    lookedOf({ unclear: new Set([invoiceId]) }),
    { outcome: 'later', counts: true },
  ],
])('%s', (_, hint, held, looked, expected) => {
  expect(judge(hint, held, looked)).toMatchObject(expected)
})

test('what is not borne out in time is decided by PayPal’s own list of events', () => {
  const looked = (listed?: boolean) =>
    lookedOf({
      absent: new Set([invoiceId]),
      events: new Map(listed === undefined ? [] : [['WH-1', listed]]),
    })
  expect(judge(invoice(true), heldOf(), looked(true))).toMatchObject({
    outcome: 'confirmed',
    reason: 'PayPal lists the event',
  })
  expect(judge(invoice(true), heldOf(), looked(false))).toMatchObject({ outcome: 'alarm' })
  expect(judge(invoice(true), heldOf(), looked())).toMatchObject({ outcome: 'later' })
  expect(judge(invoice(false), heldOf(), looked(false))).toMatchObject({ outcome: 'later' })
})

test('an event that PayPal lists is not done while PayPal says nothing clear about its subject', () => {
  const looked = lookedOf({ unclear: new Set([invoiceId]), events: new Map([['WH-1', true]]) })
  expect(judge(invoice(true), heldOf(), looked)).toMatchObject({ outcome: 'later', counts: true })
})

const shown = (amountMinor: number, currency = 'USD') => ({
  id: 'M1',
  status: 'COMPLETED',
  amount: { amountMinor, currency },
  raw: {},
})
const refund = (overdue = false) =>
  hintOf('PAYMENT.REFUND.COMPLETED', { id: 'REF1', amount: usd('10.00') }, overdue)
const dispute = hintOf('CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-D-1' })
const other = hintOf('PAYMENT.SALE.COMPLETED', { id: 'S1' })
const listedInvoice = (values: object) =>
  Invoice.parse({ id: invoiceId, status: 'PAID', detail: { currency_code: 'USD' }, ...values })
const paidBy = (value: string) =>
  listedInvoice({
    payments: {
      paid_amount: usd(value),
      transactions: [{ type: 'PAYPAL', payment_id: 'CAP1', method: 'PAYPAL', amount: usd(value) }],
    },
  })
const [yes, notBorneOut, notAsked] = [
  { outcome: 'confirmed' },
  { outcome: 'later', counts: true },
  { outcome: 'later', counts: false },
]

test.each<[string, Hint, Held, Partial<Looked>, object]>([
  [
    'a row of the same sum in another currency',
    capture(),
    heldOf({ rows: new Map([['CAP1', [{ amountMinor: 1000, currency: 'EUR', pending: false }]]]) }),
    {},
    notBorneOut,
  ],
  ['a row that shows the sum as going out', capture(), row(-1000), {}, yes],
  [
    'a capture of the same sum',
    capture(),
    heldOf(),
    { captures: new Map([['CAP1', shown(1000)]]) },
    yes,
  ],
  [
    'a capture of another sum',
    capture(),
    heldOf(),
    { captures: new Map([['CAP1', shown(1001)]]) },
    notBorneOut,
  ],
  [
    'a capture of another currency',
    capture(),
    heldOf(),
    { captures: new Map([['CAP1', shown(1000, 'EUR')]]) },
    notBorneOut,
  ],
  [
    'a capture that PayPal does not show',
    capture(),
    heldOf(),
    { captures: new Map([['CAP1', 'absent']]) },
    notBorneOut,
  ],
  [
    'an unclear answer about a capture',
    capture(),
    heldOf(),
    { unclear: new Set(['CAP1']) },
    { ...notBorneOut, unclear: true },
  ],
  [
    'an unclear answer about its invoice',
    capture(),
    linked,
    { unclear: new Set([invoiceId]) },
    { ...notBorneOut, unclear: true },
  ],
  [
    'an invoice with this payment',
    capture(),
    linked,
    { found: new Map([[invoiceId, paidBy('10.00')]]) },
    { ...yes, billId: 'bill' },
  ],
  [
    'an invoice with this payment of another sum',
    capture(),
    linked,
    { found: new Map([[invoiceId, paidBy('11.00')]]) },
    notBorneOut,
  ],
  [
    'an invoice without this payment',
    capture(),
    linked,
    { found: new Map([[invoiceId, listedInvoice({})]]) },
    notBorneOut,
  ],
  [
    'a refund of the same sum',
    refund(),
    heldOf(),
    { refunds: new Map([['REF1', shown(1000)]]) },
    yes,
  ],
  [
    'a refund of another sum',
    refund(),
    heldOf(),
    { refunds: new Map([['REF1', shown(1001)]]) },
    notBorneOut,
  ],
  [
    'a refund that PayPal does not show',
    refund(),
    heldOf(),
    { refunds: new Map([['REF1', 'absent']]) },
    notBorneOut,
  ],
  ['a refund that nobody asked about yet', refund(), heldOf(), {}, notAsked],
  [
    'an unclear answer about a refund',
    refund(),
    heldOf(),
    { unclear: new Set(['REF1']) },
    { ...notBorneOut, unclear: true },
  ],
  [
    'a refund’s row',
    refund(),
    heldOf({
      rows: new Map([['REF1', [{ amountMinor: -1000, currency: 'USD', pending: false }]]]),
    }),
    {},
    yes,
  ],
  [
    'a refund’s pending row, before PayPal was asked',
    refund(),
    heldOf({ rows: new Map([['REF1', [{ amountMinor: -1000, currency: 'USD', pending: true }]]]) }),
    {},
    notAsked,
  ],
  [
    'a refund’s pending row, and PayPal hides the refund',
    refund(),
    heldOf({ rows: new Map([['REF1', [{ amountMinor: -1000, currency: 'USD', pending: true }]]]) }),
    { refunds: new Map([['REF1', 'absent']]) },
    yes,
  ],
  [
    'a refund’s row of another sum',
    refund(),
    heldOf({
      rows: new Map([['REF1', [{ amountMinor: -1001, currency: 'USD', pending: false }]]]),
    }),
    {},
    notBorneOut,
  ],
  [
    'a dispute that PayPal does not show',
    dispute,
    heldOf(),
    { disputes: new Map([['PP-D-1', 'absent']]) },
    notBorneOut,
  ],
  ['a dispute that nobody asked about yet', dispute, heldOf(), {}, notAsked],
  [
    'another kind that PayPal lists',
    other,
    heldOf(),
    { events: new Map([['WH-1', true]]) },
    { outcome: 'notOurs' },
  ],
  [
    'another kind that PayPal does not list',
    other,
    heldOf(),
    { events: new Map([['WH-1', false]]) },
    notBorneOut,
  ],
  ['another kind that nobody asked about yet', other, heldOf(), {}, notAsked],
  ['an invoice that nobody asked about yet', invoice(), heldOf(), {}, notAsked],
])('%s', (_, hint, held, looked, expected) => {
  expect(judge(hint, held, lookedOf(looked))).toMatchObject(expected)
})

test('an event about an invoice whose bill is still on its way to PayPal waits for it', () => {
  const sent = listedInvoice({
    status: 'SENT',
    detail: { currency_code: 'USD', invoice_number: 'B-1' },
  })
  const told = hintOf('INVOICING.INVOICE.CREATED', { invoice: { id: invoiceId, status: 'SENT' } })
  const found = lookedOf({ found: new Map([[invoiceId, sent]]) })
  expect(judge(told, heldOf({ sending: new Set(['B-1']) }), found)).toMatchObject(notBorneOut)
  expect(judge(told, heldOf(), found)).toEqual({ outcome: 'notOurs' })
  expect(judge(told, heldOf({ bills: new Map([[invoiceId, 'bill']]) }), found)).toEqual({
    outcome: 'confirmed',
    billId: 'bill',
  })
})

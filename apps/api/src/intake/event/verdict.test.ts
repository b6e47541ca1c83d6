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
  hintOf('PAYMENT.CAPTURE.COMPLETED', { id: 'CAP1', invoice_id: 'B-1', amount: usd('10.00'), status: 'COMPLETED' }, overdue)
const invoice = (overdue = false) => hintOf('INVOICING.INVOICE.PAID', { invoice: { id: invoiceId, status: 'PAID' } }, overdue)

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
const row = (amountMinor: number) => heldOf({ rows: new Map([['CAP1', [{ amountMinor, currency: 'USD' }]]]) })

test.each<[string, Hint, Held, Looked, object]>([
  ['a row that reporting lists', capture(), row(1000), lookedOf(), { outcome: 'confirmed' }],
  ['a row of another sum', capture(), row(999), lookedOf(), { outcome: 'later', counts: true }],
  ['a payment that nobody asked about yet', capture(), linked, lookedOf(), { outcome: 'later', counts: false }],
  ['a payment whose invoice is gone', capture(), linked, lookedOf({ absent: new Set([invoiceId]) }), { outcome: 'later', counts: true }],
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
    lookedOf({ absent: new Set([invoiceId]), events: new Map(listed === undefined ? [] : [['WH-1', listed]]) })
  expect(judge(invoice(true), heldOf(), looked(true))).toMatchObject({ outcome: 'confirmed', reason: 'PayPal lists the event' })
  expect(judge(invoice(true), heldOf(), looked(false))).toMatchObject({ outcome: 'alarm' })
  expect(judge(invoice(true), heldOf(), looked())).toMatchObject({ outcome: 'later' })
  expect(judge(invoice(false), heldOf(), looked(false))).toMatchObject({ outcome: 'later' })
})

test('an event that PayPal lists is not done while PayPal says nothing clear about its subject', () => {
  const looked = lookedOf({ unclear: new Set([invoiceId]), events: new Map([['WH-1', true]]) })
  expect(judge(invoice(true), heldOf(), looked)).toMatchObject({ outcome: 'later', counts: true })
})

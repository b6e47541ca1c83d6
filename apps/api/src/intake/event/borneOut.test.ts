import { Invoice } from '@paydesk/paypal/invoice'
import { expect, test } from 'vitest'
import { againstInvoice } from './borneOut.ts'
import { claimOf } from './claim.ts'

const usd = (value: string) => ({ currency_code: 'USD', value })
const payment = (id: string, value: string, type = 'PAYPAL') => ({
  type,
  payment_id: id,
  method: 'PAYPAL',
  amount: usd(value),
})
const at = (second: number) => `2026-11-16T10:00:${String(second).padStart(2, '0')}Z`

type Values = {
  status?: string
  second?: number | null
  total?: object
  payments?: object[]
  refunds?: object[]
}
const invoiceOf = ({
  status = 'SENT',
  second = 10,
  total = usd('100.00'),
  payments = [],
  refunds = [],
}: Values) => ({
  id: 'INV2-AAAA-BBBB-CCCC-DDDD',
  status,
  detail: {
    currency_code: 'USD',
    metadata: second === null ? {} : { create_time: at(0), last_update_time: at(second) },
  },
  amount: total,
  due_amount: usd('0.00'),
  payments: { paid_amount: usd('0.00'), transactions: payments },
  refunds: { transactions: refunds },
})

const against = (claimed: Values, known: Values) => {
  const claim = claimOf('INVOICING.INVOICE.PAID', { invoice: invoiceOf(claimed) })
  if (claim.about !== 'invoice') throw new Error('no claim')
  return againstInvoice(claim, Invoice.parse(invoiceOf(known)))
}

const one = payment('P1', '40.00')
const two = payment('P2', '60.00')
const byHand = payment('X1', '40.00', 'EXTERNAL')

test.each<[string, Values, Values]>([
  ['the same', { status: 'PAID', payments: [one] }, { status: 'PAID', payments: [one] }],
  [
    'a record that has moved on',
    { payments: [one], status: 'PARTIALLY_PAID' },
    { second: 20, payments: [one, two], status: 'PAID' },
  ],
  [
    'a record that has moved on within the second',
    { payments: [one], status: 'PARTIALLY_PAID' },
    { payments: [one, two], status: 'PAID' },
  ],
  ['a total that was changed since', { total: usd('90.00') }, { second: 20 }],
  [
    'an entry by hand that was removed since',
    { status: 'PARTIALLY_PAID', payments: [byHand] },
    { second: 20, payments: [one] },
  ],
  [
    'an event without a time',
    { second: null, status: 'SENT' },
    { status: 'PAID', payments: [one] },
  ],
])('%s bears it out', (_, claimed, known) => {
  expect(against(claimed, known)).toBeUndefined()
})

test.each<[string, Values, Values, string]>([
  ['a payment that PayPal has not', { status: 'PAID', payments: [one] }, {}, 'no P1'],
  [
    'a payment that PayPal has not, dated long ago',
    { second: 5, status: 'PAID', payments: [one] },
    { second: 20 },
    'no P1',
  ],
  ['another sum', { payments: [payment('P1', '41.00')] }, { payments: [one] }, 'no P1'],
  [
    'another currency',
    { payments: [{ ...one, amount: { currency_code: 'EUR', value: '40.00' } }] },
    { payments: [one] },
    'no P1',
  ],
  [
    'a sum that cannot be read',
    { payments: [{ ...one, amount: { currency_code: 'USD', value: 'much' } }] },
    { payments: [one] },
    'no P1',
  ],
  [
    'a refund that PayPal has not',
    { refunds: [{ refund_id: 'R1', amount: usd('1.00') }] },
    {},
    'no R1',
  ],
  ['a time that PayPal’s record has not reached', { second: 11 }, {}, 'dated'],
  [
    'another status of the same second',
    { status: 'PAID', payments: [one] },
    { status: 'PARTIALLY_PAID', payments: [one] },
    'says PAID',
  ],
  [
    'cancelled, dated long ago',
    { second: 5, status: 'CANCELLED' },
    { second: 20 },
    'says CANCELLED',
  ],
  ['paid by nothing, dated long ago', { second: 5, status: 'PAID' }, { second: 20 }, 'says PAID'],
  ['another total of the same second', { total: usd('1.00') }, {}, 'in all'],
  [
    'the total in another currency',
    { total: { currency_code: 'EUR', value: '100.00' } },
    {},
    'in all',
  ],
  ['an entry by hand that was never there', { payments: [byHand] }, {}, 'no X1'],
  [
    'the same rank by another name',
    { status: 'MARKED_AS_PAID', payments: [one] },
    { status: 'PAID', payments: [one] },
    'says MARKED_AS_PAID',
  ],
])('%s is not borne out', (_, claimed, known, why) => {
  expect(against(claimed, known)).toContain(why)
})

test.each<[string, unknown, string]>([
  ['INVOICING.INVOICE.PAID', { invoice: null }, 'other'],
  ['INVOICING.INVOICE.PAID', null, 'other'],
  [
    'INVOICING.INVOICE.PAID',
    { invoice: { id: 'INV2-1', payments: { transactions: 'many' } } },
    'invoice',
  ],
  [
    'INVOICING.INVOICE.PAID',
    { invoice: { id: 'INV2-1', detail: { metadata: { create_time: { toString: 1 } } } } },
    'invoice',
  ],
  ['INVOICING.INVOICE.PAID', { invoice: { id: 'a\u0000b' } }, 'other'],
  ['PAYMENT.CAPTURE.COMPLETED', { id: 'C1' }, 'capture'],
  ['PAYMENT.CAPTURE.REFUNDED', { id: 'R1' }, 'refund'],
  ['PAYMENT.REFUND.FAILED', { id: 'R1' }, 'refund'],
  ['PAYMENT.CAPTURE.COMPLETED', { id: 7 }, 'other'],
  ['CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-D-1' }, 'dispute'],
  ['CUSTOMER.DISPUTE.CREATED', [], 'other'],
  ['PAYMENT.SALE.COMPLETED', { id: 'S1' }, 'other'],
])('%s with %j is about: %s', (type, resource, about) => {
  expect(claimOf(type, resource).about).toBe(about)
})

import { expect, test } from 'vitest'
import { claimOf } from './claim.ts'

const usd = (value: string) => ({ currency_code: 'USD', value })
const invoice = {
  id: 'INV2-AAAA-BBBB-CCCC-DDDD',
  status: 'PARTIALLY_PAID',
  amount: usd('100.00'),
  detail: {
    invoice_number: 'B-1',
    metadata: { create_time: '2026-11-16T10:00:00Z', last_update_time: '2026-11-16T11:00:00Z' },
  },
  payments: {
    transactions: [
      { type: 'PAYPAL', payment_id: 'P1', amount: usd('40.00') },
      { type: 'EXTERNAL', payment_id: 'X1', amount: usd('10.00') },
      { type: 'PAYPAL', payment_id: 'P2', amount: usd('much') },
    ],
  },
  refunds: {
    transactions: [
      { refund_id: 'R1', amount: usd('1.00') },
      { recipient_transaction_id: 'R2', amount: usd('2.00') },
    ],
  },
}

test('an invoice is claimed as its event tells it, wrapped or not', () => {
  const claim = {
    about: 'invoice',
    invoiceId: 'INV2-AAAA-BBBB-CCCC-DDDD',
    number: 'B-1',
    status: 'PARTIALLY_PAID',
    total: { amountMinor: 10_000, currency: 'USD' },
    createdAt: Date.parse('2026-11-16T10:00:00Z'),
    updatedAt: Date.parse('2026-11-16T11:00:00Z'),
    paid: [
      { id: 'P1', byHand: false, amountMinor: 4000, currency: 'USD' },
      { id: 'X1', byHand: true, amountMinor: 1000, currency: 'USD' },
      // A sum that cannot be read equals none, not even nothing.
      { id: 'P2', byHand: false, amountMinor: Number.NaN, currency: '' },
    ],
    refunded: [
      { id: 'R1', byHand: false, amountMinor: 100, currency: 'USD' },
      { id: 'R2', byHand: false, amountMinor: 200, currency: 'USD' },
    ],
  }
  expect(claimOf('INVOICING.INVOICE.PAID', { invoice })).toEqual(claim)
  expect(claimOf('INVOICING.INVOICE.PAID', invoice)).toEqual(claim)
})

test.each([
  ['PAYMENT.CAPTURE.REFUNDED', { about: 'refund', refundId: 'M1' }],
  ['PAYMENT.CAPTURE.REVERSED', { about: 'refund', refundId: 'M1' }],
  ['PAYMENT.REFUND.FAILED', { about: 'refund', refundId: 'M1' }],
  ['PAYMENT.CAPTURE.COMPLETED', { about: 'capture', captureId: 'M1', number: 'B-1' }],
  ['PAYMENT.CAPTURE.PENDING', { about: 'capture', captureId: 'M1', number: 'B-1' }],
])('%s claims its sum', (type, claim) => {
  const resource = { id: 'M1', invoice_id: 'B-1', amount: usd('40.00') }
  expect(claimOf(type, resource)).toEqual({
    ...claim,
    sum: { id: 'M1', byHand: false, amountMinor: 4000, currency: 'USD' },
  })
})

test.each([
  ['a control character', 'M1\u0007'],
  ['a letter of another script', 'Мoney'],
  ['more than any id', 'M'.repeat(128)],
  ['nothing', ''],
])('an id with %s names nothing', (_, id) => {
  expect(claimOf('PAYMENT.CAPTURE.COMPLETED', { id, amount: usd('1.00') })).toEqual({
    about: 'other',
  })
})

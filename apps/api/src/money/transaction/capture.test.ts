import type { Capture } from '@paydesk/paypal/payments'
import { expect, test } from 'vitest'
import { rowOfCapture } from './row.ts'

const usd = (amountMinor: number, currency = 'USD') => ({ currency, amountMinor })
const capture = (values: object = {}): Capture => ({
  id: 'CAP1',
  status: 'COMPLETED',
  amount: usd(10_000),
  invoice_id: 'B-1',
  custom_id: 'C-1',
  seller_receivable_breakdown: {
    gross_amount: usd(10_000),
    paypal_fee: usd(398),
    net_amount: usd(9602),
  },
  create_time: '2026-06-01T08:00:00Z',
  update_time: '2026-06-01T08:00:09Z',
  raw: {},
  ...values,
})

test('a completed capture is a settled row: its fee is negative there, as in reporting', () => {
  expect(rowOfCapture('a1', capture())).toMatchObject({
    accountId: 'a1',
    providerTransactionId: 'CAP1',
    status: 'S',
    currency: 'USD',
    grossMinor: 10_000,
    feeMinor: -398,
    invoiceId: 'B-1',
    customField: 'C-1',
    occurredAt: '2026-06-01T08:00:00.000Z',
    providerUpdatedAt: '2026-06-01T08:00:09.000Z',
  })
  const free = { gross_amount: usd(10_000), paypal_fee: usd(0) }
  expect(rowOfCapture('a1', capture({ seller_receivable_breakdown: free }))?.feeMinor).toBe(0)
})

test.each([
  ['that is pending', { status: 'PENDING' }],
  ['that was refunded since', { status: 'REFUNDED' }],
  ['without a fee', { seller_receivable_breakdown: { gross_amount: usd(10_000) } }],
  [
    'with a fee in another currency',
    { seller_receivable_breakdown: { gross_amount: usd(10_000), paypal_fee: usd(398, 'EUR') } },
  ],
  ['without a time', { create_time: undefined }],
  ['without the time of its last change', { update_time: undefined }],
])('a capture %s makes no row', (_, values) => {
  expect(rowOfCapture('a1', capture(values))).toBeUndefined()
})

test('a capture of an order says so by its code and its reference', () => {
  const ordered = rowOfCapture(
    'a1',
    capture({ supplementary_data: { related_ids: { order_id: 'O-1' } } }),
  )
  expect(ordered).toMatchObject({ eventCode: 'T0006', referenceId: 'O-1', referenceType: 'ODR' })
  expect(rowOfCapture('a1', capture())).toMatchObject({
    eventCode: 'T0000',
    referenceId: '',
    referenceType: '',
  })
})

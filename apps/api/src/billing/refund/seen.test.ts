import type { Refund } from '@paydesk/paypal/payments'
import { expect, test } from 'vitest'
import { fromRefund, fromTransaction, type ReportedRow } from './seen.ts'

const row = (values: Partial<ReportedRow> = {}): ReportedRow => ({
  providerTransactionId: 'R1',
  eventCode: 'T1107',
  status: 'S',
  grossMinor: -500,
  currency: 'USD',
  referenceId: 'CAP1',
  customField: '',
  ...values,
})

test.each<[string, Partial<ReportedRow>, object | undefined]>([
  [
    'a refund',
    {},
    {
      kind: 'refund',
      state: 'completed',
      amountMinor: 500,
      captureId: 'CAP1',
      providerRefundId: 'R1',
    },
  ],
  ['a refund that is pending', { status: 'P' }, { kind: 'refund', state: 'pending' }],
  ['a refund that was denied', { status: 'D' }, { kind: 'refund', state: 'failed' }],
  ['a refund that we got', { grossMinor: 500 }, undefined],
  ['a reversal', { eventCode: 'T1106' }, { kind: 'reversal', amountMinor: 500 }],
  [
    'a reversal that was taken back',
    { eventCode: 'T1106', grossMinor: 500 },
    { kind: 'returned', amountMinor: 500 },
  ],
  ['a chargeback', { eventCode: 'T1201' }, { kind: 'reversal', amountMinor: 500 }],
  [
    'a chargeback that was taken back',
    { eventCode: 'T1202', grossMinor: 500 },
    { kind: 'returned', amountMinor: 500 },
  ],
  ['a reversal of nothing', { eventCode: 'T1106', grossMinor: 0 }, undefined],
  ['a payment', { eventCode: 'T0006', grossMinor: 500 }, undefined],
  ['a hold', { eventCode: 'T1110' }, undefined],
  ['a row without a reference', { referenceId: '' }, { captureId: null }],
  ['a row that carries our own id', { customField: 'ours' }, { customId: 'ours' }],
])('%s', (_, values, expected) => {
  const seen = fromTransaction(row(values))
  if (expected) expect(seen).toMatchObject(expected)
  else expect(seen).toBeUndefined()
})

const refund = (values: object = {}) =>
  ({
    id: 'R1',
    status: 'COMPLETED',
    amount: { amountMinor: 500, currency: 'USD' },
    custom_id: 'ours',
    links: [{ rel: 'up', href: 'https://api.example/v2/payments/captures/CAP1', method: 'GET' }],
    ...values,
  }) as Refund

test('PayPal’s own record of a refund names its capture', () => {
  expect(fromRefund(refund())).toEqual({
    providerRefundId: 'R1',
    captureId: 'CAP1',
    amountMinor: 500,
    currency: 'USD',
    state: 'completed',
    kind: 'refund',
    customId: 'ours',
  })
  expect(fromRefund(refund({ links: [] }))?.captureId).toBeNull()
})

test.each([
  ['COMPLETED', 'completed'],
  ['PENDING', 'pending'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'failed'],
])('a refund that is %s', (status, state) => {
  expect(fromRefund(refund({ status }))?.state).toBe(state)
})

test('a record without its amount, or of a status that nobody knows, says nothing', () => {
  expect(fromRefund(refund({ status: 'SOMETHING_NEW' }))).toBeUndefined()
  expect(fromRefund(refund({ amount: undefined }))).toBeUndefined()
})

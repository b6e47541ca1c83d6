import type { BillStatus } from '@paydesk/contract/billing/billStatus'
import { expect, test } from 'vitest'
import { sumsOf } from './sums.ts'

test('one sum per currency, never across; nobody owes what was cancelled', () => {
  const row = (
    currency: 'USD' | 'JPY',
    totalMinor: number,
    dueMinor: number,
    status: BillStatus = 'sent',
  ) => ({
    currency,
    totalMinor,
    dueMinor,
    status,
  })
  expect(
    sumsOf([row('USD', 1000, 400), row('JPY', 700, 700), row('USD', 1, 1, 'cancelled')]),
  ).toEqual([
    {
      currency: 'USD',
      count: 2,
      total: { amountMinor: 1001, currency: 'USD' },
      due: { amountMinor: 400, currency: 'USD' },
    },
    {
      currency: 'JPY',
      count: 1,
      total: { amountMinor: 700, currency: 'JPY' },
      due: { amountMinor: 700, currency: 'JPY' },
    },
  ])
  expect(sumsOf([])).toEqual([])
})

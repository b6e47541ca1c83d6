import { expect, test } from 'vitest'
import { sumsOf } from './sums.ts'

test('one sum per currency, never across', () => {
  const row = (currency: 'USD' | 'JPY', totalMinor: number, dueMinor: number) => ({ currency, totalMinor, dueMinor })
  expect(sumsOf([row('USD', 1000, 400), row('JPY', 700, 700), row('USD', 1, 0)])).toEqual([
    { currency: 'USD', count: 2, total: { amountMinor: 1001, currency: 'USD' }, due: { amountMinor: 400, currency: 'USD' } },
    { currency: 'JPY', count: 1, total: { amountMinor: 700, currency: 'JPY' }, due: { amountMinor: 700, currency: 'JPY' } },
  ])
  expect(sumsOf([])).toEqual([])
})

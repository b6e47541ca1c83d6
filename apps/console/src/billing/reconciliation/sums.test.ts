import { expect, test } from 'vitest'
import { sumsOf } from './sums.ts'

test('what is open is summed up per currency, and money that went is not taken from money that came', () => {
  const row = (grossMinor: number, matchedMinor = 0, currency: 'USD' | 'EUR' = 'USD') => ({
    grossMinor,
    matchedMinor,
    currency,
  })
  expect(
    sumsOf([row(500, 200), row(700), row(-250), row(900, 0, 'EUR')]).map(({ count, sum }) => [
      count,
      sum.amountMinor,
      sum.currency,
    ]),
  ).toEqual([
    [2, 1000, 'USD'],
    [1, -250, 'USD'],
    [1, 900, 'EUR'],
  ])
})

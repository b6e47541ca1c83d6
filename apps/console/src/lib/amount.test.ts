import { expect, test } from 'vitest'
import { amountOf } from './amount.ts'

test('amounts follow the currency’s decimals', () => {
  expect(
    ['12', '12.5', '12.50', '1,234.56', '１２．５', '0'].map((text) => amountOf(text, 'USD')),
  ).toEqual([1200, 1250, 1250, 123456, 1250, 0])
  expect(['12', '12.5', '1,200'].map((text) => amountOf(text, 'JPY'))).toEqual([
    12,
    undefined,
    1200,
  ])
  expect(['', 'x', '-1', '1.234', '1.2.3'].map((text) => amountOf(text, 'USD'))).toEqual(
    Array(5).fill(undefined),
  )
})

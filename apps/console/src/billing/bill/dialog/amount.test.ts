import { expect, test } from 'vitest'
import { amountOf, discountOf, discountText, percentOf, quantityOf } from './amount.ts'

test('amounts follow the currency’s decimals', () => {
  expect(['12', '12.5', '12.50', '1,234.56', '１２．５', '0'].map((text) => amountOf(text, 'USD'))).toEqual([
    1200, 1250, 1250, 123456, 1250, 0,
  ])
  expect(['12', '12.5', '1,200'].map((text) => amountOf(text, 'JPY'))).toEqual([12, undefined, 1200])
  expect(['', 'x', '-1', '1.234', '1.2.3'].map((text) => amountOf(text, 'USD'))).toEqual(Array(5).fill(undefined))
})

test('percentages and quantities have at most five decimals', () => {
  expect(['10', '10%', '７．５％', '0', '100'].map(percentOf)).toEqual(['10', '10', '7.5', '0', '100'])
  expect(['101', '1.123456', '', '-1', 'a'].map(percentOf)).toEqual(Array(5).fill(undefined))
  expect(['1', '0.5', '007', '1000000'].map(quantityOf)).toEqual(['1', '0.5', '7', '1000000'])
  expect(['0', '1000001', '1.123456', ''].map(quantityOf)).toEqual(Array(4).fill(undefined))
})

test('a discount is a part or an amount, and reads back as it was written', () => {
  expect(discountOf('10%', 'USD')).toEqual({ percent: '10' })
  expect(discountOf('10', 'USD')).toEqual({ amountMinor: 1000 })
  expect(discountOf('10x', 'USD')).toBeUndefined()
  expect(discountText({ percent: '10' }, 'USD')).toBe('10%')
  expect(discountText({ amountMinor: 1000 }, 'JPY')).toBe('1000')
  expect(discountText(null, 'USD')).toBe('')
})

import { expect, test } from 'vitest'
import { discountOf, discountText, percentOf, quantityOf } from './amount.ts'

test('percentages and quantities have at most five decimals', () => {
  expect(['10', '10%', '７．５％', '0', '100'].map(percentOf)).toEqual([
    '10',
    '10',
    '7.5',
    '0',
    '100',
  ])
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

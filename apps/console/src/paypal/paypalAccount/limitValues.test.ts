import { expect, test } from 'vitest'
import { blankLine, fromLine, isAmount, toLine } from './limitValues.ts'

test('amounts are typed as decimals of their currency and kept in its minor unit; empty is no limit', () => {
  const limit = {
    currency: 'JPY',
    billMinMinor: null,
    billMaxMinor: 150_000,
    dailyMinor: 0,
    monthlyMinor: null,
  } as const
  expect(toLine(limit)).toEqual({
    currency: 'JPY',
    billMin: '',
    billMax: '150000',
    daily: '0',
    monthly: '',
  })
  expect(fromLine(toLine(limit))).toEqual(limit)
  expect(fromLine({ ...blankLine, currency: 'USD', daily: '12.5' })).toMatchObject({
    dailyMinor: 1250,
    billMinMinor: null,
  })
})

test('a text that is no amount of the currency is not accepted', () => {
  expect(['', '12.50', '0', '-1', '1.005', 'abc'].map((text) => isAmount(text, 'USD'))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(isAmount('1.5', 'JPY')).toBe(false)
})

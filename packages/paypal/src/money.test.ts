import { currencyExponent as contractExponent } from '@paydesk/contract/lib/money'
import { expect, test } from 'vitest'
import { currencyExponent, fromWire, toWire } from './money.ts'

test('the currency table is the contract’s', () => {
  expect(currencyExponent).toEqual(contractExponent)
})

test.each([
  [{ currency: 'USD', amountMinor: 12345 }, '123.45'],
  [{ currency: 'USD', amountMinor: -5 }, '-0.05'],
  [{ currency: 'JPY', amountMinor: 1200 }, '1200'],
  [{ currency: 'TWD', amountMinor: -3 }, '-3'],
])('%o is written %s and read back', (amount, value) => {
  expect(toWire(amount)).toEqual({ currency_code: amount.currency, value })
  expect(fromWire(toWire(amount))).toEqual(amount)
})

test('reads what the schema allows and refuses what the currency cannot hold', () => {
  expect(fromWire({ currency_code: 'JPY', value: '10.00' }).amountMinor).toBe(10)
  expect(fromWire({ currency_code: 'EUR', value: '.5' }).amountMinor).toBe(50)
  for (const value of ['', '.', '1e3', '1,000.00', ' 1', '0.001', '99999999999999999'])
    expect(() => fromWire({ currency_code: 'USD', value })).toThrow(RangeError)
  expect(() => fromWire({ currency_code: 'HUF', value: '1.5' })).toThrow(RangeError)
  expect(() => fromWire({ currency_code: 'XXX', value: '1' })).toThrow(RangeError)
})

test('an amount that a number does not hold exactly is never sent', () => {
  for (const amountMinor of [Number.MAX_SAFE_INTEGER + 1, 10.5, Number.NaN])
    expect(() => toWire({ currency: 'USD', amountMinor })).toThrow(RangeError)
})

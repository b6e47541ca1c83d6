import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMoney, currencies, currencyExponent, fromDecimal, toDecimal } from './money.ts'

describe('money', () => {
  test('PayPal’s exponents, not ISO’s: HUF, JPY and TWD have no decimals, all others two', () => {
    const none = currencies.filter((currency) => currencyExponent[currency] === 0)
    expect(none).toEqual(['HUF', 'JPY', 'TWD'])
    expect(new Set(currencies.map((currency) => currencyExponent[currency]))).toEqual(
      new Set([0, 2]),
    )
  })

  test.each([
    [12345, 'USD', '123.45'],
    [5, 'USD', '0.05'],
    [-5, 'EUR', '-0.05'],
    [0, 'USD', '0.00'],
    [1200, 'JPY', '1200'],
    [-7, 'HUF', '-7'],
    [1e13, 'HUF', '10000000000000'],
    [Number.MAX_SAFE_INTEGER, 'JPY', '9007199254740991'],
    [Number.MIN_SAFE_INTEGER, 'USD', '-90071992547409.91'],
  ] as const)('%i %s is %s', (amountMinor, currency, text) => {
    expect(toDecimal({ amountMinor, currency })).toBe(text)
    expect(fromDecimal(text, currency)).toEqual({ amountMinor, currency })
  })

  test('any amount is the same after it was written as text and read again', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom(...currencies), (amountMinor, currency) => {
        expect(fromDecimal(toDecimal({ amountMinor, currency }), currency)).toEqual({
          amountMinor,
          currency,
        })
      }),
    )
  })

  test.each(['', '1.', '.5', '1,000', '1e3', '0x10', '1.001', 'NaN', '--1', '1.2.3'])(
    '%s is no USD amount',
    (text) => expect(fromDecimal(text, 'USD')).toBeUndefined(),
  )
  test.each([
    ['9007199254740992', 'JPY'],
    ['-90071992547409.92', 'USD'],
    ['9'.repeat(400), 'HUF'],
  ] as const)('%s %s is more than a number holds exactly', (text, currency) =>
    expect(fromDecimal(text, currency)).toBeUndefined(),
  )

  test('superfluous zeros are accepted, decimals of a currency without decimals are not', () => {
    expect(fromDecimal('1.500', 'USD')).toEqual({ amountMinor: 150, currency: 'USD' })
    expect(fromDecimal('12.5', 'USD')).toEqual({ amountMinor: 1250, currency: 'USD' })
    expect(fromDecimal('12', 'USD')).toEqual({ amountMinor: 1200, currency: 'USD' })
    expect(fromDecimal('100.5', 'JPY')).toBeUndefined()
  })

  test('amounts of different currencies are never added, and a sum that a number cannot hold throws', () => {
    expect(
      addMoney({ amountMinor: 1, currency: 'USD' }, { amountMinor: 2, currency: 'USD' }),
    ).toEqual({ amountMinor: 3, currency: 'USD' })
    expect(() =>
      addMoney({ amountMinor: 1, currency: 'USD' }, { amountMinor: 2, currency: 'EUR' }),
    ).toThrow(TypeError)
    for (const [edge, more] of [
      [Number.MAX_SAFE_INTEGER, 1],
      [Number.MIN_SAFE_INTEGER, -1],
    ] as const)
      expect(() =>
        addMoney({ amountMinor: edge, currency: 'USD' }, { amountMinor: more, currency: 'USD' }),
      ).toThrow(RangeError)
  })
})

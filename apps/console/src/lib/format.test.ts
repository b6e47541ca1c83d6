import type { Money } from '@paydesk/contract/lib/money'
import { expect, test } from 'vitest'
import { formatCount, formatInstant, formatMoney, hourIn } from './format.ts'
import { directionOf, type Locale, locales } from './locale.ts'

test.each<[Money, Locale, string]>([
  [{ amountMinor: 123_456, currency: 'USD' }, 'en-US', '$1,234.56'],
  [{ amountMinor: 123_456, currency: 'USD' }, 'zh-CN', 'US$1,234.56'],
  [{ amountMinor: 1_234, currency: 'JPY' }, 'en-US', '¥1,234'],
  [{ amountMinor: 1_234, currency: 'HUF' }, 'en-US', 'HUF 1,234'],
  [{ amountMinor: 5, currency: 'EUR' }, 'en-US', '€0.05'],
  [{ amountMinor: -5, currency: 'EUR' }, 'en-US', '-€0.05'],
  [{ amountMinor: Number.MAX_SAFE_INTEGER, currency: 'USD' }, 'en-US', '$90,071,992,547,409.91'],
])('%j in %s reads %s', (money, locale, text) => {
  expect(formatMoney(money, locale).replace(/\u00a0/g, ' ')).toBe(text)
})

test('digits are Latin in every locale', () => {
  expect(formatMoney({ amountMinor: 123_456, currency: 'USD' }, 'ne-NP')).toMatch(/1.?234.56/)
  expect(formatCount(10_000, 'bn-BD')).toMatch(/10.?000/)
})

test.each(locales.filter((locale) => directionOf(locale) === 'rtl'))(
  '%s has no figure that turns the text around it',
  (locale) => {
    expect(formatMoney({ amountMinor: -123_456, currency: 'USD' }, locale)).toBe('-$1,234.56')
    expect(formatCount(-10_000, locale)).toBe('-10,000')
  },
)

test('times are shown in the company time zone, midnight as 00', () => {
  expect(formatInstant('2025-03-05T16:05:59Z', 'Asia/Shanghai')).toBe('2025-03-06 00:05')
  expect(hourIn('Asia/Shanghai', new Date('2025-03-05T16:05:59Z'))).toBe(0)
})

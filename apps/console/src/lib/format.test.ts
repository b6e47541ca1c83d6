import { expect, test } from 'vitest'
import { formatCount, formatInstant, formatMoney, hourIn } from './format.ts'

test.each([
  [{ amountMinor: 123_456, currency: 'USD' as const }, 'en-US', '$1,234.56'],
  [{ amountMinor: 123_456, currency: 'USD' as const }, 'zh-CN', 'US$1,234.56'],
  [{ amountMinor: 1_234, currency: 'JPY' as const }, 'en-US', '¥1,234'],
  [{ amountMinor: 1_234, currency: 'HUF' as const }, 'en-US', 'HUF 1,234'],
  [{ amountMinor: 5, currency: 'EUR' as const }, 'en-US', '€0.05'],
  [{ amountMinor: -5, currency: 'EUR' as const }, 'en-US', '-€0.05'],
  [{ amountMinor: Number.MAX_SAFE_INTEGER, currency: 'USD' as const }, 'en-US', '$90,071,992,547,409.91'],
])('%j in %s reads %s', (money, locale, text) => {
  expect(formatMoney(money, locale).replace(/\u00a0/g, ' ')).toBe(text)
})

test('digits are Latin in every locale', () => {
  expect(formatMoney({ amountMinor: 123_456, currency: 'USD' }, 'ar-EG')).toMatch(/1.?234.56/)
  expect(formatCount(10_000, 'fa-IR')).toMatch(/10.?000/)
})

test('times are shown in the company time zone, midnight as 00', () => {
  expect(formatInstant('2025-03-05T16:05:59Z', 'Asia/Shanghai')).toBe('2025-03-06 00:05')
  expect(hourIn('Asia/Shanghai', new Date('2025-03-05T16:05:59Z'))).toBe(0)
})

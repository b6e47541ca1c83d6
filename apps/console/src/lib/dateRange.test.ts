import { expect, test } from 'vitest'
import { dateRange, dayIn, instantsOf, type RangeName } from './dateRange.ts'

test.each<[RangeName, today: string, from: string, to: string]>([
  ['today', '2025-03-05', '2025-03-05', '2025-03-05'],
  ['week', '2025-03-03', '2025-03-03', '2025-03-09'],
  ['week', '2025-03-09', '2025-03-03', '2025-03-09'],
  ['week', '2025-01-01', '2024-12-30', '2025-01-05'],
  ['month', '2024-02-10', '2024-02-01', '2024-02-29'],
  ['month', '2025-12-31', '2025-12-01', '2025-12-31'],
  ['previousMonth', '2025-03-31', '2025-02-01', '2025-02-28'],
  ['previousMonth', '2025-01-15', '2024-12-01', '2024-12-31'],
  ['year', '2025-06-01', '2025-01-01', '2025-12-31'],
])('%s of %s', (name, today, from, to) => {
  expect(dateRange(name, today)).toEqual({ from, to })
})

test('the day is counted where the company is', () => {
  const at = new Date('2025-03-05T18:30:00Z')
  expect(dayIn('Asia/Shanghai', at)).toBe('2025-03-06')
  expect(dayIn('America/Los_Angeles', at)).toBe('2025-03-05')
})

test.each([
  ['Asia/Shanghai', '2025-03-05', '2025-03-04T16:00:00.000Z', '2025-03-05T16:00:00.000Z'],
  ['UTC', '2025-03-05', '2025-03-05T00:00:00.000Z', '2025-03-06T00:00:00.000Z'],
  // These days are 23 and 25 hours long.
  ['Europe/London', '2025-03-30', '2025-03-30T00:00:00.000Z', '2025-03-30T23:00:00.000Z'],
  ['America/New_York', '2025-11-02', '2025-11-02T04:00:00.000Z', '2025-11-03T05:00:00.000Z'],
])('a day in %s: %s', (timeZone, day, from, to) => {
  expect(instantsOf({ from: day, to: day }, timeZone)).toEqual({ from, to })
})

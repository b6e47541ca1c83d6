import type { RuleType } from '@paydesk/contract/desk/rule'
import { expect, test } from 'vitest'
import { nextTime } from './schedule.ts'

const next = (type: RuleType, startAt: string, timeZone: string, after: string) =>
  nextTime({ type, startAt }, timeZone, new Date(after))?.toISOString().replace('.000', '')

test.each<[string, RuleType, string, string, string, string | undefined]>([
  [
    'once, ahead',
    'once',
    '2026-03-01T01:00:00Z',
    'Asia/Shanghai',
    '2026-02-01T00:00:00Z',
    '2026-03-01T01:00:00Z',
  ],
  [
    'once, over',
    'once',
    '2026-03-01T01:00:00Z',
    'Asia/Shanghai',
    '2026-03-01T01:00:00Z',
    undefined,
  ],
  [
    'hourly',
    'hourly',
    '2026-03-01T01:15:00Z',
    'Asia/Shanghai',
    '2026-03-01T04:15:00Z',
    '2026-03-01T05:15:00Z',
  ],
  [
    'daily',
    'daily',
    '2026-03-01T01:00:00Z',
    'Asia/Shanghai',
    '2026-07-09T01:00:00Z',
    '2026-07-10T01:00:00Z',
  ],
  [
    'daily, the same day',
    'daily',
    '2026-03-01T01:00:00Z',
    'Asia/Shanghai',
    '2026-07-09T00:59:59Z',
    '2026-07-09T01:00:00Z',
  ],
  [
    'a start that is ahead',
    'daily',
    '2026-03-01T01:00:00Z',
    'UTC',
    '2026-01-01T00:00:00Z',
    '2026-03-01T01:00:00Z',
  ],
  [
    'weekly',
    'weekly',
    '2026-03-02T01:00:00Z',
    'Asia/Shanghai',
    '2026-03-09T01:00:00Z',
    '2026-03-16T01:00:00Z',
  ],
  [
    'monthly',
    'monthly',
    '2026-01-15T01:00:00Z',
    'Asia/Shanghai',
    '2026-02-15T01:00:00Z',
    '2026-03-15T01:00:00Z',
  ],
  // Midnight in Shanghai is the day before in UTC: the month is that of the company's calendar.
  [
    'monthly at midnight',
    'monthly',
    '2025-12-31T16:00:00Z',
    'Asia/Shanghai',
    '2026-02-01T00:00:00Z',
    '2026-02-28T16:00:00Z',
  ],
  [
    'the 31st in February',
    'monthly',
    '2026-01-31T09:00:00Z',
    'UTC',
    '2026-01-31T09:00:00Z',
    '2026-02-28T09:00:00Z',
  ],
  [
    'the 31st in a leap year',
    'monthly',
    '2026-01-31T09:00:00Z',
    'UTC',
    '2028-02-01T00:00:00Z',
    '2028-02-29T09:00:00Z',
  ],
  [
    'the 31st comes back',
    'monthly',
    '2026-01-31T09:00:00Z',
    'UTC',
    '2026-02-28T09:00:00Z',
    '2026-03-31T09:00:00Z',
  ],
  // New York leaves winter time on 8 March 2026 at 02:00 and comes back on 1 November at 02:00.
  [
    'nine o’clock stays nine',
    'daily',
    '2026-03-01T14:00:00Z',
    'America/New_York',
    '2026-03-08T00:00:00Z',
    '2026-03-08T13:00:00Z',
  ],
  [
    'an hour that is not there',
    'daily',
    '2026-03-01T07:30:00Z',
    'America/New_York',
    '2026-03-08T00:00:00Z',
    '2026-03-08T07:30:00Z',
  ],
  [
    '… and the day after',
    'daily',
    '2026-03-01T07:30:00Z',
    'America/New_York',
    '2026-03-08T07:30:00Z',
    '2026-03-09T06:30:00Z',
  ],
  [
    'an hour that is there twice',
    'daily',
    '2026-10-01T05:30:00Z',
    'America/New_York',
    '2026-11-01T00:00:00Z',
    '2026-11-01T05:30:00Z',
  ],
  [
    '… fires once',
    'daily',
    '2026-10-01T05:30:00Z',
    'America/New_York',
    '2026-11-01T05:30:00Z',
    '2026-11-02T06:30:00Z',
  ],
  [
    'after years',
    'monthly',
    '2020-05-31T01:00:00Z',
    'Europe/Berlin',
    '2026-11-15T00:00:00Z',
    '2026-11-30T02:00:00Z',
  ],
])('%s', (_, type, startAt, timeZone, after, expected) => {
  expect(next(type, startAt, timeZone, after)).toBe(expected)
})

test('missed times are skipped: the next one lies in the future', () => {
  expect(next('daily', '2026-01-01T01:00:00Z', 'UTC', '2026-06-01T12:00:00Z')).toBe(
    '2026-06-02T01:00:00Z',
  )
})

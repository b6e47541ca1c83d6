import { ruleTemplates } from '@paydesk/contract/desk/rule'
import { expect, test } from 'vitest'
import { firstTime } from './usual.ts'

const zone = 'Asia/Shanghai'

test('a daily rule begins at its hour on the company’s clock, today if it has not passed', () => {
  expect(firstTime('remindBeforeDue', '2026-11-18', new Date('2026-11-18T00:30:00Z'), zone)).toBe(
    '2026-11-18T01:00:00.000Z',
  )
  expect(firstTime('remindBeforeDue', '2026-11-18', new Date('2026-11-18T01:00:00Z'), zone)).toBe(
    '2026-11-19T01:00:00.000Z',
  )
  expect(firstTime('dailySummary', '2026-12-31', new Date('2026-12-31T12:00:00Z'), zone)).toBe(
    '2027-01-01T10:00:00.000Z',
  )
})

test('a monthly one on the first of the next month, an hourly one at the next full hour', () => {
  expect(firstTime('monthlyStatement', '2026-12-05', new Date('2026-12-05T12:00:00Z'), zone)).toBe(
    '2027-01-01T01:00:00.000Z',
  )
  expect(firstTime('accountSilence', '2026-12-05', new Date('2026-12-05T12:00:00Z'), zone)).toBe(
    '2026-12-05T13:00:00.000Z',
  )
})

test.each(ruleTemplates)('%s begins in the future', (template) => {
  const now = new Date()
  expect(
    Date.parse(firstTime(template, now.toISOString().slice(0, 10), now, 'UTC')),
  ).toBeGreaterThan(now.getTime())
})

import { expect, test } from 'vitest'
import { ageText, isOld } from './age.ts'

const now = Date.parse('2026-03-05T12:00:00Z')
test.each([
  ['2026-03-05T11:57:00Z', '3 minutes ago', '3分钟前'],
  ['2026-03-05T09:00:00Z', '3 hours ago', '3小时前'],
  ['2026-03-01T12:00:00Z', '4 days ago', '4天前'],
  ['2026-03-05T12:00:20Z', 'this minute', '此刻'],
])('%s is %s', (at, en, zh) => {
  expect([ageText(at, now, 'en-US'), ageText(at, now, 'zh-CN')]).toEqual([en, zh])
})

test('a fact older than expected is old', () => {
  expect([isOld('2026-03-05T11:50:00Z', now, 15), isOld('2026-03-05T11:40:00Z', now, 15)]).toEqual([
    false,
    true,
  ])
})

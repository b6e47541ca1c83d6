import { expect, test } from 'vitest'
import { changeOf, comparedWith } from './compare.ts'

test('a month that is not over is compared with as many days of the month before', () => {
  expect(comparedWith('month', '2026-11-18')).toEqual({ from: '2026-10-01', to: '2026-10-18' })
  expect(comparedWith('month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(comparedWith('month', '2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-01' })
})

test('days, weeks, whole months and years', () => {
  expect(comparedWith('today', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  expect(comparedWith('week', '2026-11-18')).toEqual({ from: '2026-11-09', to: '2026-11-11' })
  expect(comparedWith('previousMonth', '2026-03-15')).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
  })
  expect(comparedWith('year', '2028-02-29')).toEqual({ from: '2027-01-01', to: '2027-02-28' })
})

test('a change in percent, where there is something to compare with', () => {
  expect([changeOf(150, 100), changeOf(99, 100), changeOf(0, 100), changeOf(5, 0)]).toEqual([
    50,
    -1,
    -100,
    undefined,
  ])
})

import { expect, test } from 'vitest'
import { stepsOf } from './trend.ts'

const moved = (day: string, collectedMinor: number) => ({
  day,
  collectedMinor,
  refundedMinor: 1,
  feeMinor: 2,
})

test('a week has its seven days, also those on which nothing moved', () => {
  const steps = stepsOf({ from: '2026-03-02', to: '2026-03-08' }, [moved('2026-03-03', 500)])
  expect(steps.map(({ name, collectedMinor }) => [name, collectedMinor])).toEqual([
    ['2026-03-02', 0],
    ['2026-03-03', 500],
    ['2026-03-04', 0],
    ['2026-03-05', 0],
    ['2026-03-06', 0],
    ['2026-03-07', 0],
    ['2026-03-08', 0],
  ])
})

test('a year has its months, each the sum of its days', () => {
  const steps = stepsOf({ from: '2026-01-01', to: '2026-12-31' }, [
    moved('2026-02-01', 1),
    moved('2026-02-28', 2),
    moved('2026-12-31', 4),
  ])
  expect(steps).toHaveLength(12)
  expect(steps[1]).toEqual({ name: '2026-02', collectedMinor: 3, refundedMinor: 2, feeMinor: 4 })
  expect(steps.at(-1)).toMatchObject({ name: '2026-12', collectedMinor: 4 })
})

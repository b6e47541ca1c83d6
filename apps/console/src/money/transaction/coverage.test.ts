import { expect, test } from 'vitest'
import { gapsOf, segmentsOf } from './coverage.ts'

const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`
const span = (from: number, to: number) => ({ from: at(from), to: at(to) })

test('gaps are what lies between the parts that were read, and before the first', () => {
  expect(gapsOf({ beginsAt: at(1), covered: [span(1, 5)] })).toEqual([])
  expect(gapsOf({ beginsAt: at(1), covered: [span(3, 5), span(7, 9)] })).toEqual([
    span(1, 3),
    span(5, 7),
  ])
  expect(gapsOf({ beginsAt: null, covered: [] })).toEqual([])
})

test('segments are thousandths of the time since the beginning; the smallest is still seen', () => {
  const now = Date.parse(at(11))
  expect(segmentsOf({ beginsAt: at(1), covered: [span(1, 6), span(8, 11)] }, now)).toEqual([
    { x: 0, width: 500 },
    { x: 700, width: 300 },
  ])
  expect(
    segmentsOf(
      { beginsAt: at(1), covered: [{ from: at(5), to: '2026-01-05T00:00:01.000Z' }] },
      now,
    ),
  ).toEqual([{ x: 400, width: 2 }])
})

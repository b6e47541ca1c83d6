import { expect, test } from 'vitest'
import { type Move, quietSecond } from './proof.ts'

const at = (second: number, ms = 0) => new Date(Date.UTC(2026, 5, 1, 12) + second * 1000 + ms)
const moved = (from: number, to = from, ms = 0): Move => ({
  from: at(from, ms).toISOString(),
  to: at(to, ms).toISOString(),
})
/** Seconds before noon at which PayPal's data ends. */
const quiet = (moves: Move[], complete = at(0)) => {
  const found = quietSecond(complete, moves)
  return found && (found.getTime() - at(0).getTime()) / 1000
}

test.each<[string, Move[], number | undefined]>([
  ['nothing moved', [], -1],
  ['something moved long before', [moved(-100)], -1],
  ['something moved in the second before the last one', [moved(-2)], -1],
  ['something moved in the last whole second', [moved(-1)], -2],
  ['something moved within the last whole second', [moved(-1, -1, 999)], -2],
  ['something moved in the second that is not whole yet', [moved(0)], -1],
  ['two seconds after each other', [moved(-1), moved(-2)], -3],
  ['a row that moved at some time between two dates', [moved(-50, -1)], -51],
  ['one that began before the last second and ends after it', [moved(-50, 10)], -51],
  ['one whose span ends before', [moved(-50, -10)], -1],
  ['spans that overlap, in any order', [moved(-60, -40), moved(-45, -1)], -61],
  ['a second between two spans', [moved(-60, -40), moved(-38, -1)], -39],
  ['a row that may have moved at any time of the last hour', [moved(-3601, -1)], undefined],
  ['a row whose span leaves the first second of the hour', [moved(-3600, -1)], -3601],
])('%s', (_, moves, second) => {
  expect(quiet(moves)).toBe(second)
})

test('of a second that is not over, the one before is the last', () => {
  expect(quiet([], at(0, 900))).toBe(-1)
})

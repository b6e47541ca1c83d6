// @module-tag slow

import { expect, test } from 'vitest'
import { type Doubt, isWrong, narrow, type Point, smallestSets, turnOf, wrongAt } from './doubt.ts'

const doubt = (id: string, values: Partial<Doubt> = {}): Doubt => ({
  id,
  net: 500,
  from: 0,
  to: 100_000,
  movedAt: 0,
  checkAt: 50_000,
  ...values,
})
const point = (at: number, offBy: number, pending: number[] = []): Point => ({
  at,
  offBy,
  pending,
  isWhole: true,
})
const ids = (doubts: Doubt[] | undefined) => doubts?.map(({ id }) => id)

test('the fewest rows explain a difference, and two explanations of one size explain nothing', () => {
  const rows = [doubt('a'), doubt('b', { net: 300 }), doubt('c', { net: 200 })]
  expect(ids(wrongAt(rows, point(50_000, 0)))).toEqual([])
  // The books have it, and PayPal had not.
  expect(ids(wrongAt(rows, point(50_000, -300)))).toEqual(['b'])
  expect(ids(wrongAt(rows, point(50_000, -500)))).toEqual(['a'])
  expect(ids(wrongAt(rows, point(50_000, -700)))).toEqual(['a', 'c'])
  expect(wrongAt([...rows, doubt('d')], point(50_000, -500))).toBeUndefined()
  expect(wrongAt(rows, point(50_000, 77))).toBeUndefined()
})

test('of rows of one amount that hang on one day’s end, the one that can have moved whenever the other can is taken', () => {
  const late = (doubts: Doubt[], points: Point[]) => ids(narrow(doubts, points).filter(isWrong))
  const rows = [doubt('a', { to: 90_000 }), doubt('b'), doubt('c', { to: 80_000 })]
  expect(narrow(rows, [point(50_000, -500), point(95_000, 0)])).toEqual([
    doubt('a', { to: 49_000 }),
    doubt('b', { from: 50_000, to: 94_000 }),
    doubt('c', { to: 49_000 }),
  ])
  expect(late(rows, [point(50_000, -1000)])).toEqual(['a', 'b'])
  // The other way round: PayPal had it, and the books have it later.
  const early = [doubt('a', { from: 10_000, movedAt: 100_000 }), doubt('b', { movedAt: 100_000 })]
  expect(late(early, [point(50_000, 500)])).toEqual(['b'])
  // Another balance tells which: no choice.
  expect(late(rows, [point(50_000, -500), point(95_000, -500)])).toEqual(['b'])
  expect(
    late(
      [rows[0] as Doubt, doubt('b', { from: 20_000, movedAt: 20_000 })],
      [point(10_000, -500), point(50_000, -500)],
    ),
  ).toEqual(['a'])
  // Of another day, of another amount, or so many that not all were looked at: nobody knows.
  expect(late([doubt('a'), doubt('b', { checkAt: 40_000 })], [point(50_000, -500)])).toEqual([])
  expect(
    late([doubt('a'), doubt('b', { net: -500, movedAt: 100_000 })], [point(50_000, -500)]),
  ).toEqual([])
  const many = Array.from({ length: 25 }, (_, n) => doubt(`t${n}`))
  expect(late(many, [point(50_000, -500)])).toEqual([])
})

test('a row that is known to stand wrong explains a difference before one that is not', () => {
  // A payment that went back wholly, and the other side of its conversion that was dated
  // anew long after.
  const rows = [
    doubt('payment', { to: 50_000 }),
    doubt('conversion', { net: -500, movedAt: 100_000 }),
  ]
  expect(wrongAt(rows, point(30_000, -500))).toBeUndefined()
  const [payment, conversion] = narrow(rows, [point(30_000, -500), point(80_000, -500)])
  expect(payment).toMatchObject({ from: 0, to: 29_000 })
  expect(conversion).toMatchObject({ from: 0, to: 29_000 })
})

test('what PayPal took early is no reason to doubt a row', () => {
  expect(ids(wrongAt([doubt('a')], point(50_000, -500, [-500])))).toEqual([])
  expect(ids(wrongAt([doubt('a')], point(50_000, -900, [-400])))).toEqual(['a'])
})

test('each balance narrows the time in which a row moved, on the side that it tells', () => {
  const [late] = narrow([doubt('a')], [point(40_000, -500), point(60_000, 0)])
  expect(late).toMatchObject({ from: 40_000, to: 59_000 })
  expect(isWrong(late as Doubt)).toBe(true)
  const [early] = narrow([doubt('a', { movedAt: 100_000 })], [point(40_000, 0), point(60_000, 500)])
  expect(early).toMatchObject({ from: 40_000, to: 59_000 })
  const [right] = narrow([doubt('a')], [point(40_000, 0)])
  expect(right).toMatchObject({ from: 0, to: 39_000 })
  expect(isWrong(right as Doubt)).toBe(false)
})

test('a balance that is unclear alone becomes clear by another', () => {
  const rows = [doubt('a'), doubt('b', { from: 30_000, movedAt: 30_000 })]
  const [a, b] = narrow(rows, [point(20_000, -500), point(60_000, -500), point(80_000, 0)])
  expect(a).toMatchObject({ from: 60_000, to: 79_000 })
  expect(b).toMatchObject({ from: 30_000, to: 59_000 })
})

test('so many amounts that trying them takes long explain nothing', () => {
  const amounts = Array.from({ length: 2000 }, (_, n) => n + 1)
  expect(smallestSets(amounts, new Set([-1]))).toEqual([])
  expect(smallestSets(amounts, new Set([7]))).toEqual([[6]])
})

test('where other rows in doubt may be the reason, only a balance that agrees tells something', () => {
  expect(ids(wrongAt([doubt('a')], { ...point(50_000, 0), isWhole: false }))).toEqual([])
  expect(wrongAt([doubt('a')], { ...point(50_000, -500), isWhole: false })).toBeUndefined()
})

test('rows in doubt have their turn as neighbours, from any of them on', () => {
  const rows = ['a', 'b', 'c', 'd', 'e']
  expect(turnOf(rows, 5, 0.9)).toEqual({ rows, others: [] })
  expect(turnOf(rows, 2, 0)).toEqual({ rows: ['a', 'b'], others: ['c', 'd', 'e'] })
  expect(turnOf(rows, 2, 0.99)).toEqual({ rows: ['e', 'a'], others: ['b', 'c', 'd'] })
})

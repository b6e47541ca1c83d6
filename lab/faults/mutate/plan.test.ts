import { expect, test } from 'vitest'
import { graphOf } from './graph.ts'
import type { Mutant } from './mutant.ts'
import { pickTests } from './pick.ts'
import { excuseOf, inTurn, isOnLines, mutantsOn, spreadOverLines } from './plan.ts'

const api = 'apps/api/src'
const graph = graphOf(
  new Map([
    [`${api}/money/fee/fee.ts`, ''],
    [`${api}/money/fee/fee.test.ts`, `import './fee.ts'`],
    [`${api}/money/fee/other.test.ts`, ''],
    [`${api}/app.ts`, `import './money/fee/fee.ts'`],
    [`${api}/whole.test.ts`, `import './app.ts'`],
    [`${api}/billing/bill/bill.ts`, `export { fee } from '../../money/fee/fee.ts'`],
    [`${api}/billing/bill/bill.test.ts`, `import './bill.ts'`],
    ['packages/contract/src/billing/bill.ts', ''],
    [`${api}/billing/bill/find.ts`, `import '@paydesk/contract/billing/bill'`],
    [`${api}/billing/bill/find.test.ts`, `import type { F } from './find.ts'`],
  ]),
)

test('picks the test of the same name, those beside, then those that import', () => {
  expect(pickTests(`${api}/money/fee/fee.ts`, graph)).toEqual([
    `${api}/money/fee/fee.test.ts`,
    `${api}/money/fee/other.test.ts`,
    `${api}/billing/bill/bill.test.ts`,
  ])
})

test('picks what somebody named before what only lies near', () => {
  const also = { [`${api}/money/fee/fee.ts`]: [`${api}/whole.test.ts`] }
  expect(pickTests(`${api}/money/fee/fee.ts`, graph, also, 2)).toEqual([
    `${api}/money/fee/fee.test.ts`,
    `${api}/whole.test.ts`,
  ])
})

test('picks the tests of who imports the contract, then of the feature of its name', () => {
  expect(pickTests('packages/contract/src/billing/bill.ts', graph)).toEqual([
    `${api}/billing/bill/find.test.ts`,
    `${api}/billing/bill/bill.test.ts`,
  ])
})

const mutant = (line: number, original = 'a', file = `${api}/money/fee/fee.ts`): Mutant => ({
  file,
  line,
  start: 0,
  end: 1,
  operator: 'constant',
  original,
  replacement: 'b',
  site: { kind: 'statement', start: 0, end: 1, atLoad: false },
})

test('a mutant is on changed lines if one of its own is, a long one if its first is', () => {
  expect(isOnLines(mutant(3, 'a\nb'), new Set([4]))).toBe(true)
  expect(isOnLines(mutant(3, 'a\nb'), new Set([5]))).toBe(false)
  expect(isOnLines(mutant(3, 'a\n'.repeat(9)), new Set([6]))).toBe(false)
  const changed = new Map([[`${api}/money/fee/fee.ts`, new Set([2])]])
  expect(mutantsOn(changed, () => [mutant(1), mutant(2)])).toEqual([mutant(2)])
})

test('the first mutant of every line comes before the second of any', () => {
  const [a, b, c] = [mutant(1), mutant(1, 'x'), mutant(2)]
  expect(spreadOverLines([a, b, c])).toEqual([a, c, b])
})

test('tests of several files take turns, each once', () => {
  expect(
    inTurn([
      ['a', 'b'],
      ['c', 'a', 'd'],
    ]),
  ).toEqual(['a', 'c', 'b', 'd'])
})

test('an excuse is for one change of one file', () => {
  const excuse = { file: `${api}/money/fee/fee.ts`, change: 'a → b', why: 'a reason' }
  expect(excuseOf(mutant(1), [excuse])).toBe(excuse)
  expect(excuseOf(mutant(1, 'c'), [excuse])).toBeUndefined()
  expect(excuseOf(mutant(1, 'a', 'other.ts'), [excuse])).toBeUndefined()
})

import { expect, test } from 'vitest'
import type { Fault } from './fault.ts'
import { complaints, type Result, sums } from './verdict.ts'

const fault = (id: string, area: Fault['area'], equivalent?: string): Fault => ({
  id,
  area,
  file: 'x.ts',
  from: 'a',
  to: 'b',
  tests: ['x.test.ts'],
  ...(equivalent && { equivalent }),
})
const faults = [
  fault('a', 'money'),
  fault('b', 'money'),
  fault('c', 'money', 'says the same'),
  fault('d', 'ledger'),
]
const result = (id: string, outcome: Result['outcome']): Result => ({
  id,
  area: faults.find((one) => one.id === id)?.area ?? 'money',
  outcome,
  by: 'a test',
  seconds: 1,
})

test('fails the run for a survivor without a reason', () => {
  const all = (a: Result['outcome'], c: Result['outcome'], d: Result['outcome']) =>
    complaints(faults, [result('a', a), result('b', 'noticed'), result('c', c), result('d', d)])
  expect(all('noticed', 'survived', 'noticed')).toEqual([])
  expect(all('survived', 'survived', 'noticed')).toEqual(['a survived'])
  expect(all('endless', 'survived', 'noticed')).toEqual(['a took too long'])
  expect(all('noticed', 'noticed', 'noticed')).toEqual([
    'c is said to change nothing, but was noticed by: a test',
  ])
  expect(all('noticed', 'survived', 'invalid')).toEqual(['d was not planted rightly: a test'])
})

test('an area’s share is of the faults that something could notice', () => {
  const results = [
    result('a', 'survived'),
    result('b', 'noticed'),
    result('c', 'survived'),
    result('d', 'survived'),
  ]
  expect(sums(faults, results)).toEqual([
    { area: 'ledger', faults: 1, noticed: 0, excused: 0, percent: 0 },
    { area: 'money', faults: 2, noticed: 1, excused: 1, percent: 50 },
  ])
})

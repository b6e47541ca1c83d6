import { expect, test } from 'vitest'
import type { Fault } from './fault.ts'
import { complaints, outcomeOf, type Report, type Result, sums } from './verdict.ts'

const file = (
  status: string,
  tests: [string, string][],
  message = '',
): Report['testResults'][number] => ({
  name: 'a.test.ts',
  status,
  message,
  assertionResults: tests.map(([fullName, state]) => ({ fullName, status: state })),
})

test.each<[string, Report | undefined, number, object]>([
  [
    'all tests pass',
    { testResults: [file('passed', [['adds up', 'passed']])] },
    0,
    { outcome: 'survived' },
  ],
  [
    'a test fails',
    {
      testResults: [
        file('passed', [['adds up', 'passed']]),
        file('failed', [['rounds', 'failed']]),
      ],
    },
    1,
    { outcome: 'noticed', by: 'rounds' },
  ],
  [
    'what comes before the tests fails',
    { testResults: [file('failed', [], 'Error: expected 1\n at …')] },
    1,
    { outcome: 'noticed' },
  ],
  [
    'a file cannot be parsed',
    { testResults: [file('failed', [], 'PARSE_ERROR: Unexpected token')] },
    1,
    { outcome: 'invalid' },
  ],
  [
    'a name is not there',
    { testResults: [file('failed', [], 'ReferenceError: feeMinr is not defined')] },
    1,
    { outcome: 'invalid' },
  ],
  [
    'PostgreSQL does not start',
    { testResults: [file('failed', [], 'Error: The tests’ PostgreSQL did not start: …')] },
    1,
    { outcome: 'invalid' },
  ],
  [
    'nothing failed and yet it ended badly',
    { testResults: [file('passed', [['adds up', 'passed']])] },
    1,
    { outcome: 'invalid' },
  ],
  ['there is no report', undefined, 0, { outcome: 'invalid' }],
])('%s', (_, report, exitCode, expected) => {
  expect(outcomeOf(report, exitCode)).toMatchObject(expected)
})

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
  fault('d', 'search'),
]
const result = (id: string, outcome: Result['outcome']): Result => ({
  id,
  area: faults.find((one) => one.id === id)?.area ?? 'money',
  outcome,
  by: 'a test',
  seconds: 1,
})

test('a survivor fails the run in an area that is held, unless its reason stands beside it', () => {
  const all = (a: Result['outcome'], c: Result['outcome'], d: Result['outcome']) =>
    complaints(faults, [result('a', a), result('b', 'noticed'), result('c', c), result('d', d)])
  expect(all('noticed', 'survived', 'survived')).toEqual([])
  expect(all('survived', 'survived', 'noticed')).toEqual(['a survived'])
  expect(all('late', 'survived', 'noticed')).toEqual(['a took too long'])
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
    { area: 'money', held: true, faults: 2, noticed: 1, excused: 1, percent: 50 },
    { area: 'search', held: false, faults: 1, noticed: 0, excused: 0, percent: 0 },
  ])
})

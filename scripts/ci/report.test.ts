import { expect, test } from 'vitest'
import { count, readPlaywright, readVitest, slowest } from './report.ts'
import { figuresOf } from './verified.ts'

test('reads the tests of a Vitest report, and files that failed outside their tests', () => {
  const report = {
    testResults: [
      {
        name: '/house/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'works', duration: 1500 },
          { status: 'failed', fullName: 'breaks', duration: 10, failureMessages: ['why\nmore'] },
          { status: 'pending', fullName: 'waits' },
        ],
      },
      { name: '/house/b.test.ts', status: 'failed', message: 'no import', assertionResults: [] },
    ],
  }
  const tests = readVitest(JSON.stringify(report), '/house/')
  expect(tests.map(({ file, status }) => `${file} ${status}`)).toEqual([
    'a.test.ts passed',
    'a.test.ts failed',
    'a.test.ts skipped',
    'b.test.ts failed',
  ])
  expect(slowest(tests, 1)).toEqual(['   1.5 s  a.test.ts: works'])
  expect(count(tests, 'failed')).toBe(2)
})

test('reads nested Playwright suites; a story that needed another try has failed', () => {
  const spec = (title: string, status: string) => ({
    title,
    tests: [{ status, results: [{ duration: 1000 }, { duration: 500 }] }],
  })
  const report = {
    suites: [
      {
        title: 'a.e2e.ts',
        file: 'a.e2e.ts',
        specs: [spec('one', 'expected')],
        suites: [{ title: 'inner', file: 'a.e2e.ts', specs: [spec('two', 'flaky')] }],
      },
    ],
  }
  expect(readPlaywright(JSON.stringify(report))).toEqual([
    { title: 'one', file: 'a.e2e.ts', status: 'passed', seconds: 1.5 },
    { title: 'two', file: 'a.e2e.ts', status: 'failed', seconds: 1.5 },
  ])
})

test('keeps the plain figures of a suite’s last line', () => {
  expect(figuresOf('noise\n{"lost":0,"name":"bills","list":[1]}\n')).toEqual({
    lost: 0,
    name: 'bills',
  })
  expect(figuresOf('noise')).toBeUndefined()
})

/** Reads what the test runners report: counts, failures and the slowest tests. */
import { existsSync, readFileSync } from 'node:fs'

export type TestResult = {
  title: string
  file: string
  status: 'passed' | 'failed' | 'skipped'
  seconds: number
  message?: string
}

type VitestReport = {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: {
      status: string
      fullName: string
      duration?: number | null
      failureMessages?: string[]
    }[]
  }[]
}

export function readVitest(text: string, root: string): TestResult[] {
  const { testResults } = JSON.parse(text) as VitestReport
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(root, '')
    const tests = assertionResults.map(
      (test): TestResult => ({
        title: test.fullName,
        file,
        status: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
        seconds: (test.duration ?? 0) / 1000,
        ...(test.failureMessages?.[0] && { message: test.failureMessages[0] }),
      }),
    )
    const failedOutsideTests =
      status === 'failed' && !tests.some((test) => test.status === 'failed')
    if (!failedOutsideTests) return tests
    return [
      ...tests,
      { title: '(file)', file, status: 'failed', seconds: 0, message: message ?? '' },
    ]
  })
}

type PlaywrightSuite = {
  title: string
  file: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[]
  }[]
}

export function readPlaywright(text: string): TestResult[] {
  const { suites } = JSON.parse(text) as { suites: PlaywrightSuite[] }
  const read = (suite: PlaywrightSuite): TestResult[] => [
    ...suite.specs.flatMap(({ title, tests }) =>
      tests.map(({ status, results }): TestResult => {
        const message = results.at(-1)?.error?.message
        return {
          title,
          file: suite.file,
          // A story that passed only when tried again would be "flaky": there are no retries.
          status: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
          seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
          ...(message && { message }),
        }
      }),
    ),
    ...(suite.suites ?? []).flatMap(read),
  ]
  return suites.flatMap(read)
}

export type Report = { runner: 'vitest' | 'playwright'; file: string }

export function readReport(root: string, { runner, file }: Report): TestResult[] {
  const path = `${root}/${file}`
  if (!existsSync(path)) return []
  const text = readFileSync(path, 'utf8')
  return runner === 'vitest' ? readVitest(text, `${root}/`) : readPlaywright(text)
}

export const count = (results: TestResult[], status: TestResult['status']) =>
  results.filter((result) => result.status === status).length

export const slowest = (results: TestResult[], most = 10): string[] =>
  results
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ seconds, file, title }) => `${seconds.toFixed(1).padStart(6)} s  ${file}: ${title}`)

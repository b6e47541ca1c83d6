import { type Fault, isHeld } from './fault.ts'

/**
 * noticed: a test failed. survived: all passed. invalid: what failed was no test. late: the time
 * was up before either.
 */
export type Outcome = 'noticed' | 'survived' | 'invalid' | 'late'

export type Result = {
  id: string
  area: Fault['area']
  outcome: Outcome
  by: string
  seconds: number
}

/** The part of Vitest's JSON report that is read here. */
export type Report = {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** A file that cannot be loaded shows nothing about what the tests assert. */
const notLoaded =
  /SyntaxError|ReferenceError|Transform failed|PARSE_ERROR|Failed to (parse|resolve|load)|Cannot find (module|package)|did not start/

export function outcomeOf(
  report: Report | undefined,
  exitCode: number | null,
): { outcome: Outcome; by: string } {
  if (!report) return { outcome: 'invalid', by: 'the tests gave no report' }
  for (const file of report.testResults) {
    const failed = file.assertionResults.find(({ status }) => status === 'failed')
    if (failed) return { outcome: 'noticed', by: failed.fullName }
  }
  // A file can fail without a test: in what it does before all of its tests.
  const broken = report.testResults.find(({ status }) => status === 'failed')
  if (broken) {
    const cause = (broken.message ?? '').split('\n')[0] ?? ''
    return notLoaded.test(broken.message ?? '')
      ? { outcome: 'invalid', by: cause }
      : { outcome: 'noticed', by: `before the tests: ${cause}` }
  }
  if (exitCode !== 0) return { outcome: 'invalid', by: `Vitest ended with ${exitCode}` }
  return { outcome: 'survived', by: '' }
}

export type Sum = {
  area: string
  held: boolean
  faults: number
  noticed: number
  excused: number
  percent: number
}

/** By area: of the faults that something could notice, how many were. */
export function sums(faults: Fault[], results: Result[]): Sum[] {
  const areas = [...new Set(faults.map(({ area }) => area))].sort()
  return areas.map((area) => {
    const excused = faults.filter((fault) => fault.area === area && fault.equivalent).length
    const counted = results.filter(
      (result) => result.area === area && !faults.find(({ id }) => id === result.id)?.equivalent,
    )
    const noticed = counted.filter(({ outcome }) => outcome === 'noticed').length
    const percent = counted.length ? Math.floor((1000 * noticed) / counted.length) / 10 : 100
    return { area, held: isHeld(area), faults: counted.length, noticed, excused, percent }
  })
}

/** What makes the run fail, one sentence each. */
export function complaints(faults: Fault[], results: Result[]): string[] {
  return results.flatMap(({ id, area, outcome, by }) => {
    const excuse = faults.find((fault) => fault.id === id)?.equivalent
    if (outcome === 'invalid') return [`${id} was not planted rightly: ${by}`]
    if (excuse)
      return outcome === 'noticed'
        ? [`${id} is said to change nothing, but was noticed by: ${by}`]
        : []
    if (!isHeld(area) || outcome === 'noticed') return []
    return [outcome === 'late' ? `${id} took too long` : `${id} survived`]
  })
}

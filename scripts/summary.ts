/**
 * Prints the last line of CI: the tests of both runners together. A step that failed without a
 * failed test counts as one failure. The lines above name browser tests that needed a second try:
 * they passed, and somebody should ask why they did not pass at once.
 */
import { existsSync, readFileSync } from 'node:fs'

const failedSteps = Number(process.argv[2] ?? 0)
const read = (path: string) =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
const unit:
  | { numPassedTests: number; numFailedTests: number; numPendingTests: number }
  | undefined = read('.tmp/vitest.json')
type Suite = {
  title: string
  suites?: Suite[]
  specs: { title: string; tests: { status: string }[] }[]
}
type Browser = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: Suite[]
}
const browser: Browser | undefined = read('.tmp/e2e.json')

const flaky = browser?.stats.flaky ?? 0
const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0) + flaky
const failedTests = (unit?.numFailedTests ?? 0) + (browser?.stats.unexpected ?? 0)
const skipped = (unit?.numPendingTests ?? 0) + (browser?.stats.skipped ?? 0)
const ranNothing = !unit?.numPassedTests || !browser?.stats.expected
const failed = Math.max(failedTests, failedSteps, ranNothing ? 1 : 0)
for (const title of browser ? needingAnotherTry(browser.suites) : [])
  console.log(`needed another try: ${title}`)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 ? 1 : 0)

function needingAnotherTry(suites: Suite[]): string[] {
  return suites.flatMap(({ title, specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map((spec) => `${title} › ${spec.title}`),
    ...needingAnotherTry(inner),
  ])
}

/** The last line of CI: tests of both runners together. A step that failed without a failed test counts as one. */
import { existsSync, readFileSync } from 'node:fs'

const failedSteps = Number(process.argv[2] ?? 0)
const read = (path: string) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)
const unit: { numPassedTests: number; numFailedTests: number; numPendingTests: number } | undefined = read('.tmp/vitest.json')
const browser: { stats: { expected: number; unexpected: number; flaky: number; skipped: number } } | undefined = read('.tmp/e2e.json')

const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0)
const failedTests = (unit?.numFailedTests ?? 0) + (browser?.stats.unexpected ?? 0) + (browser?.stats.flaky ?? 0)
const skipped = (unit?.numPendingTests ?? 0) + (browser?.stats.skipped ?? 0)
const ranNothing = !unit?.numPassedTests || !browser?.stats.expected
const failed = Math.max(failedTests, failedSteps, ranNothing ? 1 : 0)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 ? 1 : 0)

/** Runs the suites of a plan, for both rings: install, run, print, count. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfInputs, readTree } from './inputs.ts'
import { type Decision, isDue, planFull } from './plan.ts'
import { count, readReport, slowest, type TestResult } from './report.ts'
import { type Outcome, reasons, runStep, runWithinCores } from './runSuite.ts'
import {
  commandOf,
  type DebianPackage,
  debianPackages,
  isSeeded,
  type Parameters,
  type Suite,
  suites,
} from './suites.ts'
import { figuresOf, readVerified, recordGreen } from './verified.ts'

export const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')

/** Hashes of a suite’s inputs in the tree as it is now. */
export function suiteHashes(): (suite: Suite) => string {
  const tree = readTree(root)
  const known = new Map<string, string>()
  return (suite) => {
    const hash = known.get(suite.name) ?? hashOfInputs(suite.inputs, suite.command, tree)
    known.set(suite.name, hash)
    return hash
  }
}

/** Names of the suites of the full ring that were not verified with the inputs of this tree. */
export function suitesDue(): string[] {
  const facts = {
    suites,
    changed: [],
    files: [],
    verified: readVerified(root),
    hashOf: suiteHashes(),
  }
  return planFull(facts, { all: false, only: [] })
    .filter(({ suite }) => isDue(suite, facts))
    .map(({ suite }) => suite.name)
}

export function printPlan(decisions: Decision[]): void {
  const width = Math.max(...decisions.map(({ suite }) => suite.name.length))
  for (const runs of [true, false])
    for (const decision of decisions.filter((one) => one.runs === runs))
      console.log(`${runs ? 'run ' : 'skip'} ${decision.suite.name.padEnd(width)} ${decision.why}`)
}

/** Installs the Debian packages that the suites need and the machine lacks. */
export function installPackages(chosen: Suite[]): void {
  const groups = new Set(chosen.flatMap(({ packages = [] }) => packages))
  const missing = [...groups].filter((group) => !isInstalled(group))
  if (missing.length === 0) return
  const names = missing.flatMap((group) => debianPackages[group].names)
  console.log(`installing ${names.join(' ')}`)
  const command = `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${names.join(' ')}`
  const { status, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`apt-get failed: ${stderr}`)
}

const isInstalled = (group: DebianPackage) =>
  spawnSync('bash', ['-c', debianPackages[group].installed], { stdio: 'ignore' }).status === 0

export type RingOptions = {
  parameters: Omit<Parameters, 'seed'>
  /** A seed for each suite that takes one. */
  seedOf: (suite: Suite) => number
  /** Written into `.ci/verified` when the suite is green. */
  record: boolean
}

export type RingResult = { outcomes: Outcome[]; tests: TestResult[] }

/** Runs the suites, prints each as it ends, and records what is green. */
export async function runSuites(chosen: Suite[], options: RingOptions): Promise<RingResult> {
  const outcomes: Outcome[] = []
  const tests: TestResult[] = []
  const jobs = chosen.map((suite) => ({
    name: suite.name,
    cores: suite.cores,
    needs: suite.needs ?? [],
    start: async () => {
      const result = await runOne(suite, options)
      outcomes.push(result.outcome)
      tests.push(...result.tests)
      return result.outcome.ok
    },
    skip: (failed: string) => {
      const log = `not run: ${failed} failed`
      console.log(`FAIL ${suite.name}: ${log}`)
      outcomes.push({ name: suite.name, ok: false, seconds: 0, processorSeconds: 0, log })
    },
  }))
  await runWithinCores(jobs)
  return { outcomes, tests }
}

async function runOne(suite: Suite, { parameters, seedOf, record }: RingOptions) {
  const seed = seedOf(suite)
  // The inputs as they are when the suite starts: an edit during the run must not count as
  // verified.
  const hash = suiteHashes()(suite)
  if (suite.report) rmSync(join(root, suite.report.file), { force: true })
  const outcome = await runStep(root, {
    name: suite.name,
    command: commandOf(suite, { ...parameters, seed }),
    limitSeconds: Math.max(300, suite.minutes * 60 * 4),
  })
  const tests = suite.report ? readReport(root, suite.report) : []
  const ranNothing = suite.report !== undefined && count(tests, 'passed') === 0
  if (ranNothing) outcome.ok = false
  printOutcome(suite, outcome, tests, isSeeded(suite) ? seed : undefined)
  if (outcome.ok && record) {
    const figures = suite.report ? countsOf(tests) : figuresOf(outcome.log)
    recordGreen(root, suite.name, {
      hash,
      date: new Date().toISOString().slice(0, 10),
      seconds: outcome.seconds,
      processorSeconds: outcome.processorSeconds,
      ...(isSeeded(suite) && { seed }),
      ...(figures && { figures }),
    })
  }
  return { outcome, tests }
}

const countsOf = (tests: TestResult[]) => ({
  passed: count(tests, 'passed'),
  skipped: count(tests, 'skipped'),
})

function printOutcome(suite: Suite, outcome: Outcome, tests: TestResult[], seed?: number): void {
  const { ok, seconds, processorSeconds } = outcome
  const detail = [
    `${seconds} s wall, ${processorSeconds} s processor`,
    seed !== undefined && `seed ${seed}`,
    tests.length > 0 && `${count(tests, 'passed')} passed, ${count(tests, 'failed')} failed`,
  ].filter(Boolean)
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${suite.name}: ${detail.join(', ')}`)
  if (ok) return
  for (const { file, title, message } of tests.filter(({ status }) => status === 'failed'))
    console.log(`  ${file}: ${title}: ${(message ?? '').split('\n')[0]}`.slice(0, 400))
  console.log(reasons(outcome))
}

/**
 * The end of a run: time of each step, slowest tests, and one line of counts. Returns the exit
 * code.
 */
export function printEnd({ outcomes, tests }: RingResult): number {
  console.log('\nTen slowest tests')
  for (const line of slowest(tests)) console.log(line)
  console.log('\nSteps')
  for (const { name, ok, seconds, processorSeconds } of outcomes)
    console.log(
      `${ok ? 'ok  ' : 'FAIL'} ${name}: ${seconds} s wall, ${processorSeconds} s processor`,
    )
  const failedSteps = outcomes.filter(({ ok }) => !ok)
  for (const outcome of failedSteps) console.log(`\n--- ${outcome.name}\n${reasons(outcome)}`)
  const failed = Math.max(count(tests, 'failed'), failedSteps.length)
  const skipped = count(tests, 'skipped')
  const total = outcomes.reduce((sum, { seconds }) => sum + seconds, 0)
  console.log(`${outcomes.length} steps, ${Math.round(total)} s of steps`)
  console.log(
    `${count(tests, 'passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  )
  return failed > 0 || outcomes.length === 0 ? 1 : 0
}

/** Decides which suites a run includes, and says why. Pure: what it knows is handed in. */
import { dirname } from 'node:path'
import { matchesInputs } from './inputs.ts'
import type { Suite } from './suites.ts'
import type { Verified } from './verified.ts'

export type Facts = {
  suites: readonly Suite[]
  /** Files that differ from the base commit. */
  changed: readonly string[]
  /** All files of the tree. */
  files: readonly string[]
  verified: Verified
  hashOf: (suite: Suite) => string
}

export type Decision = { suite: Suite; runs: boolean; why: string }

/** Time that the stories of one feature or floor add to the gate, on two quiet cores. */
const minutesPerStories = 1.3

/** The gate may not take longer than this on two quiet cores. */
export const gateMinutes = 25

/** A suite is due when its inputs differ from those of its last green run. */
export function isDue(suite: Suite, { verified, hashOf }: Facts): boolean {
  return verified[suite.name]?.hash !== hashOf(suite)
}

const touched = (paths: readonly string[], changed: readonly string[]) =>
  changed.find((file) => matchesInputs(paths, file))

/** Selects the suites of `.ci/run`: gate suites by change, long suites by change and hash. */
export function planGate(facts: Facts): Decision[] {
  const decisions = facts.suites.map((suite) =>
    suite.ring === 'gate' ? decideGate(suite, facts) : decideLong(suite, facts),
  )
  const stories = storiesChanged(facts.changed, facts.files)
  return withNeeded(withinBudget(decisions, stories.length * minutesPerStories))
}

/** Adds the suites whose output a chosen suite uses. */
export function withNeeded(decisions: Decision[]): Decision[] {
  return decisions.map((decision) => {
    if (decision.runs) return decision
    const user = decisions.find(
      ({ suite, runs }) => runs && suite.needs?.includes(decision.suite.name),
    )
    return user
      ? { suite: decision.suite, runs: true, why: `needed by ${user.suite.name}` }
      : decision
  })
}

function decideGate(suite: Suite, facts: Facts): Decision {
  if (suite.always) return { suite, runs: true, why: 'in every run' }
  const file = touched(suite.inputs, facts.changed)
  if (file) return { suite, runs: true, why: `the change touches ${file}` }
  const recorded = facts.suites.find(({ name }) => name === (suite.partOf ?? suite.name))
  return recorded && !suite.byChange && isDue(recorded, facts)
    ? { suite, runs: true, why: `${recorded.name} was not verified with these inputs` }
    : { suite, runs: false, why: 'the change touches none of its inputs' }
}

function decideLong(suite: Suite, facts: Facts): Decision {
  if (!isDue(suite, facts)) return { suite, runs: false, why: 'verified with these inputs' }
  const inputs = facts.changed.filter((file) => matchesInputs(suite.inputs, file))
  const file = touched(suite.focus ?? [], inputs)
  return file
    ? { suite, runs: true, why: `due, and the change touches ${file}` }
    : { suite, runs: false, why: 'due: left to npm run verify' }
}

/** Long suites that would take the gate over its limit are left to the full ring, dearest first. */
function withinBudget(decisions: Decision[], storyMinutes: number): Decision[] {
  const cost = ({ suite }: Decision) => (suite.minutes * suite.cores) / 2
  const running = decisions.filter(({ runs }) => runs)
  let total = running.reduce((sum, decision) => sum + cost(decision), storyMinutes)
  const long = running.filter(({ suite }) => suite.ring === 'full')
  const dropped = new Set<Suite>()
  for (const decision of long.toSorted((a, b) => cost(b) - cost(a))) {
    if (total <= gateMinutes) break
    dropped.add(decision.suite)
    total -= cost(decision)
  }
  return decisions.map((decision) =>
    dropped.has(decision.suite)
      ? {
          suite: decision.suite,
          runs: false,
          why: `${decision.why}; left to npm run verify, over ${gateMinutes} minutes otherwise`,
        }
      : decision,
  )
}

/** Selects the suites of `npm run verify`: every suite that is due. */
export function planFull(facts: Facts, { all, only }: { all: boolean; only: string[] }) {
  const decisions = facts.suites
    .filter((suite) => !suite.partOf && !suite.byChange)
    .map((suite): Decision => {
      if (only.length > 0) return { suite, runs: only.includes(suite.name), why: 'chosen by name' }
      if (all) return { suite, runs: true, why: 'all were asked for' }
      return isDue(suite, facts)
        ? {
            suite,
            runs: true,
            why: facts.verified[suite.name] ? 'inputs changed' : 'never verified',
          }
        : { suite, runs: false, why: `verified ${facts.verified[suite.name]?.date}` }
    })
  return withNeeded(decisions)
}

/** The folder of stories that shows a floor's pages. */
const storiesOfFloor: Record<string, string> = {
  app: 'app',
  desk: 'desk',
  intake: 'paypal',
  billing: 'billing',
  money: 'billing',
  paypal: 'paypal',
  people: 'people',
  office: 'office',
}

const isUnitTest = (file: string) => /\.test\.tsx?$/.test(file)

const floorAndFeature =
  /^(?:apps\/console\/src|apps\/api\/src|packages\/contract\/src|lab\/stories)\/(\w+)\/(\w+)/

/**
 * The stories to play for what changed, as beginnings of their files' names: those of the feature
 * (`billing/refund`), or all of its floor (`billing/`) where no story has the feature's name.
 */
function storiesChanged(changed: readonly string[], files: readonly string[]): string[] {
  const chosen = new Set<string>()
  for (const file of changed.filter((one) => !isUnitTest(one))) {
    const [, floor = '', feature = ''] = floorAndFeature.exec(file) ?? []
    const folder = storiesOfFloor[floor]
    if (!folder) continue
    const own = `${folder}/${feature}`
    chosen.add(files.some((story) => story.startsWith(`lab/stories/${own}`)) ? own : `${folder}/`)
  }
  return [...chosen].filter(
    (one) => ![...chosen].some((other) => other !== one && one.startsWith(other)),
  )
}

/** The stories of the gate: those tagged @gate, and those of what the change touches. */
export const storiesOf = (changed: readonly string[], files: readonly string[]): string =>
  ['@gate', ...storiesChanged(changed, files)].join('|')

/** The folders of the files that the change touches. */
export const foldersOf = (changed: readonly string[]): string[] => [
  ...new Set(changed.filter((file) => file.includes('/')).map((file) => dirname(file))),
]

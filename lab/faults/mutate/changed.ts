/**
 * `npm run mutants -- --changed [--base REV] [--minutes 4] [--workers 2] [--list]`: makes mutants
 * of the changed lines and says which of them the tests notice. `--files words` makes them of whole
 * files instead, `--some N --seed N` runs a part of them. It prints a line for each mutant, lists
 * those the time was too short for, and prints one JSON object as its last line.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../faults.ts'
import { sharedPostgres } from '../postgres.ts'
import { type Bench, openBench, reachedName } from './bench.ts'
import { excuses } from './excused.ts'
import { readGraph } from './graph.ts'
import {
  type ChangedLines,
  changedSince,
  defaultBase,
  everyLine,
  forkPoint,
  isMutable,
} from './lines.ts'
import { describe, type Mutant, placeOf } from './mutant.ts'
import type { Outcome } from './outcome.ts'
import { pickTests } from './pick.ts'
import { excuseOf, inTurn, mutantsOn, spreadOverLines } from './plan.ts'
import { withNotes } from './reached.ts'
import also from './tests.json' with { type: 'json' }
import { mutantsOf } from './typescript.ts'

const { values } = parseArgs({
  options: {
    changed: { type: 'boolean', default: false },
    base: { type: 'string' },
    files: { type: 'string' },
    minutes: { type: 'string', default: '4' },
    workers: { type: 'string', default: '2' },
    some: { type: 'string' },
    seed: { type: 'string', default: '0' },
    list: { type: 'boolean', default: false },
  },
})

const startedAt = Date.now()
const seconds = (since = startedAt) => Math.round((Date.now() - since) / 100) / 10
const deadline = startedAt + Number(values.minutes) * 60_000
/** Of the tests of a file, the first two are asked first. */
const rounds = [
  [0, 2],
  [2, 6],
  [6, 12],
] as const
const perRecording = 3
/** How many times longer than without a mutant the tests may take, and the time to start on top. */
const patience = 4
const startUp = 30_000
const longestLimit = 120_000
/** A mutant that is running at the deadline may finish. */
const grace = 15_000
const timeLeft = () => Math.max(0, deadline - Date.now()) + grace

process.chdir(root)
const base = values.base ? forkPoint(root, values.base) : defaultBase(root)
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

function linesToMutate(): ChangedLines {
  if (!values.files) return changedSince(root, base)
  const words = values.files.split(',')
  const all = execFileSync('git', ['ls-files', 'apps', 'packages'], { cwd: root, encoding: 'utf8' })
  const files = all
    .split('\n')
    .filter((file) => isMutable(file) && words.some((word) => file.includes(word)))
  return new Map(files.map((file) => [file, everyLine]))
}

const changed = linesToMutate()
const graph = readGraph(root)
const testsOf = new Map(
  [...changed.keys()].map((file) => [
    file,
    pickTests(file, graph, also as Record<string, string[]>),
  ]),
)
// Components are tested in a browser. Of the console only logic with unit tests is mutated.
for (const [file, tests] of testsOf)
  if (file.startsWith('apps/console/') && tests.length === 0) changed.delete(file)

const made = mutantsOn(changed, (file) => mutantsOf(file, textOf(file)))
const excused = made.filter((mutant) => excuseOf(mutant, excuses))
let mutants = spreadOverLines(made.filter((mutant) => !excused.includes(mutant)))
if (values.some) {
  const first = (Number(values.seed) * Number(values.some)) % Math.max(1, mutants.length)
  mutants = [...mutants, ...mutants].slice(
    first,
    first + Math.min(Number(values.some), mutants.length),
  )
}

type Judged = { mutant: Mutant; outcome: Outcome }
const judged: Judged[] = []
const complaints: string[] = []
const triedBy = new Map<Mutant, string[]>()
let left: Mutant[] = []

if (values.list) {
  for (const mutant of mutants) console.log(lineOf(mutant))
  for (const [file, tests] of testsOf) console.log(`tests of ${file}: ${tests.join(' ') || 'none'}`)
} else if (mutants.length > 0) await judgeAll()
finish()

/**
 * Judges by the likeliest tests of each file first; only what they do not notice is left to the
 * next ones.
 */
async function judgeAll() {
  const dir = join(root, `.tmp/mutate-${process.pid}`)
  const postgres = await sharedPostgres(join(dir, 'postgres'))
  const benches: { bench: Bench; tree: string }[] = []
  try {
    for (let n = 0; n < Number(values.workers); n++) {
      const tree = join(dir, `tree${n}`)
      benches.push({ tree, bench: await openBench(tree, postgres, `w${n}`) })
    }
    let open = mutants
    let asked = 0
    for (const [from, to] of rounds) {
      if (open.length === 0 || Date.now() > deadline) break
      open = await judgeRound(benches, open, from, to)
      if (complaints.length > 0) return
      asked = to
    }
    for (const mutant of open) {
      const tests = testsOf.get(mutant.file) ?? []
      if (tests.length > asked) left.push(mutant)
      else judged.push({ mutant, outcome: survivor(mutant, tests) })
    }
  } finally {
    for (const { bench } of benches) bench.close()
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

function survivor(mutant: Mutant, tests: string[]): Outcome {
  const tried = triedBy.get(mutant)?.join(' ')
  const by = tests.length === 0 ? 'it has no tests' : (tried ?? 'no test reaches it')
  return { outcome: 'survived', by }
}

/** Returns the mutants that all tests of this round have passed over. */
async function judgeRound(
  benches: { bench: Bench; tree: string }[],
  open: Mutant[],
  from: number,
  to: number,
): Promise<Mutant[]> {
  const next = (file: string) => testsOf.get(file)?.slice(from, to) ?? []
  const recorded = await record(benches, open, next)
  if (complaints.length > 0) return open
  const waiting = [...open]
  const survived: Mutant[] = []
  await Promise.all(
    benches.map(async ({ bench }) => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const tests = next(mutant.file)
        const isRecorded = tests.every((test) => recorded.reached.has(test))
        if (Date.now() > deadline || !isRecorded) left.push(mutant)
        else if (await passes(bench, mutant, tests, recorded)) survived.push(mutant)
      }
    }),
  )
  return mutants.filter((mutant) => survived.includes(mutant))
}

type Recorded = {
  /** Test file → the sites it reaches. */
  reached: Map<string, Set<number>>
  milliseconds: Map<string, number>
  sites: Map<Mutant, number>
}

/** Runs the next tests without a mutant: they must pass, and what they reach is noted. */
async function record(
  benches: { bench: Bench; tree: string }[],
  open: Mutant[],
  next: (file: string) => string[],
): Promise<Recorded> {
  const recorded: Recorded = { reached: new Map(), milliseconds: new Map(), sites: new Map() }
  const noted = new Map<string, string>()
  let sites = 0
  for (const file of new Set(open.map((mutant) => mutant.file))) {
    const own = open.filter((mutant) => mutant.file === file)
    const { text, sites: numbers } = withNotes(textOf(file), own, sites)
    noted.set(file, text)
    for (const [n, mutant] of own.entries()) {
      const site = numbers[n]
      if (site !== undefined) recorded.sites.set(mutant, site)
    }
    sites += own.length
  }
  const waiting = inTurn([...noted.keys()].map(next))
  const total = waiting.length
  const since = Date.now()
  await Promise.all(
    benches.map(async ({ bench, tree }) => {
      while (waiting.length > 0 && Date.now() < deadline) {
        const files = waiting.splice(0, Math.max(1, Math.min(perRecording, waiting.length / 2)))
        const { results, error, reached } = await bench.record(noted, files, timeLeft())
        if (error) complaints.push(`The tests cannot run: ${error}`)
        for (const { file, state, by, message, milliseconds } of results) {
          if (state === 'failed' || state === 'broken')
            complaints.push(`${file} fails without a mutant: ${by} ${message.split('\n')[0]}`)
          recorded.milliseconds.set(file, milliseconds)
          recorded.reached.set(file, reached.get(reachedName(tree, file)) ?? new Set())
        }
      }
    }),
  )
  if (total > 0)
    console.log(
      `${total} test files without a mutant: ${seconds(since)} s, ${open.length} mutants to judge`,
    )
  return recorded
}

/** Whether the mutant passes these tests, so that others must be asked. */
async function passes(bench: Bench, mutant: Mutant, tests: string[], recorded: Recorded) {
  const { reached, milliseconds, sites } = recorded
  const since = Date.now()
  const site = sites.get(mutant)
  const near = tests
    .filter((test) => site === undefined || reached.get(test)?.has(site))
    .sort((a, b) => (milliseconds.get(a) ?? 0) - (milliseconds.get(b) ?? 0))
  if (near.length === 0) return true
  const usual = near.reduce((sum, test) => sum + (milliseconds.get(test) ?? 0), 0)
  const limit = Math.min(startUp + patience * usual, longestLimit)
  const remaining = timeLeft()
  const outcome = await bench.runWithMutant(mutant, near, Math.min(limit, remaining))
  if (outcome.outcome === 'endless' && remaining < limit) {
    left.push(mutant)
    return false
  }
  triedBy.set(mutant, [...(triedBy.get(mutant) ?? []), ...near])
  if (outcome.outcome === 'survived') return true
  judged.push({ mutant, outcome })
  console.log(
    `${outcome.outcome.padEnd(8)} ${lineOf(mutant)} (${seconds(since)} s) by: ${outcome.by}`,
  )
  return false
}

function lineOf(mutant: Mutant) {
  return `${placeOf(mutant)} ${mutant.operator}: ${describe(mutant)}`
}

function finish() {
  const of = (outcome: Outcome['outcome']) =>
    judged.filter((one) => one.outcome.outcome === outcome)
  const survived = of('survived')
  left = left.sort((a, b) => mutants.indexOf(a) - mutants.indexOf(b))
  for (const mutant of left) console.log(`left     ${lineOf(mutant)}`)
  for (const { mutant, outcome } of survived)
    console.log(`FAIL ${lineOf(mutant)} survived: ${outcome.by}`)
  if (survived.length > 0)
    console.log(
      'Add a test that notices it; if one does that was not picked, name it in lab/faults/mutate/tests.json; if nothing can, give the reason in lab/faults/mutate/excused.ts.',
    )
  for (const complaint of complaints) console.log(`FAIL ${complaint}`)
  process.exitCode = survived.length > 0 || complaints.length > 0 ? 1 : 0
  console.log(
    JSON.stringify({
      name: 'mutants of changed lines',
      base: values.files ? undefined : base,
      files: changed.size,
      mutants: mutants.length,
      noticed: of('noticed').length + of('endless').length,
      survived: survived.map(({ mutant }) => lineOf(mutant)),
      invalid: of('invalid').length,
      excused: excused.length,
      left: left.length,
      failed: survived.length + complaints.length,
      seconds: seconds(),
    }),
  )
}

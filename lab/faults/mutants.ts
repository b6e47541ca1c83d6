/**
 * `npm run mutants [-- words] [--areas a,b] [--ids a,b] [--some N --seed N] [--workers N]
 * [--no-baseline] [--list]`: plants the faults of `lab/faults/list` one at a time in a copy of the
 * tree and says which of them the tests notice. It prints one line for each, and one JSON object as
 * its last line.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Fault } from './fault.ts'
import { choose, readFaults, root, whyInvalid } from './faults.ts'
import { type Bench, openBench } from './mutate/bench.ts'
import { sharedPostgres } from './postgres.ts'
import { complaints, type Result, sums } from './verdict.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    areas: { type: 'string', default: '' },
    ids: { type: 'string', default: '' },
    some: { type: 'string' },
    seed: { type: 'string' },
    workers: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '180' },
    'no-baseline': { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const commaSeparated = (text: string) => text.split(',').filter(Boolean)
const commitNumber = () =>
  Number(execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: root, encoding: 'utf8' }))

const faults = choose(await readFaults(), {
  words: positionals,
  areas: commaSeparated(values.areas),
  ids: commaSeparated(values.ids),
  some: values.some ? Number(values.some) : undefined,
  seed: values.seed ? Number(values.seed) : values.some ? commitNumber() : 0,
})
const bad = faults.flatMap((fault) => whyInvalid(fault) ?? []).length
for (const fault of faults) {
  const why = whyInvalid(fault)
  if (why || values.list)
    console.log(
      `${why ? 'INVALID ' : ''}${fault.area} ${fault.id} ${fault.file}${why ? `: ${why}` : ''}`,
    )
}
if (bad || values.list || faults.length === 0) {
  if (faults.length === 0) console.error('No fault has these words')
  process.exit(bad || faults.length === 0 ? 1 : 0)
}

const startedAt = Date.now()
const dir = join(root, `.tmp/mutants-${process.pid}`)
const postgres = await sharedPostgres(join(dir, 'postgres'))
const seconds = (since: number) => Math.round((Date.now() - since) / 100) / 10
const limit = Number(values.seconds) * 1000
const results: Result[] = []
const benches: Bench[] = []
let complained: string[] = []
try {
  for (let n = 0; n < Math.min(Number(values.workers), faults.length); n++)
    benches.push(await openBench(join(dir, `tree${n}`), postgres, `w${n}`))
  // Tests that fail by themselves would notice everything.
  if (!values['no-baseline'] && benches[0]) {
    const files = [...new Set(faults.flatMap(({ tests }) => tests))]
    const since = Date.now()
    const { outcome, by } = await benches[0].runUnchanged(files, 60_000 * files.length)
    console.log(
      `baseline: ${files.length} test files without a fault ${outcome === 'survived' ? 'pass' : `FAIL: ${by}`} (${seconds(since)} s)`,
    )
    if (outcome !== 'survived') complained.push(`The tests fail without a fault: ${by}`)
  }
  const waiting = complained.length ? [] : [...faults]
  await Promise.all(
    benches.map(async (bench) => {
      for (let fault = waiting.shift(); fault; fault = waiting.shift())
        results.push(await runFault(bench, fault))
    }),
  )
  complained = [...complained, ...complaints(faults, results)]
} finally {
  process.exitCode = complained.length || results.length === 0 ? 1 : 0
  for (const complaint of complained) console.log(`FAIL ${complaint}`)
  const excused = new Set(faults.filter(({ equivalent }) => equivalent).map(({ id }) => id))
  const counted = results.filter(({ id }) => !excused.has(id))
  console.log(
    JSON.stringify({
      name: 'mutants',
      faults: results.length,
      noticed: counted.filter(({ outcome }) => outcome === 'noticed').length,
      excused: excused.size,
      survived: counted.filter(({ outcome }) => outcome !== 'noticed').map(({ id }) => id),
      areas: sums(faults, results),
      failed: complained.length,
      seconds: seconds(startedAt),
    }),
  )
  for (const bench of benches) bench.close()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}

async function runFault(bench: Bench, fault: Fault): Promise<Result> {
  const since = Date.now()
  const { outcome, by } = await bench.runWithFault(fault, fault.tests, limit)
  const result = { id: fault.id, area: fault.area, outcome, by, seconds: seconds(since) }
  console.log(
    `${outcome.padEnd(8)} ${fault.area} ${fault.id} (${result.seconds} s)${by && ` by: ${by}`}`,
  )
  return result
}

/**
 * `npm run mutants [-- words] [--areas a,b] [--held] [--ids a,b] [--some N --seed N] [--workers
 * N] [--no-baseline] [--list]`: plants the faults of `mutants/list ` one at a time in a copy of
 * the tree and says which of them the tests notice. It prints one line for each, and one JSON
 * object as its last line.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Fault, heldAreas } from '../../mutants/fault.ts'
import { choose, readFaults, root, whyInvalid } from './faults.ts'
import { sharedPostgres } from './postgres.ts'
import { copyTree, plant } from './tree.ts'
import { complaints, outcomeOf, type Report, type Result, sums } from './verdict.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    areas: { type: 'string', default: '' },
    ids: { type: 'string', default: '' },
    held: { type: 'boolean', default: false },
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
  areas: values.held ? [...heldAreas] : commaSeparated(values.areas),
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
const results: Result[] = []
let complained: string[] = []
try {
  const trees = Array.from({ length: Math.min(Number(values.workers), faults.length) }, (_, i) =>
    join(dir, `tree${i}`),
  )
  for (const tree of trees) copyTree(tree)
  // Tests that fail by themselves would notice everything.
  if (!values['no-baseline'] && trees[0]) {
    const files = [...new Set(faults.flatMap(({ tests }) => tests))]
    const since = Date.now()
    const { outcome, by } = await runTests(
      trees[0],
      'baseline',
      undefined,
      files,
      60 * files.length,
    )
    console.log(
      `baseline: ${files.length} test files without a fault ${outcome === 'survived' ? 'pass' : `FAIL: ${by}`} (${seconds(since)} s)`,
    )
    if (outcome !== 'survived') complained.push(`The tests fail without a fault: ${by}`)
  }
  const waiting = complained.length ? [] : [...faults]
  await Promise.all(
    trees.map(async (tree) => {
      for (let fault = waiting.shift(); fault; fault = waiting.shift())
        results.push(await judge(tree, fault))
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
  rmSync(dir, { recursive: true, force: true })
  await postgres.stop()
}

async function judge(tree: string, fault: Fault): Promise<Result> {
  const since = Date.now()
  const takeOut = plant(tree, fault)
  try {
    const name = `m${results.length}_${fault.id.toLowerCase().replace(/\W/g, '')}`
    const { outcome, by } = await runTests(tree, name, fault, fault.tests, Number(values.seconds))
    const result = { id: fault.id, area: fault.area, outcome, by, seconds: seconds(since) }
    console.log(
      `${outcome.padEnd(8)} ${fault.area} ${fault.id} (${result.seconds} s)${by && ` by: ${by}`}`,
    )
    return result
  } finally {
    takeOut()
  }
}

async function runTests(
  tree: string,
  name: string,
  fault: Fault | undefined,
  files: string[],
  limit: number,
) {
  const database = await postgres.forFault(name, fault)
  const reportFile = join(tree, '.tmp-report.json')
  rmSync(reportFile, { force: true })
  try {
    const args = [
      'run',
      '--bail=1',
      '--maxWorkers=1',
      '--reporter=json',
      `--outputFile=${reportFile}`,
      ...files,
    ]
    // A second try, as CI gives it, would hide what a fault does now and then.
    const child = spawn(join(tree, 'node_modules/.bin/vitest'), args, {
      cwd: tree,
      env: { ...process.env, CI: '', TEST_POSTGRES_URL: database.url },
      stdio: 'ignore',
      detached: true,
    })
    let late = false
    const timer = setTimeout(() => {
      late = true
      // Vitest's workers are in its process group.
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    }, limit * 1000)
    const exitCode = await new Promise<number | null>((resolve) => child.on('exit', resolve))
    clearTimeout(timer)
    if (late) return { outcome: 'late' as const, by: `more than ${limit} s` }
    return outcomeOf(
      existsSync(reportFile) ? (JSON.parse(readFileSync(reportFile, 'utf8')) as Report) : undefined,
      exitCode,
    )
  } finally {
    await database.close()
  }
}

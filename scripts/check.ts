/**
 * `npm run check`: runs everything that CI checks without a browser. `npm run check -- --quick`
 * leaves the tests out.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { readReport } from './ci/report.ts'

const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '')
const report = '.tmp/vitest.json'

type Command = [string, ...string[]]
type Step = [name: string, command: Command]

function run(name: string, [command, ...args]: Command): Promise<boolean> {
  return new Promise((resolve) => {
    const startedAt = Date.now()
    const child = spawn(command, args, { cwd: root, env: process.env })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('exit', (code) => {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
      if (code !== 0 && name === 'tests') for (const line of failedTests()) console.log(line)
      if (code !== 0 || name === 'tests') process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}

/**
 * Runs as many steps at once as there are cores. Most steps use several threads, so more would only
 * delay each other.
 */
async function runAll(steps: Step[]): Promise<boolean> {
  const waiting = [...steps]
  let passed = true
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift())
      if (!(await run(...step))) passed = false
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return passed
}

/** One line per failed test, printed before the log, so that a truncated log still shows them. */
const failedTests = () =>
  readReport(root, { runner: 'vitest', file: report })
    .filter(({ status }) => status === 'failed')
    .map(({ file, title, message = '' }) =>
      `  ${file}: ${title}: ${message.split('\n')[0]}`.slice(0, 400),
    )

/**
 * The next run checks again only what a change reaches. The compiler compares the content of files,
 * not their dates.
 */
const types = (name: string, project: string): Step => [
  `types: ${name}`,
  [
    ...(['tsc', '-p', project] as const),
    ...['--incremental', '--tsBuildInfoFile', `.tmp/types/${name.replace(' ', '-')}.tsbuildinfo`],
  ],
]

/** The longest first, so that none of them is left alone at the end. */
const quickSteps: Step[] = [
  ['promises', ['oxlint', '--type-aware']],
  types('server', 'tsconfig.json'),
  types('console', 'apps/console'),
  types('browser tests', 'lab/stories'),
  ['format and lint', ['biome', 'ci', '--error-on-warnings', '.']],
  ['schema dump = db/schema.sql, db/functions', ['node', 'scripts/schema/schema.ts', '--check']],
  ['house rules', ['node', 'scripts/house/check.ts']],
  ['migrations beside the last release', ['node', 'scripts/schema/migrations.ts']],
  types('console build', 'apps/console/tsconfig.build.json'),
  ['released migrations', ['node', 'scripts/release/released.ts']],
  ['licences = THIRD-PARTY.md', ['node', 'scripts/release/thirdParty.ts', '--check']],
  ['licences and install scripts', ['node', 'scripts/release/supply.ts']],
]

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const startedAt = Date.now()
let passed = await runAll(quickSteps)
if (!values.quick)
  passed =
    (await run('tests', [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ])) && passed
console.log(`${passed ? 'ok  ' : 'FAIL'} check (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
process.exit(passed ? 0 : 1)

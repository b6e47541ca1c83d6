/**
 * `.ci/run [--plan] [--base REV]`: the gate. Runs the quick checks, the suites whose inputs the
 * change touches, and long suites that are due in what the change touches.
 */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { changedSince, readTree } from './inputs.ts'
import { foldersOf, planGate, storiesOf } from './plan.ts'
import {
  installPackages,
  printEnd,
  printPlan,
  root,
  runSuites,
  suiteHashes,
  suitesDue,
} from './rings.ts'
import { suites } from './suites.ts'
import { readVerified, verifiedFile } from './verified.ts'

const { values } = parseArgs({
  options: { plan: { type: 'boolean', default: false }, base: { type: 'string' } },
})

const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

/**
 * The commit to compare with: `--base` or CI_BASE; else the fork point from origin/main; on main
 * itself the last commit that recorded a verification.
 */
function baseOf(): string {
  // GitHub gives zeros as the parent of a new branch.
  const given = values.base ?? process.env.CI_BASE?.replace(/^0+$/, '')
  if (given) return git('rev-parse', `${given}^{commit}`)
  const head = git('rev-parse', 'HEAD')
  try {
    const fork = git('merge-base', 'HEAD', 'origin/main')
    if (fork !== head) return fork
  } catch {
    // There is no origin: the repository stands alone.
  }
  const recorded = git('log', '--format=%H', '-n', '2', '--', verifiedFile).split('\n')
  return (
    recorded.find((commit) => commit && commit !== head) ??
    git('rev-list', '--max-parents=0', 'HEAD')
  )
}

const base = baseOf()
const changed = changedSince(root, base)
const { files } = readTree(root)
const facts = { suites, changed, files, verified: readVerified(root), hashOf: suiteHashes() }
const plan = planGate(facts)
const stories = storiesOf(changed, files)
console.log(`Base ${base.slice(0, 10)}: ${changed.length} files changed. Stories: ${stories}`)
printPlan(plan)
if (values.plan) process.exit(0)

const startedAt = Date.now()
const chosen = plan.filter(({ runs }) => runs).map(({ suite }) => suite)
installPackages(chosen)
const result = await runSuites(chosen, {
  parameters: { stories, folders: foldersOf(changed).join(), base },
  seedOf: () => Math.floor(Math.random() * 1_000_000),
  record: false,
})
const left = suitesDue().filter((name) => !chosen.some((suite) => suite.name === name))
if (left.length > 0) console.log(`\nOwed to npm run verify: ${left.join(', ')}`)
console.log(`The gate took ${Math.round((Date.now() - startedAt) / 1000)} s`)
process.exit(printEnd(result))

/**
 * `npm run verify [-- --all] [-- --only a,b] [-- --plan]`: the full ring. Runs every suite that is
 * due, records each green one in `.ci/verified`, and resumes where an earlier run stopped.
 */
import { parseArgs } from 'node:util'
import { planFull } from './plan.ts'
import { installPackages, printEnd, printPlan, root, runSuites, suiteHashes } from './rings.ts'
import { suites } from './suites.ts'
import { readVerified } from './verified.ts'

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    plan: { type: 'boolean', default: false },
  },
})
const only = values.only.split(',').filter(Boolean)
const unknown = only.filter((name) => !suites.some((suite) => suite.name === name))
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(', ')}`)
  process.exit(1)
}

const facts = {
  suites,
  changed: [],
  files: [],
  verified: readVerified(root),
  hashOf: suiteHashes(),
}
const plan = planFull(facts, { all: values.all, only })
printPlan(plan)
if (values.plan) process.exit(0)

const startedAt = Date.now()
const chosen = plan.filter(({ runs }) => runs).map(({ suite }) => suite)
if (chosen.length === 0) {
  console.log('Every suite is verified with these inputs.')
  process.exit(0)
}
installPackages(chosen)
const result = await runSuites(chosen, {
  parameters: { stories: '', folders: '', base: 'HEAD' },
  seedOf: () => Math.floor(Math.random() * 1_000_000),
  record: true,
})
console.log(`\nThe verification took ${Math.round((Date.now() - startedAt) / 1000)} s`)
process.exit(printEnd(result))

/**
 * `npm run operations -- try|machine|containers|cluster`: takes the commands out of
 * docs/operations.md and runs them as they stand there, on machines that have nothing of Paydesk,
 * until a super admin is signed in, and then through watching and an upgrade.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { endAll } from '../ground/processes.ts'
import { inCluster } from './inCluster.ts'
import { inContainers } from './inContainers.ts'
import { onMachine } from './onMachine.ts'
import type { Figures, Place } from './place.ts'
import { tryIt } from './tryIt.ts'

const paths: Record<string, (place: Place) => Promise<Figures>> = {
  try: tryIt,
  machine: onMachine,
  containers: inContainers,
  cluster: inCluster,
}
/** From nothing to a super admin who is signed in. */
const mostSeconds = 600

const root = new URL('../..', import.meta.url).pathname
const name = process.argv[2] ?? ''
const path = paths[name]
if (!path) {
  console.error(`npm run operations -- ${Object.keys(paths).join('|')}`)
  process.exit(64)
}
const dir = `${root}.tmp/operations-${name}`
rmSync(dir, { recursive: true, force: true })
mkdirSync(dir, { recursive: true })
const endings: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })]
const since = (moment: number) => Math.round((performance.now() - moment) / 1000)
const startedAt = performance.now()
let passed = false
try {
  const figures = await path({ dir, atEnd: (work) => endings.push(work), since })
  const seconds = since(startedAt)
  passed = figures.signedInSeconds < mostSeconds && !figures.faults
  console.log(JSON.stringify({ bench: 'operations', path: name, ...figures, seconds, passed }))
} finally {
  await endAll(endings)
}
process.exitCode = passed ? 0 : 1

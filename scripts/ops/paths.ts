/**
 * `npm run operations -- try|machine|containers`: takes the commands out of docs/operations.md and runs them as they stand there, on a machine
 * that has nothing of Paydesk, until a super admin is signed in.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { endAll } from '../processes.ts'
import { inContainers } from './inContainers.ts'
import { onMachine } from './onMachine.ts'
import { tryIt } from './tryIt.ts'

export type Place = { dir: string; atEnd: (work: () => unknown) => void }

const paths: Record<string, (place: Place) => Promise<object>> = { try: tryIt, machine: onMachine, containers: inContainers }
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
const startedAt = performance.now()
try {
  const figures = await path({ dir, atEnd: (work) => endings.push(work) })
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const passed = seconds < mostSeconds
  console.log(JSON.stringify({ bench: 'operations', path: name, ...figures, seconds, passed }))
  process.exitCode = passed ? 0 : 1
} finally {
  await endAll(endings)
}

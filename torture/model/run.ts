/**
 * `npm run torture -- model --seed N --runs N [--steps N] [--lanes N] [--path P --replay R] [--fault name]`: random sequences of what
 * people, payers, PayPal and failures do, with the invariants of invariants.ts after every settling (decision 57).
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { failureSteps } from './failures.ts'
import { FullLength } from './fullLength.ts'
import { checkAll } from './invariants.ts'
import { payerSteps } from './payers.ts'
import { paypalSteps } from './paypal.ts'
import { peopleSteps } from './people.ts'
import { settle } from './settle.ts'
import { openStage } from './stage.ts'
import { type Step, stepOf, times } from './step.ts'
import { World, type WorldOptions } from './world.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '25' },
    steps: { type: 'string', default: '40' },
    lanes: { type: 'string', default: '2' },
    path: { type: 'string' },
    replay: { type: 'string' },
    play: { type: 'string' },
    noShrink: { type: 'boolean' },
    fault: { type: 'string' },
  },
  allowPositionals: true,
})
const [seed, runs, steps, lanes] = [values.seed, values.runs, values.steps, values.lanes].map(Number) as [number, number, number, number]
const startedAt = Date.now()
const stage = await openStage(async () => {})
const all = [...peopleSteps, ...payerSteps, ...paypalSteps, ...failureSteps] as fc.Arbitrary<Step>[]

const sequences = () =>
  new FullLength(fc.commands(all, { maxCommands: steps, size: 'max', ...(values.replay && { replayPath: values.replay }) }), steps)
const worldOptions: fc.Arbitrary<WorldOptions> = fc.record({
  young: fc.integer({ min: 0, max: 19 }).map((n) => n === 19),
  switches: fc.constant({ invoiceRefund: 'allowed' as const }),
})
let done = 0
let taken = 0
let lastStory: string[] = []
const requests: Record<string, number> = {}
const spent = { open: 0, steps: 0, settle: 0 }

async function play(commands: Iterable<Step>, world: WorldOptions): Promise<void> {
  let at = performance.now()
  const lap = () => {
    const ms = performance.now() - at
    at = performance.now()
    return ms
  }
  const w = await World.open(stage, world)
  spent.open += lap()
  try {
    await fc.asyncModelRun(() => ({ model: w, real: w }), commands)
    spent.steps += lap()
    await settle(w)
    await checkAll(w)
    spent.settle += lap()
  } catch (error) {
    lastStory = [...w.story]
    throw error
  } finally {
    taken += w.story.length
    for (const [k, n] of Object.entries(w.sim.requests)) requests[k] = (requests[k] ?? 0) + n
    done++
    await stage.gateway.shut(w.sim)
  }
}

let failed = false
try {
  if (values.play) await playFile(values.play)
  else await search()
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(
    JSON.stringify({
      bench: 'torture model',
      seed,
      sequences: done,
      steps: taken,
      seconds,
      spent,
      requests,
      times: Object.fromEntries([...times].map(([n, [c, ms]]) => [n, `${c}x${Math.round(ms / c)}`])),
      passed: !failed,
    }),
  )
} finally {
  await stage.stop()
}
process.exit(failed ? 1 : 0)

/** Plays a sequence as a report wrote it, one step a line. */
async function playFile(file: string): Promise<void> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('('))
  try {
    await play(lines.filter((line) => !line.startsWith('world ')).map(stepOf), worldOf(lines))
  } catch (error) {
    failed = true
    console.log(lastStory.join('\n'))
    console.log(error instanceof Error ? error.stack : error)
  }
}

/** The report's first line tells what the world was like. */
const worldOf = (lines: string[]): WorldOptions =>
  JSON.parse(
    lines.find((line) => line.startsWith('world '))?.slice('world '.length) ?? '{"young":false,"switches":{"invoiceRefund":"allowed"}}',
  )

async function search(): Promise<void> {
  const checked = await Promise.all(
    Array.from({ length: values.path ? 1 : lanes }, (_, lane) =>
      fc.check(fc.asyncProperty(sequences(), worldOptions, play), {
        seed: seed + lane,
        numRuns: Math.ceil(runs / lanes),
        endOnFailure: values.noShrink === true,
        ...(values.path && { path: values.path }),
      }),
    ),
  )
  for (const one of checked)
    if (one.failed) {
      failed = true
      console.log(`seed ${one.seed} path ${one.counterexamplePath} after ${one.numRuns} sequences, ${one.numShrinks} times shortened`)
      console.log(`world ${JSON.stringify(one.counterexample?.[1])}`)
      console.log(String(one.counterexample?.[0]).replaceAll('},', '}\n'))
      console.log(one.errorInstance instanceof Error ? one.errorInstance.stack?.slice(0, 3000) : one.errorInstance)
    }
}

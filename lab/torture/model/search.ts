import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { failureSteps } from './failures.ts'
import { plantInDatabase } from './faults.ts'
import { FullLength } from './fullLength.ts'
import { checkAll } from './invariants.ts'
import { payerSteps } from './payers.ts'
import { paypalSteps } from './paypal.ts'
import { peopleSteps } from './people.ts'
import { settle } from './settle.ts'
import { openStage, type Stage } from './stage.ts'
import { type Step, stepOf } from './step.ts'
import { World, type WorldOptions, worldOptions } from './world.ts'

export type Options = {
  seed: number
  runs: number
  steps: number
  lanes: number
  shortenMs: number
  play?: string
  path?: string
  replay?: string
  fault?: string
}
/** `after`: how many sequences had been played when the failure was seen. */
type Failure = { seed: number; after: number; why: string }
export type Found = {
  sequences: number
  steps: number
  settled: number
  calls: number
  refused: number
  failed: Failure[]
}

const folder = new URL('known/', import.meta.url).pathname
const known = readdirSync(folder).map((name) => folder + name)

/**
 * Plays sequences until one breaks an invariant or all are played. Returns what was found,
 * after having said it.
 */
export async function search(options: Options): Promise<Found> {
  const stage = await openStage((ownerUrl) => plantInDatabase(options.fault, ownerUrl))
  const found: Found = { sequences: 0, steps: 0, settled: 0, calls: 0, refused: 0, failed: [] }
  try {
    if (options.play) await playFile(stage, options.play, found)
    // What broke once is played first.
    else if (!options.path && !options.fault)
      for (const file of known) await playFile(stage, file, found)
    if (!options.play)
      await Promise.all(
        Array.from({ length: options.lanes }, (_, lane) => searchLane(stage, options, lane, found)),
      )
  } finally {
    await stage.stop()
  }
  return found
}

async function searchLane(
  stage: Stage,
  options: Options,
  lane: number,
  found: Found,
): Promise<void> {
  const steps = [...peopleSteps, ...payerSteps, ...paypalSteps, ...failureSteps]
  // Each lane its own: the library keeps in it which steps were played.
  const sequences = fc.commands(steps as fc.Arbitrary<Step>[], {
    maxCommands: options.steps,
    size: 'max',
    ...(options.replay && { replayPath: options.replay }),
  })
  let first: { after: number; at: number } | undefined
  const property = fc.asyncProperty(
    new FullLength(sequences, options.steps),
    worldOptions,
    async (commands, given) => {
      // Shortening takes as long as it is allowed to; then everything shorter counts as
      // whole, which ends it.
      if (first && Date.now() - first.at > options.shortenMs) return
      // One sequence has noticed the fault that was planted.
      if (!first && options.fault && found.failed.length > 0) return
      try {
        await play(stage, commands, given, found)
      } catch (error) {
        first ??= { after: found.sequences, at: Date.now() }
        if (found.failed.length === 0 || !options.fault)
          note(found, { seed: options.seed + lane, after: first.after, why: String(error) })
        throw error
      }
    },
  )
  const checked = await fc.check(property, {
    seed: options.seed + lane,
    numRuns: Math.ceil(options.runs / options.lanes),
    endOnFailure: options.shortenMs === 0,
    ...(options.path && { path: options.path }),
  })
  if (checked.failed)
    tell(checked.seed, checked.counterexamplePath, checked.counterexample, checked.errorInstance)
}

const note = (found: Found, failure: Failure) => {
  if (!found.failed.some(({ seed }) => seed === failure.seed)) found.failed.push(failure)
}

function tell(
  seed: number,
  path: string | null,
  example: [Iterable<Step>, WorldOptions] | null,
  error: unknown,
): void {
  const [commands, given] = example ?? [[], undefined]
  const text = String(commands)
  const replay = /replayPath="([^"]*)"/.exec(text)?.[1]
  const lines = [...commands]
    .filter((step) => (step as { hasRan?: boolean }).hasRan !== false)
    .map(String)
  console.log(
    `--- again: --seed ${seed} --path ${path}${replay ? ` --replay '${replay}'` : ''}; or --play a file with the next lines`,
  )
  console.log([`world ${JSON.stringify(given)}`, ...lines].join('\n'))
  console.log(
    `--- ${error instanceof Error ? (error.stack ?? '').split('\n    at ').slice(0, 4).join('\n    at ') : String(error)}`,
  )
}

async function play(
  stage: Stage,
  commands: Iterable<Step>,
  given: WorldOptions,
  found: Found,
): Promise<void> {
  const w = await World.open(stage, given)
  try {
    await fc.asyncModelRun(() => ({ model: w, real: w }), commands)
    await settle(w)
    await checkAll(w)
  } catch (error) {
    w.isBroken = true
    throw error
  } finally {
    found.sequences++
    found.steps += w.story.length
    found.settled += w.checked
    found.calls += Object.values(w.sim.requests).reduce((sum, n) => sum + n, 0)
    found.refused += w.refused
    await stage.gateway.shut(w.sim, w.isBroken)
  }
}

/**
 * Plays a sequence as a report wrote it, one step a line; the first line may tell what
 * the world was like.
 */
async function playFile(stage: Stage, file: string, found: Found): Promise<void> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const world = lines.find((line) => line.startsWith('world '))
  const given = world
    ? (JSON.parse(world.slice('world '.length)) as WorldOptions)
    : { young: false, switches: {} }
  try {
    await play(stage, lines.filter((line) => line !== world).map(stepOf), given, found)
  } catch (error) {
    note(found, { seed: 0, after: 1, why: String(error) })
    console.log(`${file}: ${error instanceof Error ? error.stack : String(error)}`)
  }
}

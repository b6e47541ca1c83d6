import fc from 'fast-check'
import type { World } from './world.ts'

export type Step = fc.AsyncCommand<World, World, boolean>

/**
 * A kind of step. Its numbers choose among what is there (the third bill, half of what is due), so
 * that a step keeps its meaning when others before it are left out. `can` looks at the world before
 * the step; without anything to act upon, the step is left out.
 */
export function step<T>(
  name: string,
  given: fc.Arbitrary<T>,
  run: (w: World, given: T) => Promise<unknown>,
  can: (w: World, given: T) => boolean = () => true,
): fc.Arbitrary<Step> {
  const of = (value: T): Step => ({
    check: (w: World) => can(w, value),
    run: async (w: World) => {
      w.story.push(`${name} ${JSON.stringify(value)}`)
      await run(w, value)
    },
    toString: () => `${name} ${JSON.stringify(value)}`,
  })
  kinds.set(name, of as (value: never) => Step)
  return given.map(of)
}

const kinds = new Map<string, (value: never) => Step>()

/** A step as a report writes it: its name and what it was given. */
export function stepOf(line: string): Step {
  const [name = ''] = line.split(' ')
  const kind = kinds.get(name)
  if (!kind) throw new Error(`No step ${name}`)
  return kind(JSON.parse(line.slice(name.length)) as never)
}

/** Which one of several, whatever their number. */
export const which = fc.nat({ max: 7 })
export const pick = <T>(list: readonly T[], n: number): T | undefined =>
  list.length === 0 ? undefined : list[n % list.length]

/** A part of something, in hundredths; mostly the whole. */
export const part = fc.oneof(
  { weight: 3, arbitrary: fc.constant(100) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 99 }) },
)
export const partOf = (whole: number, hundredths: number) =>
  Math.max(1, Math.floor((whole * hundredths) / 100))

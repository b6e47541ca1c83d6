import { Random } from '../../apps/paypal-sim/src/world/random.ts'

/** The positions that each switch can take. */
export type Positions = Record<string, readonly (string | number | boolean)[]>
export type Combination = Record<string, string | number | boolean>

/**
 * Every choice of `strength` switches, with every choice of their positions: `name=position` joined
 * by spaces, in the order of the names.
 */
function tuplesOf(positions: Positions, strength: number): Set<string> {
  const names = Object.keys(positions)
  const found = new Set<string>()
  const extend = (from: number, chosen: string[]) => {
    if (chosen.length === strength) found.add(chosen.join(' '))
    else
      for (let index = from; index < names.length; index++)
        for (const position of positions[names[index] as string] ?? [])
          extend(index + 1, [...chosen, `${names[index]}=${position}`])
  }
  extend(0, [])
  return found
}

/**
 * The tuples of a combination that hold the switch `index`, with the other switches before `upTo`
 * that have a position already.
 */
function tuplesWith(
  names: string[],
  chosen: Combination,
  index: number,
  strength: number,
): string[] {
  const others = names.map((_, n) => n).filter((n) => n !== index && (names[n] as string) in chosen)
  const found: string[] = []
  const extend = (from: number, picked: number[]) => {
    if (picked.length === strength - 1) {
      const all = [...picked, index].sort((a, b) => a - b)
      found.push(all.map((n) => `${names[n]}=${chosen[names[n] as string]}`).join(' '))
    } else
      for (let at = from; at < others.length; at++)
        extend(at + 1, [...picked, others[at] as number])
  }
  extend(0, [])
  return found
}

/**
 * A small list of combinations in which every choice of `strength` positions of different switches
 * occurs. Greedy: each combination starts from what is still missing, and each switch takes the
 * position that adds most.
 */
export function coveringCombinations(
  positions: Positions,
  strength: number,
  seed = 1,
): Combination[] {
  const random = new Random(seed)
  const names = Object.keys(positions)
  const missing = tuplesOf(positions, strength)
  const list: Combination[] = []
  while (missing.size > 0) {
    const chosen: Combination = {}
    const [first] = missing
    for (const part of (first as string).split(' ')) {
      const [name, text] = part.split('=') as [string, string]
      chosen[name] = positions[name]?.find((position) => String(position) === text) as string
    }
    const rest = names.filter((name) => !(name in chosen)).sort(() => random.fraction() - 0.5)
    for (const name of rest) {
      const index = names.indexOf(name)
      let best = -1
      let pick: string | number | boolean = ''
      for (const position of positions[name] ?? []) {
        const gain = tuplesWith(names, { ...chosen, [name]: position }, index, strength).filter(
          (tuple) => missing.has(tuple),
        ).length
        if (gain <= best) continue
        best = gain
        pick = position
      }
      chosen[name] = pick
    }
    for (const index of names.keys())
      for (const tuple of tuplesWith(names, chosen, index, strength)) missing.delete(tuple)
    list.push(Object.fromEntries(names.map((name) => [name, chosen[name] as string])))
  }
  return list
}

/**
 * How many choices of `strength` positions there are, and how many of them occur in the
 * combinations.
 */
export function covered(
  positions: Positions,
  strength: number,
  combinations: Combination[],
): { all: number; covered: number } {
  const names = Object.keys(positions)
  const all = tuplesOf(positions, strength)
  const found = new Set(
    combinations
      .flatMap((chosen) => names.flatMap((_, index) => tuplesWith(names, chosen, index, strength)))
      .filter((tuple) => all.has(tuple)),
  )
  return { all: all.size, covered: found.size }
}

export function randomCombinations(
  positions: Positions,
  count: number,
  seed: number,
): Combination[] {
  const random = new Random(seed)
  return Array.from({ length: count }, () =>
    Object.fromEntries(
      Object.entries(positions).map(([name, list]) => [
        name,
        list[random.between([0, list.length - 1])] as string,
      ]),
    ),
  )
}

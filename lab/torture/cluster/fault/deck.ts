import { type Kind, kinds } from './kinds.ts'

/**
 * What happens at once: one fault or two, and which process of the product dies
 * meanwhile, how long after.
 */
export type Card = { kinds: Kind[]; kill?: { name: string; afterMs: number } }

/** Two faults that are different in what they harm. Neither undoes the other. */
const pairs: [Kind, Kind][] = [
  ['silence', 'killPostgres'],
  ['silence', 'killStandby'],
  ['cutAfterCommit', 'killNode'],
  ['cutBeforeCommit', 'switchover'],
  ['cutAfterCommit', 'stallStandbyNode'],
  ['killNode', 'killStandby'],
  ['slowDisk', 'silence'],
  ['switchover', 'silence'],
]

/** CI has three minutes. */
export const shortDeck: Card[] = [
  { kinds: ['killNode'] },
  { kinds: ['stallStandbyNode'] },
  { kinds: ['silence'] },
]

/**
 * Draws faults without end: each kind once, in an order of chance and with a pair among them,
 * before any comes again.
 */
export function* draw(random: () => number, without: Kind[]): Generator<Card> {
  const all = (Object.keys(kinds) as Kind[]).filter((kind) => !without.includes(kind))
  const processes = ['api-0', 'worker-0', 'api-1', 'worker-1']
  for (;;) {
    const pair = pairs[Math.floor(random() * pairs.length)] as Kind[]
    for (const chosen of shuffled([...all.map((kind) => [kind]), pair], random)) {
      const dies = random() < 1 / 3
      const name = processes[Math.floor(random() * processes.length)] as string
      yield { kinds: chosen, ...(dies && { kill: { name, afterMs: Math.floor(random() * 3000) } }) }
    }
  }
}

function shuffled<T>(list: T[], random: () => number): T[] {
  const left = [...list]
  return list.map(() => left.splice(Math.floor(random() * left.length), 1)[0] as T)
}

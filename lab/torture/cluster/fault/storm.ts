import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Crew } from '../../../stack/crew.ts'
import type { CallBook } from '../load/caller.ts'
import type { Outsider } from '../load/outsider.ts'
import type { Signal, Times } from '../load/times.ts'
import { until } from '../machine/cluster.ts'
import type { Card } from './deck.ts'
import { type Kind, kinds, type Target } from './kinds.ts'
import { type Measured, measure } from './measure.ts'

/**
 * So long after writes work again the rest may take to be seen again, before the processes are
 * helped by starting them anew.
 */
const patienceMs = 30_000
const restMs = 1000
const wholeWithinMs = 180_000
const followers: Signal[] = ['jobs', 'events', 'screen0', 'screen1', 'reads']

export type Fault = Measured & {
  kinds: Kind[]
  at: string
  /** Second of the run, and how long it took until the next fault could come. */
  second: number
  seconds: number
  killed: string
  notes: string[]
  /** What was not seen again by itself within half a minute after writes. */
  never: Signal[]
  /** Operations that were still waiting then, though they had been asked for long before. */
  late: number
  /** The machine's load average: on one that others use too, times are longer than they need be. */
  machineLoad: number
}

type Parts = {
  target: Target
  product: Crew
  times: Times
  book: CallBook
  load: { outsider: Outsider }
  startedAt: number
}

/** Plays one card and waits until everything works again. */
export async function strike(
  { target, product, times, book, load, startedAt }: Parts,
  card: Card,
): Promise<Fault> {
  const at = Date.now()
  const acts = card.kinds.map(async (kind) => {
    try {
      return await kinds[kind](target)
    } catch (error) {
      return `${kind} could not be done: ${(error as Error).message}`
    }
  })
  const { kill } = card
  const killing = kill && sleep(kill.afterMs).then(() => product.strike(kill.name))
  const notes = await Promise.all(acts)
  await killing
  await until(
    'writes work and the cluster has a leader and a synchronous standby',
    () => isBack(target, times),
    wholeWithinMs,
  )
  const never = await unseen(times, load.outsider, Date.now())
  const late = load.outsider.late
  const end = Date.now()
  // What does not come back by itself would hide what the next faults do.
  if (never.some((signal) => signal === 'jobs' || signal === 'events')) product.strikeAll('worker')
  if (never.some((signal) => signal.startsWith('screen') || signal === 'reads'))
    product.strikeAll('api')
  if (never.length > 0) await unseen(times, load.outsider, Date.now())
  await sleep(restMs)
  return {
    kinds: card.kinds,
    at: new Date(at).toISOString(),
    second: Math.round((at - startedAt) / 1000),
    seconds: Math.round((Date.now() - at) / 1000),
    killed: kill?.name ?? '',
    notes,
    never,
    late,
    machineLoad: Math.round(loadavg()[0] ?? 0),
    ...measure(times, book.reads, { at, end }),
  }
}

async function isBack({ cluster }: Target, times: Times): Promise<boolean> {
  const now = Date.now()
  const recent = times.between('writes', now - 1000, now)
  return recent.length >= 3 && (recent.at(-1) ?? 0) > now - 500 && (await cluster.isWhole())
}

/**
 * Waits until everything that follows writes has been seen once more, and no job is left over;
 * returns what was not.
 */
async function unseen(times: Times, outsider: Outsider, since: number): Promise<Signal[]> {
  for (const deadline = since + patienceMs; ; await sleep(250)) {
    const missing = followers.filter(
      (signal) => !times.isHeardSince(signal, since) || (signal === 'jobs' && outsider.late > 0),
    )
    if (missing.length === 0 || Date.now() > deadline) return missing
  }
}

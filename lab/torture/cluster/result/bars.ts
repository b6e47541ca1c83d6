import type { Fault } from '../fault/storm.ts'
import type { CallBook } from '../load/caller.ts'
import type { Settled } from './settle.ts'

/** Seconds. */
export const bars = { nodeKillWrites: 12, overBare: 1.3, silence: 15, afterWrites: 5 }

/** Faults that the cluster itself takes long for: the product may take a little longer. */
const likeBare = ['killNode', 'stallLeader', 'stallLeaderNode']
const standbyStalls = ['stallStandby', 'stallStandbyNode']
const isOver = (seconds: number | null, most: number) => seconds === null || seconds > most

/**
 * The bars that one fault misses. Two faults at once are judged by what they leave behind,
 * not by their times.
 */
export function missedBy(fault: Fault): string[] {
  const { kinds, writeGap, bareGap, jobs, events, screens, reads, never } = fault
  const missed = never.map(
    (signal) => `${signal} came back only after the processes were started anew`,
  )
  const [kind] = kinds
  if (kinds.length > 1 || kind === undefined) return missed
  const miss = (isMissed: boolean, text: string) => isMissed && missed.push(text)
  const followers = Object.entries({ jobs, events, screens })
  if (kind === 'killNode') miss(writeGap > bars.nodeKillWrites, `writes again after ${writeGap} s`)
  if (likeBare.includes(kind))
    miss(
      writeGap > bars.overBare * bareGap,
      `writes again after ${writeGap} s, the bare cluster after ${bareGap} s`,
    )
  if (kind === 'silence') {
    miss(writeGap > bars.silence, `writes again after ${writeGap} s`)
    for (const [name, { afterFault }] of followers)
      miss(isOver(afterFault, bars.silence), `${name} again after ${afterFault} s`)
  } else
    for (const [name, { afterWrites }] of followers)
      miss(isOver(afterWrites, bars.afterWrites), `${name} ${afterWrites} s after writes`)
  if (standbyStalls.includes(kind))
    miss(reads.live < reads.begun, `${reads.begun - reads.live} of ${reads.begun} reads not live`)
  return missed
}

/** The bars that the run as a whole misses. */
export function missedByAll(settled: Settled, book: CallBook): string[] {
  const { lists, stuck, jobs, connections, ended, deviations } = settled
  const counts = {
    ...Object.fromEntries(Object.entries(lists).map(([name, { length }]) => [name, length])),
    stuck,
    deadJobs: jobs.dead,
    oddStatuses: book.odd.size,
    gaveUp: book.gaveUp.length,
    ended: ended.length,
    deviations,
  }
  return [
    ...Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}`] : [])),
    ...(connections.asTheyShould ? [] : [`connections: ${JSON.stringify(connections.now)}`]),
  ]
}

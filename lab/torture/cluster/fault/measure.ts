import type { Read } from '../load/caller.ts'
import { liveMs } from '../load/caller.ts'
import { gapsOf, longest, type Signal, type Times } from '../load/times.ts'

/** Shorter silences are the pace of the load itself. */
const calmMs: Record<Signal, number> = {
  writes: 500,
  reads: 1000,
  jobs: 2500,
  events: 2500,
  screen0: 1000,
  screen1: 1000,
  bare: 500,
}
/**
 * A cluster that takes nothing from anybody for so long is gone again, however short that is
 * beside the first time.
 */
const goneMs = 2000
/** What was heard less long ago than this when the measuring ends has not gone again. */
const unheardMs = 5000

/**
 * How long something was gone, and when it was there again: after the fault, and after writes.
 * Null: it was not seen again.
 */
export type Again = { gap: number; afterFault: number | null; afterWrites: number | null }
export type Measured = {
  writeGap: number
  bareGap: number
  readGap: number
  jobs: Again
  events: Again
  screens: Again
  /**
   * Of the looks that were begun during the fault: how many, how many were answered while somebody
   * would still wait, and the slowest.
   */
  reads: { begun: number; live: number; slowest: number }
}

type Window = { at: number; end: number }

/**
 * Reckons from what was seen between the fault and the moment when everything worked again.
 * Seconds.
 */
export function measure(times: Times, reads: Read[], { at, end }: Window): Measured {
  const gapsIn = (signal: Signal) => gapsOf(times.between(signal, at, end), at, end)
  const writeGaps = gapsIn('writes')
  const writeGap = longest(writeGaps)
  // Where writes were gone again and again, they were back after the last time that was not much
  // shorter than the longest.
  const lastGap = writeGaps.findLast(({ ms }) => ms > calmMs.writes && ms >= writeGap.ms / 2)
  const lastBareGap = gapsIn('bare').findLast(({ ms }) => ms > goneMs)
  const writesAt = Math.max(
    ...[lastGap, lastBareGap].map((gap) => (gap ? (gap.endsAt ?? end) : at)),
  )
  const again = (signal: Signal): Again => {
    const gaps = gapsIn(signal)
    // The last silence counts: what came back for a moment only was not back.
    const last = gaps.findLast(
      ({ ms, endsAt }) => ms > (endsAt === undefined ? unheardMs : calmMs[signal]),
    )
    if (!last) return { gap: inSeconds(longest(gaps).ms), afterFault: 0, afterWrites: 0 }
    const gap = inSeconds(longest(gaps).ms)
    if (last.endsAt === undefined) return { gap, afterFault: null, afterWrites: null }
    return {
      gap,
      afterFault: inSeconds(last.endsAt - at),
      afterWrites: inSeconds(Math.max(0, last.endsAt - writesAt)),
    }
  }
  const begun = reads.filter((read) => read.at >= at && read.at <= end)
  return {
    writeGap: inSeconds(writeGap.ms),
    bareGap: inSeconds(longest(gapsIn('bare')).ms),
    readGap: inSeconds(longest(gapsIn('reads')).ms),
    jobs: again('jobs'),
    events: again('events'),
    screens: worse(again('screen0'), again('screen1')),
    reads: {
      begun: begun.length,
      live: begun.filter(({ ok, ms }) => ok && ms <= liveMs).length,
      slowest: inSeconds(begun.reduce((most, { ms }) => Math.max(most, ms), 0)),
    },
  }
}

const worse = (one: Again, other: Again) =>
  (one.afterFault ?? Number.POSITIVE_INFINITY) >= (other.afterFault ?? Number.POSITIVE_INFINITY)
    ? one
    : other

const inSeconds = (ms: number) => Math.round(ms / 10) / 100

/**
 * What is watched while faults go on. `bare` is a client of the cluster that has nothing to do
 * with the product.
 */
export const signals = ['writes', 'reads', 'jobs', 'events', 'screen0', 'screen1', 'bare'] as const
export type Signal = (typeof signals)[number]

/** When each signal was seen, in milliseconds since 1970. */
export class Times {
  private readonly seen: Record<Signal, number[]> = {
    writes: [],
    reads: [],
    jobs: [],
    events: [],
    screen0: [],
    screen1: [],
    bare: [],
  }

  note(signal: Signal, at = Date.now()) {
    this.seen[signal].push(at)
  }

  count(signal: Signal) {
    return this.seen[signal].length
  }

  between(signal: Signal, from: number, to: number): number[] {
    const all = this.seen[signal]
    const first = all.findLastIndex((at) => at < from) + 1
    return all.slice(first).filter((at) => at <= to)
  }

  isHeardSince(signal: Signal, from: number) {
    return (this.seen[signal].at(-1) ?? 0) > from
  }
}

export type Gap = { ms: number; endsAt: number | undefined }

/**
 * The times without a signal between two moments. One that lasts until the end has no end of its
 * own.
 */
export function gapsOf(times: number[], from: number, to: number): Gap[] {
  const points = [from, ...times]
  return points.map((at, n) => ({ ms: (points[n + 1] ?? to) - at, endsAt: points[n + 1] }))
}

export const longest = (gaps: Gap[]): Gap =>
  gaps.reduce((most, gap) => (gap.ms > most.ms ? gap : most), { ms: 0, endsAt: undefined })

import type { Again } from '../fault/measure.ts'
import type { Fault } from '../fault/storm.ts'

type Figures = { p50: number; p95: number; most: number } | null

/** Null when it was never seen. */
function figuresOf(values: number[]): Figures {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), most: at(1) }
}

/**
 * Per kind of fault, or pair of kinds, what people and work had to wait for. Seconds; `never`
 * counts what had to be helped.
 */
export function summarise(faults: Fault[]) {
  const groups = Map.groupBy(faults, ({ kinds }) => kinds.join(' + '))
  return Object.fromEntries(
    [...groups].map(([kind, all]) => {
      const again = (which: 'jobs' | 'events' | 'screens', what: keyof Again) =>
        figuresOf(all.flatMap((fault) => fault[which][what] ?? []))
      return [
        kind,
        {
          faults: all.length,
          writeGap: figuresOf(all.map(({ writeGap }) => writeGap)),
          bareGap: figuresOf(all.map(({ bareGap }) => bareGap)),
          readGap: figuresOf(all.map(({ readGap }) => readGap)),
          jobsAfterFault: again('jobs', 'afterFault'),
          jobsAfterWrites: again('jobs', 'afterWrites'),
          eventsAfterFault: again('events', 'afterFault'),
          eventsAfterWrites: again('events', 'afterWrites'),
          screensAfterFault: again('screens', 'afterFault'),
          screensAfterWrites: again('screens', 'afterWrites'),
          readsBegun: all.reduce((sum, { reads }) => sum + reads.begun, 0),
          readsLive: all.reduce((sum, { reads }) => sum + reads.live, 0),
          slowestRead: Math.max(...all.map(({ reads }) => reads.slowest)),
          never: all.filter(({ never }) => never.length > 0).length,
          secondsPerFault: figuresOf(all.map(({ seconds }) => seconds)),
        },
      ]
    }),
  )
}

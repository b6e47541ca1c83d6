/** Times are milliseconds of whole seconds, which is PayPal's own precision. */

/** A row that moved at some moment from `from` through `to`; the books have it at `movedAt`. */
export type Doubt = { id: string; net: number; from: number; to: number; movedAt: number }

/** PayPal's balance less the books at one moment. `pending` are differences that are none: what PayPal may have taken early. */
export type Point = { at: number; offBy: number; pending: readonly number[] }

const secondMs = 1000
/** More rows that stand wrong at the same moment are not told apart. */
const maxWrong = 3

/**
 * Which rows stand on the wrong side of this moment, by the simplest explanation of the difference: as few rows as possible. Undefined: there
 * is none, or more than one that is as simple.
 */
export function wrongAt(doubts: Doubt[], { at, offBy, pending }: Point): Doubt[] | undefined {
  const open = doubts.filter(({ from, to }) => from < at && to >= at)
  // What the books would have to add.
  const changeOf = ({ net, movedAt }: Doubt) => (movedAt < at ? -net : net)
  const known = doubts
    .filter((doubt) => !open.includes(doubt) && doubt.to < at !== doubt.movedAt < at)
    .reduce((sum, doubt) => sum + changeOf(doubt), 0)
  const goals = new Set([0, ...pending].map((taken) => offBy - known - taken))
  for (let count = 0; count <= maxWrong; count++) {
    const found: Doubt[][] = []
    const search = (start: number, chosen: Doubt[], sum: number) => {
      if (found.length > 1) return
      if (chosen.length === count) {
        if (goals.has(sum)) found.push(chosen)
        return
      }
      for (let n = start; n < open.length; n++) search(n + 1, [...chosen, open[n] as Doubt], sum + changeOf(open[n] as Doubt))
    }
    search(0, [], 0)
    if (found.length > 0) return found.length === 1 ? found[0] : undefined
  }
  return undefined
}

/** Narrows the time in which each row can have moved by what PayPal held at these moments. */
export function narrow(doubts: Doubt[], points: Point[]): Doubt[] {
  let known = doubts
  for (const point of points) {
    const wrong = wrongAt(known, point)
    if (!wrong) continue
    const { at } = point
    known = known.map((doubt) => {
      if (doubt.from >= at || doubt.to < at) return doubt
      const hadMoved = doubt.movedAt < at !== wrong.includes(doubt)
      return hadMoved ? { ...doubt, to: at - secondMs } : { ...doubt, from: at }
    })
  }
  return known
}

/** The books have the row at a moment at which PayPal's balance did not move by it. */
export const isWrong = ({ from, to, movedAt }: Doubt) => movedAt < from || movedAt > to

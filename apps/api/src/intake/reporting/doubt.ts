/** Times are milliseconds of whole seconds, which is PayPal's own precision. */

/** A row that moved at some moment from `from` through `to`; the books have it at `movedAt`. */
export type Doubt = { id: string; net: number; from: number; to: number; movedAt: number }

/**
 * PayPal's balance less the books at one moment. `pending` are differences that are none: what PayPal may have taken early. `isWhole`: no other
 * row than those that are looked at can explain a difference.
 */
export type Point = { at: number; offBy: number; pending: readonly number[]; isWhole: boolean }

/** The row moved before or after this moment: its dates do not tell. */
export const isOpen = ({ from, to }: Pick<Doubt, 'from' | 'to'>, at: number) => from < at && to >= at

const secondMs = 1000
/** More rows that moved in the same time are not told apart, nor so many that trying takes long. */
const maxSize = 3
const maxTried = 200_000
const maxFound = 20

/**
 * The smallest sets of these amounts, by their places, that add up to one of the goals; all of one size. The simplest explanation of a movement
 * is taken for the true one if no other is as simple.
 */
export function smallestSets(amounts: readonly number[], goals: ReadonlySet<number>): number[][] {
  let tried = 0
  for (let size = 0; size <= maxSize; size++) {
    const found: number[][] = []
    const search = (start: number, chosen: number[], sum: number) => {
      if (chosen.length === size) {
        tried++
        if (goals.has(sum)) found.push(chosen)
        return
      }
      for (let n = start; n < amounts.length && tried < maxTried && found.length < maxFound; n++)
        search(n + 1, [...chosen, n], sum + (amounts[n] as number))
    }
    search(0, [], 0)
    if (tried >= maxTried) return []
    if (found.length > 0) return found
  }
  return []
}

/** The books have the row at a moment at which PayPal's balance did not move by it. */
export const isWrong = ({ from, to, movedAt }: Doubt) => movedAt < from || movedAt > to

/** Rows that PayPal's balances can never tell apart. */
const twinsKey = ({ net, from, to, movedAt }: Doubt) => [net, from, to, movedAt].join()

/**
 * The one explanation among some of the same size: that of the fewest rows that were not known to stand wrong before. Explanations that differ
 * only by which of twins they take are the same to every balance, so the first of them is as good as any.
 */
function simplest(sets: Doubt[][]): Doubt[] | undefined {
  const newlyWrong = (set: Doubt[]) => set.filter((doubt) => !isWrong(doubt)).length
  const fewest = Math.min(...sets.map(newlyWrong))
  const [first, ...more] = sets.filter((set) => newlyWrong(set) === fewest)
  const keyOf = (set: Doubt[]) => set.map(twinsKey).toSorted().join(' ')
  return first && sets.length < maxFound && more.every((set) => keyOf(set) === keyOf(first)) ? first : undefined
}

/**
 * Which rows stand on the wrong side of this moment, by the simplest explanation of the difference: as few rows as possible. Undefined: there
 * is none, or more than one that is as simple.
 */
export function wrongAt(doubts: Doubt[], { at, offBy, pending, isWhole }: Point): Doubt[] | undefined {
  const open = doubts.filter((doubt) => isOpen(doubt, at))
  // What the books would have to add.
  const changeOf = ({ net, movedAt }: Doubt) => (movedAt < at ? -net : net)
  const known = doubts
    .filter((doubt) => !open.includes(doubt) && doubt.to < at !== doubt.movedAt < at)
    .reduce((sum, doubt) => sum + changeOf(doubt), 0)
  const goals = new Set([0, ...pending].map((taken) => offBy - known - taken))
  const sets = smallestSets(open.map(changeOf), goals).map((places) => places.map((n) => open[n] as Doubt))
  if (!isWhole && sets[0]?.length !== 0) return undefined
  return simplest(sets)
}

/** Narrows the time in which each row can have moved by what PayPal held at these moments. */
export function narrow(doubts: Doubt[], points: Point[]): Doubt[] {
  let known = doubts
  // What a later moment tells may make an earlier one clear.
  for (const point of [...points, ...points.toReversed()]) {
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

/** Neighbours in time from a random one on, so that rows that cannot be decided do not keep the others from their turn. */
export function turnOf<T>(rows: T[], most: number, dice: number): { rows: T[]; others: T[] } {
  if (rows.length <= most) return { rows, others: [] }
  const start = Math.floor(dice * rows.length)
  const turned = [...rows.slice(start), ...rows.slice(0, start)]
  return { rows: turned.slice(0, most), others: turned.slice(most) }
}

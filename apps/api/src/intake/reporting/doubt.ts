/** Times are milliseconds of whole seconds, which is PayPal's own precision. */

/**
 * A row that moved at some moment from `from` through `to`; the books have it at `movedAt`.
 * `checkAt`: the day's end on which its day hangs.
 */
export type Doubt = {
  id: string
  net: number
  from: number
  to: number
  movedAt: number
  checkAt: number | null
}

/**
 * PayPal's balance less the books at one moment. `pending` are differences that are none:
 * what PayPal may have taken early. `isWhole`: no other row than those that are looked at can
 * explain a difference.
 */
export type Point = { at: number; offBy: number; pending: readonly number[]; isWhole: boolean }

/** The row moved before or after this moment: its dates do not tell. */
export const isOpen = ({ from, to }: Pick<Doubt, 'from' | 'to'>, at: number) =>
  from < at && to >= at

const secondMs = 1000
/** More rows that moved in the same time are not told apart, nor so many that trying takes long. */
const maxSize = 3
const maxTried = 200_000
const maxFound = 20

/**
 * The smallest sets of these amounts, by their places, that add up to one of the goals; all of one
 * size. The simplest explanation of a movement is taken for the true one if no other is as simple.
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

/**
 * What explains the difference at one moment: as few rows as possible, and as few of them as
 * possible that were not known to stand wrong before. Empty: nothing does, or too much.
 */
function explanations(doubts: Doubt[], { at, offBy, pending, isWhole }: Point): Doubt[][] {
  const open = doubts.filter((doubt) => isOpen(doubt, at))
  // What the books would have to add.
  const changeOf = ({ net, movedAt }: Doubt) => (movedAt < at ? -net : net)
  const known = doubts
    .filter((doubt) => !open.includes(doubt) && doubt.to < at !== doubt.movedAt < at)
    .reduce((sum, doubt) => sum + changeOf(doubt), 0)
  const goals = new Set([0, ...pending].map((taken) => offBy - known - taken))
  const sets = smallestSets(open.map(changeOf), goals).map((places) =>
    places.map((n) => open[n] as Doubt),
  )
  if ((!isWhole && sets[0]?.length !== 0) || sets.length === maxFound) return []
  const newlyWrong = (set: Doubt[]) => set.filter((doubt) => !isWrong(doubt)).length
  const fewest = Math.min(...sets.map(newlyWrong))
  return sets.filter((set) => newlyWrong(set) === fewest)
}

/**
 * Which rows stand on the wrong side of this moment. Undefined: nothing explains the difference, or
 * more than one thing does.
 */
export function wrongAt(doubts: Doubt[], point: Point): Doubt[] | undefined {
  const [first, ...more] = explanations(doubts, point)
  return more.length === 0 ? first : undefined
}

/**
 * Which rows to take for the ones that stand wrong, where explanations differ only by which rows of
 * an amount they take, and the day of all of these hangs on the same end of a day: no balance may
 * ever tell them apart, and each day is right with any of them. Those with the most time left are
 * taken, because they can have moved whenever the others can.
 */
function choose(sets: Doubt[][], at: number): Doubt[] | undefined {
  const isLate = ({ movedAt }: Doubt) => movedAt < at
  const likeness = (doubt: Doubt) => [doubt.net, doubt.checkAt, isLate(doubt)].join()
  const timeLeft = (set: Doubt[]) =>
    set.reduce((sum, doubt) => sum + (isLate(doubt) ? doubt.to : -doubt.from), 0)
  const kinds = new Set(sets.map((set) => set.map(likeness).toSorted().join(' ')))
  return kinds.size === 1 ? sets.toSorted((a, b) => timeLeft(b) - timeLeft(a))[0] : undefined
}

/** What this point tells of each row's time, if these rows stand wrong at it. */
const told = (doubts: Doubt[], { at }: Point, wrong: Doubt[]) =>
  doubts.map((doubt) => {
    if (doubt.from >= at || doubt.to < at) return doubt
    const hadMoved = doubt.movedAt < at !== wrong.includes(doubt)
    return hadMoved ? { ...doubt, to: at - secondMs } : { ...doubt, from: at }
  })

/**
 * Narrows the time in which each row can have moved by what PayPal held at these moments. A choice
 * is made only where nothing else tells.
 */
export function narrow(doubts: Doubt[], points: Point[]): Doubt[] {
  // What a later moment tells may make an earlier one clear.
  const clear = (known: Doubt[]) =>
    [...points, ...points.toReversed()].reduce((known, point) => {
      const wrong = wrongAt(known, point)
      return wrong ? told(known, point, wrong) : known
    }, known)
  return points.reduce((known, point) => {
    const sets = explanations(known, point)
    const chosen = sets.length > 1 ? choose(sets, point.at) : undefined
    return chosen ? clear(told(known, point, chosen)) : known
  }, clear(doubts))
}

/**
 * Neighbours in time from a random one on, so that rows that cannot be decided do not keep the
 * others from their turn.
 */
export function turnOf<T>(rows: T[], most: number, dice: number): { rows: T[]; others: T[] } {
  if (rows.length <= most) return { rows, others: [] }
  const start = Math.floor(dice * rows.length)
  const turned = [...rows.slice(start), ...rows.slice(0, start)]
  return { rows: turned.slice(0, most), others: turned.slice(most) }
}

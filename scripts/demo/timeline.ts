import { dayMs, hourMs } from './plan.ts'
import type { Stage } from './stage.ts'

type Act = { at: number; seq: number; run: () => Promise<unknown>; leavesWork: boolean }

/** So close together, acts are played at once: people work side by side. */
const togetherMs = hourMs / 3
/** Twice a day the work that waits is done: at the end of the office's day, and when the customers' day is over. */
const settleHours = [10, 19]

/** So much of the time that is given may be used up when this share of the story is played: its last days have the most to do. */
const mayBeUsed = (share: number) => 0.15 + 0.6 * share

const onlyEach = 6

/** What happens when. An act may plan further ones; what would come after the end never happens. */
export class Timeline {
  readonly from: number
  readonly end: number
  readonly #acts: Act[] = []
  readonly #seconds: number
  readonly #begun = performance.now()
  #seq = 0
  #ordinary = 0
  /** Acts that were left out because the machine was too slow for them. */
  leftOut = 0
  /** `seconds`: how long it may take to play it; 0: as long as it takes. */
  constructor(from: number, end: number, seconds: number) {
    this.from = from
    this.end = end
    this.#seconds = seconds
  }

  /**
   * An ordinary act, of which there are hundreds: on a slow machine some are left out, so that the story ends in time. A few are played
   * however slow it is: a story without everyday business would tell nothing.
   */
  addOrdinary(at: number, run: () => Promise<unknown> | unknown): void {
    const always = this.#ordinary++ % onlyEach === 0
    this.add(at, () => {
      const used = (performance.now() - this.#begun) / 1000
      const inTime = this.#seconds === 0 || used < this.#seconds * mayBeUsed((at - this.from) / (this.end - this.from))
      if (always || inTime) return run()
      this.leftOut++
    })
  }

  /** Day `n` of the story, at this hour of UTC; negative days count from the end. */
  day(n: number, hour: number): number {
    const first = Math.floor((n < 0 ? this.end : this.from) / dayMs) * dayMs
    return first + n * dayMs + hour * hourMs
  }

  add(at: number, run: () => Promise<unknown> | unknown): void {
    this.#push(at, run, true)
  }

  #push(at: number, run: () => Promise<unknown> | unknown, leavesWork: boolean): void {
    if (at < this.end) this.#acts.push({ at: Math.max(Math.round(at), this.from), seq: this.#seq++, run: async () => run(), leavesWork })
  }

  async play(stage: Stage): Promise<void> {
    let waits = false
    for (let day = Math.floor(this.from / dayMs) * dayMs; day < this.end; day += dayMs)
      for (const hour of settleHours)
        this.#push(
          day + hour * hourMs,
          async () => {
            // On a day off nobody has left any work.
            if (waits) await stage.settle()
            waits = false
          },
          false,
        )
    while (this.#acts.length > 0) {
      const first = this.#acts.reduce((a, b) => (b.at < a.at || (b.at === a.at && b.seq < a.seq) ? b : a))
      const together = this.#acts.filter(({ at }) => at <= first.at + togetherMs)
      for (const act of together) this.#acts.splice(this.#acts.indexOf(act), 1)
      await stage.until(first.at)
      await Promise.all(together.map(({ run }) => run()))
      waits ||= together.some(({ leavesWork }) => leavesWork)
    }
    await stage.settle()
  }
}

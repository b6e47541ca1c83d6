import { dayMs, hourMs } from './plan.ts'
import type { Stage } from './stage.ts'

type Act = { at: number; seq: number; run: () => Promise<unknown> }

/** So close together, acts are played at once: people work side by side. */
const togetherMs = hourMs / 3
/** Twice a day the work that waits is done: at the end of the office's day, and when the customers' day is over. */
const settleHours = [10, 19]

/** What happens when. An act may plan further ones; what would come after the end never happens. */
export class Timeline {
  readonly from: number
  readonly end: number
  readonly #acts: Act[] = []
  #seq = 0
  constructor(from: number, end: number) {
    this.from = from
    this.end = end
  }

  /** Day `n` of the story, at this hour of UTC; negative days count from the end. */
  day(n: number, hour: number): number {
    const first = Math.floor((n < 0 ? this.end : this.from) / dayMs) * dayMs
    return first + n * dayMs + hour * hourMs
  }

  add(at: number, run: () => Promise<unknown> | unknown): void {
    if (at < this.end) this.#acts.push({ at: Math.max(Math.round(at), this.from), seq: this.#seq++, run: async () => run() })
  }

  async play(stage: Stage): Promise<void> {
    for (let day = Math.floor(this.from / dayMs) * dayMs; day < this.end; day += dayMs)
      for (const hour of settleHours) this.add(day + hour * hourMs, () => stage.settle())
    while (this.#acts.length > 0) {
      const first = this.#acts.reduce((a, b) => (b.at < a.at || (b.at === a.at && b.seq < a.seq) ? b : a))
      const together = this.#acts.filter(({ at }) => at <= first.at + togetherMs)
      for (const act of together) this.#acts.splice(this.#acts.indexOf(act), 1)
      await stage.until(first.at)
      await Promise.all(together.map(({ run }) => run()))
    }
    await stage.settle()
  }
}

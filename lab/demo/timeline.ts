import { dayMs, hourMs } from './plan.ts'
import type { Stage } from './stage.ts'

type Act = {
  at: number
  seq: number
  run: () => Promise<unknown>
  leavesWork: boolean
  alone: boolean
}

/**
 * So close together, acts are played at once, at the time of the first: people work side by side,
 * and so do this process and PostgreSQL.
 */
const togetherMs = 2 * hourMs
/**
 * Twice a day the work that waits is done: at the end of the office's day, and when the
 * customers' day is over.
 */
const settleHours = [10, 19]

/**
 * So much of the time that is given may be used up when this share of the story is played: its last
 * days have the most to do.
 */
const mayBeUsed = (share: number) => 0.1 + 0.78 * share

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
   * An ordinary act, of which there are hundreds: on a slow machine some are left out, so that the
   * story ends in time. A few are played however slow it is: a story without everyday business
   * would tell nothing.
   */
  addOrdinary(at: number, run: () => Promise<unknown> | unknown): void {
    const always = this.#ordinary++ % onlyEach === 0
    this.add(at, () => {
      const used = (performance.now() - this.#begun) / 1000
      const inTime =
        this.#seconds === 0 ||
        used < this.#seconds * mayBeUsed((at - this.from) / (this.end - this.from))
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
    this.#push(at, run, { leavesWork: true })
  }

  /** An act beside which no other may be played, because it changes how PayPal behaves. */
  addAlone(at: number, run: () => Promise<unknown> | unknown): void {
    this.#push(at, run, { leavesWork: true, alone: true })
  }

  #push(
    at: number,
    run: () => Promise<unknown> | unknown,
    { leavesWork, alone = false }: { leavesWork: boolean; alone?: boolean },
  ): void {
    if (at >= this.end) return
    this.#acts.push({
      at: Math.max(Math.round(at), this.from),
      seq: this.#seq++,
      run: async () => run(),
      leavesWork,
      alone,
    })
  }

  /**
   * The acts that are played next, at the time of the first of them: those that come soon after it,
   * up to one that is played alone.
   */
  #next(): Act[] {
    const acts = this.#acts.sort((a, b) => a.at - b.at || a.seq - b.seq)
    const [first] = acts
    if (!first) return []
    const other = acts.findIndex(
      ({ at, alone }, index) => index > 0 && (first.alone || alone || at > first.at + togetherMs),
    )
    return acts.splice(0, other < 0 ? acts.length : other)
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
          { leavesWork: false, alone: true },
        )
    for (;;) {
      const together = this.#next()
      const [first] = together
      if (!first) break
      await stage.until(first.at)
      await Promise.all(together.map(({ run }) => run()))
      waits ||= together.some(({ leavesWork }) => leavesWork)
    }
    await stage.settle()
  }
}

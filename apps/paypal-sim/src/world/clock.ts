/**
 * The simulator's own time: real time plus every advance. It stands still while being advanced, and
 * never goes back.
 */
export class Clock {
  #offsetMs: number
  #frozenAtMs: number | undefined

  constructor(offsetMs = 0, frozenAtMs?: number) {
    this.#offsetMs = offsetMs
    this.#frozenAtMs = frozenAtMs
  }

  now(): number {
    return this.#frozenAtMs ?? Date.now() + this.#offsetMs
  }

  get frozen(): boolean {
    return this.#frozenAtMs !== undefined
  }

  freeze(): void {
    this.#frozenAtMs ??= this.now()
  }

  thaw(): void {
    if (this.#frozenAtMs === undefined) return
    this.#offsetMs = this.#frozenAtMs - Date.now()
    this.#frozenAtMs = undefined
  }

  /**
   * Moves to a later moment; an earlier one is ignored, because books written later must not
   * be dated earlier.
   */
  moveTo(ms: number): void {
    if (ms <= this.now()) return
    if (this.#frozenAtMs === undefined) this.#offsetMs += ms - this.now()
    else this.#frozenAtMs = ms
  }

  /** Does something as if it were another moment. Nothing else runs meanwhile. */
  during<T>(ms: number, work: () => T): T {
    const held = this.#frozenAtMs
    this.#frozenAtMs = ms
    try {
      return work()
    } finally {
      this.#frozenAtMs = held
    }
  }

  save(): { offsetMs: number; frozenAtMs?: number } {
    return {
      offsetMs: this.#offsetMs,
      ...(this.#frozenAtMs === undefined ? {} : { frozenAtMs: this.#frozenAtMs }),
    }
  }
}

export const instant = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`
export const instantMillis = (ms: number) => new Date(ms).toISOString()
export const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
export const dayMs = 86_400_000
export const hourMs = 3_600_000

/** SplitMix32: small, seeded, good enough for ids and dice. The same seed gives the same run. */
export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let z = this.#state
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return (z ^ (z >>> 15)) >>> 0
  }

  /** 0 ≤ x < 1 */
  fraction(): number {
    return this.next() / 0x1_0000_0000
  }

  between([low, high]: readonly [number, number]): number {
    return low + Math.floor(this.fraction() * (high - low + 1))
  }

  text(alphabet: string, length: number): string {
    let out = ''
    for (let i = 0; i < length; i++) out += alphabet[this.next() % alphabet.length]
    return out
  }
}

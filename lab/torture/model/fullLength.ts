import fc from 'fast-check'

/**
 * Sequences of nearly all the steps that are allowed. The library prefers short ones, in which
 * little can happen; short ones come from shrinking, which stays the library's.
 */
export class FullLength<T extends Iterable<unknown>> extends fc.Arbitrary<T> {
  readonly #inner: fc.Arbitrary<T>
  readonly #least: number
  constructor(inner: fc.Arbitrary<T>, most: number) {
    super()
    this.#inner = inner
    this.#least = Math.floor(most * 0.9)
  }
  generate(random: fc.Random): fc.Value<T> {
    for (;;) {
      const value = this.#inner.generate(random, undefined)
      if ([...value.value_].length >= this.#least) return value
    }
  }
  canShrinkWithoutContext(value: unknown): value is T {
    return this.#inner.canShrinkWithoutContext(value)
  }
  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#inner.shrink(value, context)
  }
}

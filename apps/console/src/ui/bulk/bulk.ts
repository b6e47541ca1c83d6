/**
 * The outcome of one row. `asked`: PayPal has it and has not answered yet. `stopped`: the row
 * was never begun.
 */
export type Outcome =
  | { state: 'waiting' | 'running' | 'asked' | 'done' | 'stopped' }
  | { state: 'refused'; reason: string }

type Options<T> = {
  rows: readonly T[]
  /** Throws what `reasonOf` puts into words. */
  work: (row: T) => Promise<'asked' | 'done'>
  reasonOf: (error: unknown) => string
  onOutcome: (row: T, outcome: Outcome) => void
  /** Begins no further row; rows on their way are waited for, because their outcome is wanted. */
  stop: AbortSignal
  parallel?: number
}

/**
 * Makes one call per row, a few at a time. A row that is refused does not keep the others
 * from being done.
 */
export async function runBulk<T>({
  rows,
  work,
  reasonOf,
  onOutcome,
  stop,
  parallel = 3,
}: Options<T>): Promise<void> {
  const left = [...rows]
  const worker = async () => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      if (stop.aborted) {
        onOutcome(row, { state: 'stopped' })
        continue
      }
      onOutcome(row, { state: 'running' })
      onOutcome(
        row,
        await work(row).then(
          (state) => ({ state }),
          (error: unknown) => ({ state: 'refused' as const, reason: reasonOf(error) }),
        ),
      )
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallel, rows.length) }, worker))
}

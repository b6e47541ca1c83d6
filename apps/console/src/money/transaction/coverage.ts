import type { AccountCoverage } from '@paydesk/contract/money/transaction'

type Span = { from: string; to: string }
type Covered = Pick<AccountCoverage, 'covered' | 'beginsAt'>

/**
 * The gaps between the parts that were read. The time after the last part is no gap: it
 * is still to come.
 */
export function gapsOf({ covered, beginsAt }: Covered): Span[] {
  const [first] = covered
  const before =
    beginsAt && first && beginsAt < first.from ? [{ from: beginsAt, to: first.from }] : []
  return [
    ...before,
    ...covered.slice(1).map(({ from }, index) => ({ from: (covered[index] as Span).to, to: from })),
  ]
}

/** Where the parts that were read lie between the beginning and now, on a scale from 0 to 1000. */
export function segmentsOf(
  { covered, beginsAt }: Covered,
  now: number,
): { x: number; width: number }[] {
  const start = Date.parse(beginsAt ?? covered[0]?.from ?? '')
  const whole = Math.max(1, now - start)
  const at = (time: string) =>
    Math.min(1000, Math.max(0, ((Date.parse(time) - start) / whole) * 1000))
  // An hour within years must still be visible, and so must a gap.
  return covered.map(({ from, to }) => ({
    x: Math.round(at(from)),
    width: Math.max(2, Math.round(at(to)) - Math.round(at(from))),
  }))
}

import type { CurrencyFigures } from '@paydesk/contract/desk/home'
import type { DateRange } from '../../lib/dateRange.ts'

type Moved = { collectedMinor: number; refundedMinor: number; feeMinor: number }
/** A day, or in a year's trend a month (`2026-03`). */
export type Step = Moved & { name: string }

const dayMs = 86_400_000
/** More bars than this cannot be told apart, so a longer range is shown in months. */
const maxDays = 62

const noMoney = { collectedMinor: 0, refundedMinor: 0, feeMinor: 0 }

/**
 * Every day of the range, or every month of a long range, including those in which no money moved.
 */
export function stepsOf({ from, to }: DateRange, days: CurrencyFigures['days']): Step[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  const nameOf = (day: string) => (count > maxDays ? day.slice(0, 7) : day)
  const names = Array.from({ length: count }, (_, at) =>
    nameOf(new Date(Date.parse(from) + at * dayMs).toISOString().slice(0, 10)),
  )
  const steps = new Map<string, Moved>(names.map((name) => [name, { ...noMoney }]))
  for (const { day, collectedMinor, refundedMinor, feeMinor } of days) {
    const step = steps.get(nameOf(day))
    if (!step) continue
    step.collectedMinor += collectedMinor
    step.refundedMinor += refundedMinor
    step.feeMinor += feeMinor
  }
  return [...steps].map(([name, moved]) => ({ name, ...moved }))
}

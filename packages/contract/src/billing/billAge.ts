import { z } from 'zod'
import { AmountMinor, Currency } from '../lib/money.ts'
import { Day } from '../lib/page.ts'

/**
 * How long a bill is overdue, or money has waited for its bill: the steps in which
 * people look at it.
 */
export const ages = ['week', 'month', 'twoMonths', 'older'] as const
export type Age = (typeof ages)[number]

/** The days of each age, both included. */
const days: Record<Age, { from: number; to: number | undefined }> = {
  week: { from: 0, to: 7 },
  month: { from: 8, to: 30 },
  twoMonths: { from: 31, to: 60 },
  older: { from: 61, to: undefined },
}
export const daysOf = (age: Age) => days[age]

const dayMs = 86_400_000
const before = (today: string, count: number) =>
  new Date(Date.parse(today) - count * dayMs).toISOString().slice(0, 10)

/**
 * The first and last day of an age, as seen from today: what a list is filtered by to
 * show exactly it.
 */
export const rangeOf = (age: Age, today: string): { from: string | undefined; to: string } => ({
  from: days[age].to === undefined ? undefined : before(today, days[age].to),
  to: before(today, days[age].from),
})

/** Every age has its line, also where nothing is that old. */
export const Ageing = z.array(
  z.object({ age: z.enum(ages), count: z.int(), amountMinor: AmountMinor }),
)
export type Ageing = z.infer<typeof Ageing>

/** Per currency; `today` is the company's, from which the ages count. */
export const AgeingReply = z.object({
  today: Day,
  currencies: z.array(
    z.object({ currency: Currency, count: z.int(), amountMinor: AmountMinor, ages: Ageing }),
  ),
})
export type AgeingReply = z.infer<typeof AgeingReply>

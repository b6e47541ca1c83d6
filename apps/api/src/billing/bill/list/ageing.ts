import { type Age, type AgeingReply, ages, daysOf } from '@paydesk/contract/billing/billAge'
import type { Currency } from '@paydesk/contract/lib/money'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../lib/actor.ts'
import { todayIn } from '../../../lib/clock.ts'
import type { Db } from '../../../lib/db.ts'
import { type Filter, scopeOf } from './filter.ts'
import { dueKey } from './order.ts'
import { everyOf } from './range.ts'

/**
 * The age of what `days` have passed since. Also read by the home page, of money that
 * waits for its bill.
 */
export const ageOf = (days: RawBuilder<unknown>): RawBuilder<Age> =>
  sql`case ${sql.join(
    ages.map((age) =>
      daysOf(age).to === undefined
        ? sql`else ${sql.lit(age)}`
        : sql`when ${days} <= ${sql.lit(daysOf(age).to)} then ${sql.lit(age)}`,
    ),
    sql` `,
  )} end`

export type AgeRow = { currency: Currency; age: Age; count: number; amountMinor: number }

/** One line per currency, the one with most records first, with a line for each age. */
export function ageingOf(today: string, rows: AgeRow[]): AgeingReply {
  const currencies = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    count: some.reduce((sum, { count }) => sum + count, 0),
    amountMinor: some.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    ages: ages.map((age) => {
      const { count, amountMinor } = some.find((one) => one.age === age) ?? {
        count: 0,
        amountMinor: 0,
      }
      return { age, count, amountMinor }
    }),
  }))
  return {
    today,
    currencies: currencies.sort(
      (a, b) => b.count - a.count || a.currency.localeCompare(b.currency),
    ),
  }
}

/**
 * What the bills of the tab `overdue` owe, from ranges of the index in the order of due dates
 * alone: they end today.
 */
export async function readAgeing(
  db: Db,
  actor: Actor,
  filter: Omit<Filter, 'tab'>,
): Promise<AgeingReply> {
  const today = todayIn(actor.companyTimezone)
  const scope = await scopeOf(db, actor, { ...filter, tab: 'overdue' })
  if (!scope) return { today, currencies: [] }
  const bills = everyOf(
    scope,
    sql`b.currency, b.due_minor, b.due_date`,
    sql`and ${dueKey} < ${today}::date`,
  )
  const { rows } = await sql<AgeRow>`
    select currency, ${ageOf(sql`${today}::date - due_date`)} as age, count(*) as count,
      sum(due_minor)::bigint as amount_minor
    from (${bills}) o group by 1, 2`.execute(db)
  return ageingOf(today, rows)
}

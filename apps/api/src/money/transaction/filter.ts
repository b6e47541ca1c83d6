import type { Id } from '@paydesk/contract/lib/id'
import { currencies } from '@paydesk/contract/lib/money'
import type { TransactionFilter } from '@paydesk/contract/money/transaction'
import {
  matchStates,
  transactionStatuses,
  unusualMatchStates,
} from '@paydesk/contract/money/transaction'
import { transactionClasses } from '@paydesk/contract/money/transactionCode'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../lib/actor.ts'
import { literals } from '../../lib/literals.ts'

export type Filter = z.output<typeof TransactionFilter>

/**
 * A filter as index ranges of the row `t`. Without `ranges` the filter is one range; otherwise each
 * line of `ranges` is one.
 */
export type Scope = {
  companyId: Id<'company'>
  conditions: RawBuilder<unknown>
  ranges: { lines: RawBuilder<unknown>; of: RawBuilder<unknown> } | undefined
}

/** Repeats the condition of the index paypal_transaction_unusual word for word. */
const unusual = sql`(t.status <> 'S' or t.match_state in (${literals(unusualMatchStates)}))`
const isUnusual = ({ status, matchState }: Filter) =>
  (status !== undefined && status !== 'S') ||
  unusualMatchStates.some((unusual) => unusual === matchState)

/** The first moment of a day of the company's calendar. */
export const startOf = ({ companyTimezone }: Actor, day: string, add = 0): RawBuilder<string> =>
  sql`((${day}::date + ${add}::integer)::timestamp at time zone ${companyTimezone})`

/**
 * Rows that belong to a payment (its conversion, say) are shown within it and not on their own,
 * unless someone asks for such rows: by kind, by match state or by keyword.
 */
export const isFolded = ({ class: kind, matchState, keyword }: Filter) =>
  kind === undefined && matchState === undefined && keyword === undefined

export function scopeOf(actor: Actor, filter: Filter, { every = false } = {}): Scope {
  const { companyId } = actor
  const parts = [
    filter.from && sql`t.occurred_at >= ${startOf(actor, filter.from)}`,
    filter.to && sql`t.occurred_at < ${startOf(actor, filter.to, 1)}`,
    filter.accountId && sql`t.account_id = ${filter.accountId}`,
    filter.class && sql`t.class = ${filter.class}`,
    filter.currency && sql`t.currency = ${filter.currency}`,
    filter.status && sql`t.status = ${filter.status}`,
    filter.matchState && sql`t.match_state = ${filter.matchState}`,
    !every && isFolded(filter) && sql`t.group_id is null`,
    isUnusual(filter) && unusual,
  ]
  const first = sql`t.company_id = ${companyId}`
  const conditions = parts.reduce<RawBuilder<unknown>>(
    (all, part) => (part ? sql`${all} and ${part}` : all),
    first,
  )
  return { companyId, conditions, ranges: rangesOf(companyId, filter) }
}

const listOf = (values: readonly string[], name: string) =>
  sql`unnest(${values}::text[]) as ${sql.ref(name)} (value)`

function rangesOf(companyId: Id<'company'>, filter: Filter): Scope['ranges'] {
  const { status, matchState, class: kind, currency, accountId } = filter
  if (isUnusual(filter))
    return {
      lines: sql`${listOf(matchState ? [matchState] : matchStates, 'm')}
      cross join ${listOf(status ? [status] : transactionStatuses, 's')}`,
      of: sql`t.match_state = m.value and t.status = s.value`,
    }
  if (kind === undefined && currency === undefined) return undefined
  const accounts = accountId
    ? sql`(select ${accountId}::uuid as id)`
    : sql`(select id from paypal_account where company_id = ${companyId})`
  return {
    lines: sql`${listOf(kind ? [kind] : transactionClasses, 'k')}
    cross join ${listOf(currency ? [currency] : currencies, 'c')}
    cross join ${accounts} as a`,
    of: sql`t.class = k.value and t.currency = c.value and t.account_id = a.id`,
  }
}

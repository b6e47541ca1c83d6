import { type RawBuilder, sql } from 'kysely'
import type { Order } from '../../lib/order.ts'
import type { Scope } from './filter.ts'
import { newest } from './order.ts'

/** The rows of the scope, newest first: their ids, their times, and the columns in `more`. */
export const newestOf = (scope: Scope, limit: number, more = sql``) =>
  inOrder(scope, newest, limit, 0, sql`, t.occurred_at ${more}`)

/**
 * The rows of the scope in an order: their ids, the key of the order, and the columns in `more`.
 */
export function inOrder(
  { conditions, ranges }: Scope,
  { key, by, onward }: Order,
  limit: number,
  offset = 0,
  more = sql``,
): RawBuilder<unknown> {
  const select = sql`
    select t.id, ${key} as key ${more} from paypal_transaction t where ${conditions}`
  if (!ranges) return sql`${select} ${onward} ${by(key)} limit ${limit} offset ${offset}`
  return sql`
    select t.*
    from ${ranges.lines}
    cross join lateral (${select} and ${ranges.of} ${onward} ${by(key)} limit ${limit + offset}) t
    ${by(sql`t.key`)} limit ${limit} offset ${offset}`
}

/**
 * How many rows there are, up to `cap`. The order makes the planner read an index even if a company
 * has a good part of all rows.
 */
export function countOf({ conditions, ranges }: Scope, cap: number): RawBuilder<unknown> {
  const select = sql`select from paypal_transaction t where ${conditions}`
  if (!ranges)
    return sql`select count(*) from (${select} ${newest.by(newest.key)} limit ${cap}) as capped`
  return sql`
    select count(*)
    from (
      select
      from ${ranges.lines}
      cross join lateral (${select} and ${ranges.of} limit ${cap}) t
      limit ${cap}
    ) as capped`
}

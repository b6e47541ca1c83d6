import { type RawBuilder, sql } from 'kysely'
import type { Scope } from './filter.ts'

const newestFirst = sql`order by t.occurred_at desc, t.id desc`

/** The rows of the scope, newest first: their ids, their times, and the columns in `more`. */
export function newestOf({ conditions, ranges }: Scope, limit: number, offset = 0, more = sql``): RawBuilder<unknown> {
  const select = sql`select t.id, t.occurred_at ${more} from paypal_transaction t where ${conditions}`
  const page = sql`${newestFirst} limit ${limit} offset ${offset}`
  if (!ranges) return sql`${select} ${page}`
  return sql`select t.* from ${ranges.lines} cross join lateral (${select} and ${ranges.of} ${newestFirst} limit ${limit + offset}) t ${page}`
}

/** How many rows there are, up to `cap`. The order makes the planner read an index even if a company has a good part of all rows. */
export function countOf({ conditions, ranges }: Scope, cap: number): RawBuilder<unknown> {
  const select = sql`select from paypal_transaction t where ${conditions}`
  if (!ranges) return sql`select count(*) from (${select} ${newestFirst} limit ${cap}) as capped`
  return sql`select count(*) from (select from ${ranges.lines} cross join lateral (${select} and ${ranges.of} limit ${cap}) t limit ${cap}) as capped`
}

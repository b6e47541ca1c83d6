import { type RawBuilder, sql } from 'kysely'
import type { Scope } from './filter.ts'

const newestFirst = sql`order by t.occurred_at desc, t.id desc`

/** The rows of the scope, newest first: their ids and times, and what else of `t` is asked for. */
export function newestOf({ conditions, ranges }: Scope, limit: number, offset = 0, more = sql``): RawBuilder<unknown> {
  const select = sql`select t.id, t.occurred_at ${more} from paypal_transaction t where ${conditions}`
  const page = sql`${newestFirst} limit ${limit} offset ${offset}`
  if (!ranges) return sql`${select} ${page}`
  return sql`select t.* from ${ranges.lines} cross join lateral (${select} and ${ranges.of} ${newestFirst} limit ${limit + offset}) t ${page}`
}

/** How many there are, up to `cap`. In order, though counting needs none: or a company with a good part of all rows is read from the table. */
export function countOf({ conditions, ranges }: Scope, cap: number): RawBuilder<unknown> {
  const select = sql`select from paypal_transaction t where ${conditions}`
  if (!ranges) return sql`select count(*) from (${select} ${newestFirst} limit ${cap}) as capped`
  return sql`select count(*) from (select from ${ranges.lines} cross join lateral (${select} and ${ranges.of} limit ${cap}) t limit ${cap}) as capped`
}

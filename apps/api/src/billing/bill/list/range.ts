import { billStatuses } from '@paydesk/contract/billing/billStatus'
import { type RawBuilder, sql } from 'kysely'
import { isOverdue } from '../visible.ts'
import type { Scope } from './filter.ts'
import { type BillOrder, newest } from './order.ts'

/**
 * The whole scope as one condition, by whichever index the planner picks: for one customer's bills,
 * one number, or a keyword's hits.
 */
export const whereWhole = ({
  owners,
  statuses,
  conditions,
}: Scope): RawBuilder<unknown> => sql`${conditions}
  ${owners === 'all' ? sql`` : sql`and b.owner_id = any(${owners}::uuid[])`}
  ${statuses.length === billStatuses.length ? sql`` : sql`and b.status = any(${statuses}::text[])`}`

/** The columns behind the tabs' figures. The index that is walked contains all of them. */
export const stateOf = ({ actor }: Scope): RawBuilder<unknown> =>
  sql`b.status, ${isOverdue(actor)} as overdue`

const isWhole = ({ owners, statuses, ofCustomer }: Scope) =>
  ofCustomer || (owners === 'all' && statuses.length === billStatuses.length)

export const newestOf = (scope: Scope, limit: number, more = sql``) =>
  inOrder(scope, newest, limit, 0, sql`, b.created_at ${more}`)

/**
 * The bills of the scope in an order: their ids, the key of the order, and the columns in `more`.
 */
export function inOrder(
  scope: Scope,
  { key, by, onward, wholeIndex }: BillOrder,
  limit: number,
  offset = 0,
  more = sql``,
): RawBuilder<unknown> {
  const { owners, statuses, conditions, ofCustomer } = scope
  const select = sql`select b.id, ${key} as key ${more}`
  const page = sql`${by(key)} limit ${limit} offset ${offset}`
  const merged = sql`${by(sql`b.key`)} limit ${limit} offset ${offset}`
  if (isWhole(scope) && (wholeIndex || ofCustomer))
    return sql`${select} from bill b where ${whereWhole(scope)} ${onward} ${page}`
  if (statuses.length === 1 && (owners === 'all' || owners.length === 1))
    return sql`${select} from bill b where ${conditions} and b.status = ${statuses[0]}
      ${owners === 'all' ? sql`` : sql`and b.owner_id = ${owners[0]}`} ${onward} ${page}`
  return sql`select b.* from unnest(${statuses}::text[]) as s (status)
    cross join ${ofOwners(scope, select, sql`${onward} ${by(key)} limit ${limit + offset}`)} ${merged}`
}

/** Every bill of the scope, with the columns of `select`; `more` narrows the range of an index. */
export const everyOf = (
  scope: Scope,
  select: RawBuilder<unknown>,
  more: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  isWhole(scope)
    ? sql`select ${select} from bill b where ${whereWhole(scope)} ${more}`
    : sql`
      select b.*
      from unnest(${scope.statuses}::text[]) as s (status)
      cross join ${ofOwners(scope, sql`select ${select}`, more)}`

/** How many bills the scope has, up to `cap`. */
export const countOf = (scope: Scope, cap: number): RawBuilder<unknown> =>
  isWhole(scope)
    ? sql`
      select count(*) from (select from bill b where ${whereWhole(scope)} limit ${cap}) as capped`
    : sql`select count(*) from (select from unnest(${scope.statuses}::text[]) as s (status)
        cross join ${ofOwners(scope, sql`select`, sql`limit ${cap}`)} limit ${cap}) as capped`

export type StatusCount = { status: string; count: number; overdue: number }
export const tally = (bills: RawBuilder<unknown>): RawBuilder<StatusCount> =>
  sql`
    select status, count(*) as count, count(*) filter (where overdue) as overdue
    from ${bills} as b
    group by status`

/** Counts the bills of a scope that are few enough to be read whole. */
export const tallyOf = (scope: Scope): RawBuilder<StatusCount> =>
  tally(sql`(select ${stateOf(scope)} from bill b where ${whereWhole(scope)})`)

/**
 * The bills of status `s`, in one index range per owner. At ten million rows `owner_id = any(…)`
 * took up to 1,008 ms, the ranges 5.7.
 */
const ofOwners = (
  { owners, conditions }: Scope,
  select: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
) =>
  owners === 'all'
    ? sql`lateral (${select} from bill b where ${conditions} and b.status = s.status ${end}) b`
    : sql`unnest(${owners}::uuid[]) as o (id)
    cross join lateral (
      ${select}
      from bill b
      where ${conditions} and b.owner_id = o.id and b.status = s.status ${end}
    ) b`

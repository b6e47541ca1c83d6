import type { Reply } from '@paydesk/contract/lib/endpoint'
import { countCap } from '@paydesk/contract/lib/page'
import type { transactionApi } from '@paydesk/contract/money/transaction'
import { settledStatuses } from '@paydesk/contract/money/transaction'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { literals } from '../../lib/literals.ts'
import { type Filter, scopeOf, startOf } from './filter.ts'
import { findHits } from './keyword.ts'
import { newestOf } from './range.ts'

type Totals = Reply<typeof transactionApi.totals>

/**
 * Sums of the rows that moved money, per currency. Every row counts, even those that a list shows
 * within their payment.
 */
export async function totalTransactions(db: Db, actor: Actor, filter: Filter): Promise<Totals> {
  const { status, matchState, keyword } = filter
  if (status === 'P' || status === 'D') return { totals: [], totalsAreExact: true }
  if (status === undefined && matchState === undefined && keyword === undefined)
    return { totals: await sum(db, ofDays(actor, filter)), totalsAreExact: true }
  const moved = sql`t.currency, t.class, t.status, t.gross_minor, t.fee_minor`
  const scope = scopeOf(actor, filter, { every: true })
  const hits = keyword ? await findHits(db, scope, keyword, countCap + 1) : undefined
  const rows = hits
    ? // `offset 0` forces one probe each: the planner would otherwise read the company.
      sql`
        select t.*
        from unnest(${hits.ids}::uuid[]) as i (id)
        cross join lateral (
          select ${moved}
          from paypal_transaction t
          where t.company_id = ${actor.companyId} and t.id = i.id
          offset 0
        ) t`
    : newestOf(scope, countCap + 1, sql`, ${moved}`)
  const read = sql`
    with read as materialized (${rows}), held as (select * from read limit ${countCap})`
  const each = sql`
    select currency, class, 1 as row_count, gross_minor, fee_minor
    from held
    where status in (${literals(settledStatuses)})`
  const { rows: counted } = await sql<{ whole: boolean; totals: Totals['totals'] }>`${read}
    select (select count(*) from read) <= ${countCap} as whole,
      coalesce(
        (select jsonb_agg(to_jsonb(s)) from (${sums(each)}) s), '[]'
      ) as totals`.execute(db)
  return {
    totals: counted[0]?.totals ?? [],
    totalsAreExact: (counted[0]?.whole ?? true) && (hits?.whole ?? true),
  }
}

const sums = (rows: RawBuilder<unknown>) => sql<Totals['totals'][number]>`
  select currency, sum(row_count)::bigint as count, sum(gross_minor)::bigint as "grossMinor",
    sum(fee_minor)::bigint as "feeMinor",
    coalesce(sum(gross_minor) filter (where class = 'payment'), 0)::bigint as "paymentMinor",
    sum(gross_minor + fee_minor)::bigint as "netMinor"
  from (${rows}) r
  group by currency
  having sum(row_count) > 0
  order by sum(row_count) desc, currency`

const sum = async (db: Db, rows: RawBuilder<unknown>) => (await sums(rows).execute(db)).rows

/**
 * Rows and sums from the daily figures, whose days are in UTC. The days of the company's calendar
 * begin and end within a UTC day, so the parts up to the nearest UTC midnights at both ends are
 * summed from the rows themselves.
 */
export function ofDays(actor: Actor, filter: Filter): RawBuilder<unknown> {
  const { accountId, class: kind, currency, from, to } = filter
  const which = sql`${accountId ? sql`and x.account_id = ${accountId}` : sql``}
      ${kind ? sql`and x.class = ${kind}` : sql``}
    ${currency ? sql`and x.currency = ${currency}` : sql``}`
  const begin = from && startOf(actor, from)
  const end = to && startOf(actor, to, 1)
  // The planner folds these into constants.
  const firstDay =
    begin &&
    sql`((${begin} at time zone 'UTC') + interval '1 day' - interval '1 microsecond')::date`
  const lastDay = end && sql`(${end} at time zone 'UTC')::date`
  const midnight = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone 'UTC')`
  const edge = (since: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql`
    union all select x.currency, x.class, 1, x.gross_minor, x.fee_minor from paypal_transaction x
    where x.company_id = ${actor.companyId}
      and x.status in (${literals(settledStatuses)})
      and x.occurred_at >= ${since}
      and x.occurred_at < ${until} ${which}`
  // A span within one UTC day contains no whole day: then the first edge is all of it.
  const firstEdgeEnds =
    firstDay && (end ? sql`least(${midnight(firstDay)}, ${end})` : midnight(firstDay))
  const lastEdgeBegins =
    lastDay &&
    (firstEdgeEnds ? sql`greatest(${midnight(lastDay)}, ${firstEdgeEnds})` : midnight(lastDay))
  return sql`
    select x.currency, x.class, x.row_count, x.gross_minor, x.fee_minor from transaction_day x
    where x.company_id = ${actor.companyId}
      ${firstDay ? sql`and x.day >= ${firstDay}` : sql``}
      ${lastDay ? sql`and x.day < ${lastDay}` : sql``} ${which}
    ${begin && firstEdgeEnds ? edge(begin, firstEdgeEnds) : sql``}
    ${end && lastEdgeBegins ? edge(lastEdgeBegins, end) : sql``}`
}

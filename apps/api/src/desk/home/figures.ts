import type { AgeingReply } from '@paydesk/contract/billing/billAge'
import type { homeApi } from '@paydesk/contract/desk/home'
import { canPermission } from '@paydesk/contract/lib/access'
import type { Reply } from '@paydesk/contract/lib/endpoint'
import type { Id } from '@paydesk/contract/lib/id'
import { type RawBuilder, sql } from 'kysely'
import { type AgeRow, ageingOf, ageOf } from '../../billing/bill/bill.ts'
import type { Actor } from '../../lib/actor.ts'
import { todayIn } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import { billOwners } from '../../people/user/user.ts'
import { countReported } from './reported.ts'

type Figures = Reply<typeof homeApi.figures>

/** The figures of all owners together are stored under this id. */
const wholeCompany = '00000000-0000-0000-0000-000000000000'
/** A sub-select: computed once, not per row. */
const today = (actor: Actor) => sql`(select (now() at time zone ${actor.companyTimezone})::date)`

/**
 * The stored figures and the changes not folded in yet, in one statement and so at one
 * moment. The owners are asked for one by one: with `= any` the planner reads the whole
 * company once they are many.
 */
function figuresOf(
  companyId: Id<'company'>,
  owners: 'all' | string[],
  which: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = sql`f.kind, f.day, f.currency, f.row_count, f.amount_minor`
  const kept =
    owners === 'all'
      ? sql`
        select ${columns}
        from bill_figure f
        where f.company_id = ${companyId} and f.owner_id = ${wholeCompany} and ${which}`
      : sql`
        select k.*
        from unnest(${owners}::uuid[]) as o (id)
        cross join lateral (
          select ${columns}
          from bill_figure f
          where f.company_id = ${companyId} and f.owner_id = o.id and ${which}
          offset 0
        ) k`
  const mine = owners === 'all' ? sql`` : sql`and f.owner_id = any(${owners}::uuid[])`
  return sql`${kept}
  union all
  select ${columns}
  from bill_figure_delta f
  where f.company_id = ${companyId} ${mine} and ${which}`
}

/** The order of the currencies does not change with the range. */
export async function readFigures(
  db: Db,
  actor: Actor,
  { from, to }: { from: string; to: string },
): Promise<Figures> {
  const owners = await billOwners(db, actor)
  const which = sql`(
    f.kind in ('owing', 'settling')
    or (f.kind in ('collected', 'fee', 'refunded') and f.day between ${from}::date and ${to}::date)
  )`
  const moved = (kind: string) =>
    sql`coalesce(sum(amount_minor) filter (where kind = ${kind}), 0)::bigint`
  const late = sql`kind = 'owing' and day < ${today(actor)}`
  const { rows } = await sql<Figures['currencies'][number]>`
    with figure as materialized (
      select kind, currency, day, sum(row_count)::bigint as row_count,
        sum(amount_minor)::bigint as amount_minor
      from (${figuresOf(actor.companyId, owners, which)}) f
      group by 1, 2, 3
      having sum(row_count) <> 0 or sum(amount_minor) <> 0
    ), moved as (
      select currency,
        jsonb_agg(
          jsonb_build_object(
            'day', day, 'collectedMinor', collected, 'refundedMinor', refunded, 'feeMinor', fee
          ) order by day
        ) as days
      from (
        select currency, day, ${moved('collected')} as collected, ${moved('refunded')} as refunded,
          ${moved('fee')} as fee
        from figure
        where kind in ('collected', 'fee', 'refunded')
        group by 1, 2
      ) d
      group by 1
    )
    select t.*, coalesce(m.days, '[]') as days,
      ${isProvisional(actor, owners, { from, to })} as provisional
    from (
      select currency, ${moved('collected')} as collected_minor,
        ${moved('refunded')} as refunded_minor, ${moved('fee')} as fee_minor,
        coalesce(sum(row_count) filter (where kind = 'collected'), 0)::bigint as collected_count,
        coalesce(
          sum(amount_minor) filter (where kind in ('owing', 'settling')), 0
        )::bigint as due_minor,
        coalesce(
          sum(row_count) filter (where kind in ('owing', 'settling')), 0
        )::bigint as due_count,
        coalesce(sum(amount_minor) filter (where ${late}), 0)::bigint as overdue_minor,
        coalesce(sum(row_count) filter (where ${late}), 0)::bigint as overdue_count
      from figure
      group by currency
    ) t
    left join moved m using (currency)
    order by t.due_count desc, currency`.execute(db)
  return {
    asOf: new Date().toISOString(),
    currencies: rows,
    reported: await countReported(db, actor, owners),
    withheld: await readWithheld(db, actor),
  }
}

/** Whether a payment of the currency `t` counts within these days on one that may still change. */
const isProvisional = (
  { companyId }: Actor,
  owners: 'all' | string[],
  { from, to }: { from: string; to: string },
) => sql`exists (
  select
  from bill_payment p
  join bill b on b.company_id = p.company_id and b.id = p.bill_id
  where p.company_id = ${companyId}
    and p.currency = t.currency
    and p.moved_at is null
    and p.source = 'paypal'
    and not p.pending
    and p.counted_on between ${from}::date and ${to}::date
      ${owners === 'all' ? sql`` : sql`and b.owner_id = any(${owners}::uuid[])`}
)`

async function readWithheld(db: Db, actor: Actor): Promise<Figures['withheld']> {
  if (!canPermission(actor, 'ViewPaypalTransaction')) return null
  const { rows } = await sql<NonNullable<Figures['withheld']>[number]>`
    select currency, sum(balance_minor)::bigint as amount_minor
    from ledger_balance
    where company_id = ${actor.companyId} and book = 'withheld'
    group by 1 having sum(balance_minor) <> 0 order by 1`.execute(db)
  return rows
}

/**
 * As the list of overdue bills adds them up for a filter, but from the figures: a company may have
 * half a million of them.
 */
export async function readOverdue(db: Db, actor: Actor): Promise<AgeingReply> {
  const owners = await billOwners(db, actor)
  const day = todayIn(actor.companyTimezone)
  const { rows } = await sql<AgeRow>`
    select currency, ${ageOf(sql`${day}::date - day`)} as age, sum(row_count)::bigint as count,
      sum(amount_minor)::bigint as amount_minor
    from (${figuresOf(actor.companyId, owners, sql`f.kind = 'owing' and f.day < ${day}::date`)}) f
    group by 1, 2 having sum(row_count) <> 0`.execute(db)
  return ageingOf(day, rows)
}

/** How many bills are overdue, and how many PayPal refused. */
export async function countBillsToDo(
  db: Db,
  actor: Actor,
  owners: 'all' | string[],
): Promise<{ overdue: number; refused: number }> {
  const which = sql`(f.kind = 'refused' or (f.kind = 'owing' and f.day < ${today(actor)}))`
  const { rows } = await sql<{ overdue: number; refused: number }>`
    select coalesce(sum(row_count) filter (where kind = 'owing'), 0)::bigint as overdue,
      coalesce(sum(row_count) filter (where kind = 'refused'), 0)::bigint as refused
    from (${figuresOf(actor.companyId, owners, which)}) f`.execute(db)
  return rows[0] ?? { overdue: 0, refused: 0 }
}

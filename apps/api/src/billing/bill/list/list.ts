import {
  type BillQuery,
  type BillRow,
  type BillTab,
  type billApi,
  billTabs,
} from '@paydesk/contract/billing/bill'
import type { Reply } from '@paydesk/contract/lib/endpoint'
import type { Id } from '@paydesk/contract/lib/id'
import { countCap } from '@paydesk/contract/lib/page'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../lib/actor.ts'
import type { Db } from '../../../lib/db.ts'
import { billOwners } from '../../../people/user/user.ts'
import { netOf, paidAt } from '../money/read.ts'
import { iso } from '../record.ts'
import { hasEmail, isDisputed, isOverdue, maySee, reportedAt } from '../visible.ts'
import { type Filter, inTab, scopeOf, tabStatuses } from './filter.ts'
import { countHits, findPage } from './keyword.ts'
import { newest, orderOf } from './order.ts'
import { countOf, inOrder, type StatusCount, tallyOf } from './range.ts'

type Page = { list: BillRow[]; total: number; totalIsExact: boolean }

export async function listBills(
  db: Db,
  actor: Actor,
  query: z.output<typeof BillQuery>,
): Promise<Page> {
  const { current, pageSize, keyword, sort, after, before } = query
  const offset = after || before ? 0 : (current - 1) * pageSize
  const scope = await scopeOf(db, actor, query)
  if (!scope) return { list: [], total: 0, totalIsExact: true }
  if (keyword) {
    const { ids, total, whole } = await findPage(
      db,
      scope,
      keyword,
      pageSize,
      (current - 1) * pageSize,
    )
    const found = sql`select id from unnest(${ids}::uuid[]) as i (id)`
    const { list } =
      ids.length > 0 ? await readRows(db, actor, found, newest.by(newest.key)) : { list: [] }
    return { list, total: Math.min(total, countCap), totalIsExact: whole && total <= countCap }
  }
  // A page that is not full already shows how many bills there are; counting would read
  // everything a second time.
  const isFull = sql`(select count(*) from page) = ${pageSize}`
  const count = countOf(scope, countCap + 1)
  const { read, shown } = orderOf(scope, sort, { after, before })
  const counting = after || before ? sql`(${count})` : sql`case when ${isFull} then (${count}) end`
  const { list, counted } = await readRows(
    db,
    actor,
    inOrder(scope, read, pageSize, offset),
    shown,
    counting,
  )
  if (counted !== null) return exactly(list, counted)
  if (!after && !before && (list.length > 0 || offset === 0))
    return exactly(list, offset + list.length)
  const { rows } = await sql<{ count: number }>`${count}`.execute(db)
  return exactly(list, rows[0]?.count ?? 0)
}

const exactly = (list: BillRow[], total: number): Page => ({
  list,
  total: Math.min(total, countCap),
  totalIsExact: total <= countCap,
})

/**
 * Each tab's figure under the other filters, up to one more than is shown. Where figures are not
 * exact, there are at least that many.
 */
export async function countBills(db: Db, actor: Actor, filter: Omit<Filter, 'tab' | 'status'>) {
  const scope = await scopeOf(db, actor, filter)
  if (!scope) return { counts: toTabs([]), countsAreExact: true }
  if (filter.keyword) {
    const { counts, whole } = await countHits(db, scope, filter.keyword)
    return { counts: toTabs(counts), countsAreExact: whole }
  }
  if (scope.ofCustomer)
    return { counts: toTabs((await tallyOf(scope).execute(db)).rows), countsAreExact: true }
  // Each tab stops counting at the cap, all in one statement; the figure of "all" is the
  // sum of the tabs.
  const { rows } = await sql<Record<BillTab, number>>`select ${sql.join(
    billTabs
      .filter((tab) => tab !== 'all')
      .map((tab) => sql`(${countOf(inTab(scope, tab), countCap + 1)}) as ${sql.ref(tab)}`),
  )}`.execute(db)
  const counts = rows[0] as Record<BillTab, number>
  const all = billTabs.reduce(
    (sum, tab) => sum + (tab === 'all' || tab === 'overdue' ? 0 : counts[tab]),
    0,
  )
  return { counts: { ...counts, all: Math.min(all, countCap + 1) }, countsAreExact: true }
}

function toTabs(counts: StatusCount[]): Record<BillTab, number> {
  const sum = (tab: BillTab) =>
    counts
      .filter(({ status }) => tabStatuses[tab].some((one) => one === status))
      .reduce((total, { count, overdue }) => total + (tab === 'overdue' ? overdue : count), 0)
  return Object.fromEntries(
    billTabs.map((tab) => [tab, Math.min(sum(tab), countCap + 1)]),
  ) as Record<BillTab, number>
}

/**
 * Reads the rows whose ids `page` selects. They are few, so only they are read from the table
 * itself. `counted` saves a round trip.
 */
async function readRows(
  db: Db,
  actor: Actor,
  page: RawBuilder<unknown>,
  shown: RawBuilder<unknown>,
  counted: RawBuilder<unknown> = sql`null::bigint`,
) {
  const { rows } = await sql<BillRow & { counted: number | null }>`
    with page as materialized (${page})
    select b.id, b.number, b.title, b.customer_id, b.customer_name, b.currency, b.total_minor,
      b.other_currency, b.due_minor, b.elsewhere_minor, b.due_date, u.name as owner_name,
      a.label as account_label, b.status, ${isOverdue(actor)} as overdue,
      b.viewed_at is not null as viewed, b.operation_id is not null as busy,
      case when b.operation_id is null then b.failure ->> 'action' end as failed, b.pay_url,
      ${hasEmail} as has_email, b.fee_minor, ${netOf} as net_minor, b.tags, b.remind_count,
      b.reminded_at, b.sent_at, ${paidAt} as paid_at, ${isDisputed} as disputed,
      ${reportedAt(actor)} as reported_at, b.created_at, b.version, (select ${counted}) as counted
    from page
    join bill b on b.company_id = ${actor.companyId} and b.id = page.id
    join app_user u on u.company_id = b.company_id and u.id = b.owner_id
    left join paypal_account a on a.company_id = b.company_id and a.id = b.account_id
    ${shown}`.execute(db)
  return { list: rows.map(({ counted: _, ...row }) => row), counted: rows[0]?.counted ?? null }
}

/** What became of acts on these bills, for those of them that the person may see. */
export async function outcomesOf(
  db: Db,
  actor: Actor,
  ids: string[],
): Promise<Reply<typeof billApi.outcome>> {
  const owners = await billOwners(db, actor)
  const { rows } = await sql<
    Reply<typeof billApi.outcome>['list'][number] & { ownerId: Id<'user'> }
  >`
    select b.id, b.status, b.failure, b.owner_id, b.operation_id is not null as busy,
      case
        when o.id is not null then jsonb_build_object(
          'kind', o.kind, 'state', o.state, 'since', ${iso(sql`o.created_at`)}
        )
      end as operation
    from bill b left join operation o on o.company_id = b.company_id and o.id = b.operation_id
    where b.company_id = ${actor.companyId} and b.id = any(${ids}::uuid[])`.execute(db)
  return {
    list: rows
      .filter(({ ownerId }) => maySee(owners, actor, ownerId))
      .map(({ ownerId: _, ...row }) => row),
  }
}

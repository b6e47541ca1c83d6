import type { ExceptionRow, reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import type { Query } from '@paydesk/contract/lib/endpoint'
import type { Id } from '@paydesk/contract/lib/id'
import type { Currency } from '@paydesk/contract/lib/money'
import { countCap } from '@paydesk/contract/lib/page'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import {
  ownColumns,
  rowColumns,
  rowTables,
  unexplained,
} from '../../money/transaction/transaction.ts'
import { readSettings } from '../../people/companySetting/companySetting.ts'

/** Found from the few bills for which PayPal asks although money has come. */
const awaitingWord = (companyId: Id<'company'>) => sql`t.id = any(array(
  select r.transaction_id
  from recordable_lines(
    ${companyId}, array(select id from bill where company_id = ${companyId} and covered_minor > 0)
  ) r
  where r.record = 'confirm'))`

type Filter = Query<typeof reconciliationApi.open>

const limitOf = async (db: Db, companyId: Id<'company'>) =>
  sql`make_interval(
    hours => ${(await readSettings(db, companyId)).reconciliation.slaHours}::integer
  )`

/** Of the same payer, by address or else by name, of the same kind and in the same direction. */
const likeRow = (companyId: Id<'company'>, id: string) => sql`exists (
  select
  from paypal_transaction o
  where o.company_id = ${companyId}
    and o.id = ${id}
    and o.event_code = t.event_code
    and sign(o.gross_minor) = sign(t.gross_minor)
    and lower(o.payer_email) = lower(t.payer_email)
    and (o.payer_email <> '' or o.payer_name = t.payer_name)
)`

async function matching(db: Db, companyId: Id<'company'>, filter: Filter) {
  const { accountId, currency, assigneeId, overdue, confirm, like } = filter
  return sql`t.company_id = ${companyId} and ${confirm ? awaitingWord(companyId) : unexplained}
    ${accountId ? sql`and t.account_id = ${accountId}` : sql``}
    ${currency ? sql`and t.currency = ${currency}` : sql``}
    ${assigneeId ? sql`and t.assignee_id = ${assigneeId}` : sql``}
    ${like ? sql`and ${likeRow(companyId, like)}` : sql``}
    ${overdue ? sql`and t.occurred_at < now() - ${await limitOf(db, companyId)}` : sql``}`
}

/** What is still open in the list, per currency. */
export async function sumExceptions(db: Db, { companyId }: Actor, filter: Filter) {
  type Sum = { currency: Currency; count: number; inMinor: number; outMinor: number }
  const { rows } = await sql<Sum>`
    select currency, count(*) as count,
      coalesce(sum(minor) filter (where minor > 0), 0)::bigint as in_minor,
      coalesce(sum(minor) filter (where minor < 0), 0)::bigint as out_minor
    from (
      select t.currency, t.gross_minor - t.matched_minor as minor
      from paypal_transaction t
      where ${await matching(db, companyId, filter)}
      limit ${countCap + 1}
    ) as open
    group by currency order by count(*) desc, currency`.execute(db)
  return { list: rows, isExact: rows.reduce((sum, { count }) => sum + count, 0) <= countCap }
}

/**
 * Rows that no bill explains, the oldest first. Rows that refer to a payment are included: a refund
 * of one can be unexplained too.
 */
export async function listExceptions(
  db: Db,
  { companyId }: Actor,
  query: Query<typeof reconciliationApi.list>,
) {
  const { current, pageSize } = query
  const limit = await limitOf(db, companyId)
  const where = await matching(db, companyId, query)
  const counted = sql`
    select count(*)
    from (select from paypal_transaction t where ${where} limit ${countCap + 1}) as capped`
  const { rows } = await sql<ExceptionRow & { counted: number }>`
    with page as materialized (
      select t.id, t.occurred_at
      from paypal_transaction t
      where ${where}
      order by t.occurred_at, t.id
      limit ${pageSize} offset ${(current - 1) * pageSize}
    )
    select ${rowColumns}, ${ownColumns}, t.version, t.assignee_id, u.name as assignee_name,
      t.occurred_at + ${limit} as due_at, (${counted}) as counted
    from page
    join paypal_transaction t on t.company_id = ${companyId} and t.id = page.id ${rowTables}
    left join app_user u on u.company_id = t.company_id and u.id = t.assignee_id
    order by t.occurred_at, t.id`.execute(db)
  const total =
    rows[0]?.counted ??
    (current === 1
      ? 0
      : ((await sql<{ count: number }>`${counted}`.execute(db)).rows[0]?.count ?? 0))
  return {
    list: rows.map(({ counted: _, ...row }) => row),
    total: Math.min(total, countCap),
    totalIsExact: total <= countCap,
  }
}

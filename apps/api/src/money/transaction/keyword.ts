import type { Id } from '@paydesk/contract/lib/id'
import { countCap } from '@paydesk/contract/lib/page'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import type { Scope } from './filter.ts'
import { newestOf } from './range.ts'

/**
 * If more rows than this have payers that begin with the keyword, they are not collected: the
 * newest rows hold enough of a common beginning.
 */
const most = 2000
/**
 * In that case this many rows are read one by one: 40 ms at worst, and most beginnings fill a page
 * from the first thousand.
 */
const newest = 8000

/**
 * The rows that a keyword finds, newest first. If not `whole`, older rows may hold it as well; they
 * were not searched.
 */
type Hits = { ids: string[]; whole: boolean }

export async function findHits(
  db: Db,
  scope: Scope,
  keyword: string,
  needed: number,
): Promise<Hits> {
  const named = await inScope(db, scope, await idsNamed(db, scope.companyId, keyword))
  if (named.length > 0) return { ids: named, whole: true }
  const start = keyword.toLowerCase()
  const { rows } = await sql<{
    ids: string[] | null
  }>`select transactions_of_payer(${scope.companyId}, ${start}, ${most}) as ids`.execute(db)
  const ids = rows[0]?.ids
  if (ids) return { ids: await inScope(db, scope, ids), whole: true }
  const recent = await sql<{ id: string }>`
    with recent as materialized (${newestOf(scope, newest)})
    select recent.id from recent cross join lateral (
      select
      from paypal_transaction t
      where t.company_id = ${scope.companyId}
        and t.id = recent.id
        and starts_with(lower(t.payer_email), ${start})
      offset 0
    ) held limit ${Math.min(needed, countCap)}`.execute(db)
  return { ids: recent.rows.map(({ id }) => id), whole: false }
}

/**
 * Matches the whole keyword with an id: PayPal's own, that of its invoice or of our bill, or the
 * one that the row refers to.
 */
async function idsNamed(db: Db, companyId: Id<'company'>, keyword: string): Promise<string[]> {
  const words = [...new Set([keyword, keyword.toUpperCase()])]
  const accounts = sql`any(array(select id from paypal_account where company_id = ${companyId}))`
  const row = sql`select t.id from paypal_transaction t where t.company_id = ${companyId}`
  const line = sql`
    select l.transaction_id
    from bill b
    join match_line l on l.company_id = b.company_id and l.bill_id = b.id
    where b.company_id = ${companyId}`
  const { rows } = await sql<{ id: string }>`
    ${row} and t.provider_transaction_id = any(${words}::text[])
    union ${row} and t.invoice_id = any(${words}::text[]) and t.invoice_id <> ''
    union ${row}
      and t.account_id = ${accounts}
      and t.reference_id = any(${words}::text[])
      and t.reference_id <> ''
    union ${line} and b.number = any(${words}::text[])
    union ${line} and b.account_id = ${accounts} and b.provider_invoice_id = any(${words}::text[])
    limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Keeps the rows that pass the other filters, newest first. `offset 0` forces one probe each: the
 * planner would otherwise read the company.
 */
async function inScope(db: Db, { conditions }: Scope, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select t.id from unnest(${ids}::uuid[]) as i (id) cross join lateral (
      select t.id, t.occurred_at
      from paypal_transaction t
      where t.id = i.id and ${conditions}
      offset 0
    ) t order by t.occurred_at desc, t.id desc`.execute(db)
  return rows.map(({ id }) => id)
}

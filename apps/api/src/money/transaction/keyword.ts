import { countCap } from '@paydesk/contract/lib/page'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import type { Scope } from './filter.ts'
import { newestOf } from './range.ts'

/** More rows of payers that begin like this are not collected: such a beginning is common, and the newest rows hold enough of it. */
const most = 2000
/** Read one by one in that case: 40 ms at the worst, and most beginnings fill a page from the first thousand. */
const newest = 8000

/** What a keyword finds, newest first. Not `whole`: older rows may hold it as well, and were not looked for. */
type Hits = { ids: string[]; whole: boolean }

export async function findHits(db: Db, scope: Scope, keyword: string, needed: number): Promise<Hits> {
  const named = await inScope(db, scope, await idsNamed(db, scope.companyId, keyword))
  if (named.length > 0) return { ids: named, whole: true }
  const start = keyword.toLowerCase()
  const { rows } = await sql<{ ids: string[] | null }>`select transactions_of_payer(${scope.companyId}, ${start}, ${most}) as ids`.execute(
    db,
  )
  const ids = rows[0]?.ids
  if (ids) return { ids: await inScope(db, scope, ids), whole: true }
  const recent = await sql<{ id: string }>`
    with recent as materialized (${newestOf(scope, newest)})
    select recent.id from recent cross join lateral (
      select from paypal_transaction t where t.company_id = ${scope.companyId} and t.id = recent.id and starts_with(lower(t.payer_email), ${start}) offset 0
    ) held limit ${Math.min(needed, countCap)}`.execute(db)
  return { ids: recent.rows.map(({ id }) => id), whole: false }
}

/** By an id, whole: PayPal's own, that of its invoice or of our bill, or what the row refers to. */
async function idsNamed(db: Db, companyId: string, keyword: string): Promise<string[]> {
  const words = [...new Set([keyword, keyword.toUpperCase()])]
  const accounts = sql`any(array(select id from paypal_account where company_id = ${companyId}))`
  const row = sql`select t.id from paypal_transaction t where t.company_id = ${companyId}`
  const line = sql`select l.transaction_id from bill b join match_line l on l.company_id = b.company_id and l.bill_id = b.id
    where b.company_id = ${companyId}`
  const { rows } = await sql<{ id: string }>`
    ${row} and t.provider_transaction_id = any(${words}::text[])
    union ${row} and t.invoice_id = any(${words}::text[]) and t.invoice_id <> ''
    union ${row} and t.account_id = ${accounts} and t.reference_id = any(${words}::text[]) and t.reference_id <> ''
    union ${line} and b.number = any(${words}::text[])
    union ${line} and b.account_id = ${accounts} and b.provider_invoice_id = any(${words}::text[])
    limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of them that the other filters leave, newest first. One probe each: the planner would rather read the company. */
async function inScope(db: Db, { conditions }: Scope, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select t.id from unnest(${ids}::uuid[]) as i (id) cross join lateral (
      select t.id, t.occurred_at from paypal_transaction t where t.id = i.id and ${conditions} offset 0
    ) t order by t.occurred_at desc, t.id desc`.execute(db)
  return rows.map(({ id }) => id)
}

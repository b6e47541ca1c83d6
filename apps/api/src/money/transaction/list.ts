import type { Query } from '@paydesk/contract/lib/endpoint'
import { countCap } from '@paydesk/contract/lib/page'
import type { TransactionRow, transactionApi } from '@paydesk/contract/money/transaction'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { ownColumns, rowColumns, rowTables } from './columns.ts'
import { scopeOf } from './filter.ts'
import { findHits } from './keyword.ts'
import { newest, orderOf } from './order.ts'
import { countOf, inOrder } from './range.ts'

type Page = { list: TransactionRow[]; total: number; totalIsExact: boolean }

export async function listTransactions(
  db: Db,
  actor: Actor,
  query: Query<typeof transactionApi.list>,
): Promise<Page> {
  const { current, pageSize, keyword, after, before } = query
  const offset = (current - 1) * pageSize
  const scope = scopeOf(actor, query)
  if (keyword) {
    const { ids, whole } = await findHits(db, scope, keyword, offset + pageSize + 1)
    const shown = ids.slice(offset, offset + pageSize)
    const page = sql`select id from unnest(${shown}::uuid[]) as i (id)`
    const list =
      shown.length > 0 ? (await readRows(db, actor, page, newest.by(newest.key))).list : []
    return {
      list,
      total: Math.min(ids.length, countCap),
      totalIsExact: whole && ids.length <= countCap,
    }
  }
  // A page that is not full already shows how many rows there are; counting would read
  // everything a second time.
  const isFull = sql`(select count(*) from page) = ${pageSize}`
  const count = countOf(scope, countCap + 1)
  const { read, shown, within } = orderOf(scope, query)
  const readsOn = after !== undefined || before !== undefined
  const page = inOrder(within, read, pageSize, readsOn ? 0 : offset)
  const { list, counted } = await readRows(
    db,
    actor,
    page,
    shown,
    readsOn ? sql`(${count})` : sql`case when ${isFull} then (${count}) end`,
  )
  if (counted !== null) return exactly(list, counted)
  if (!readsOn && (list.length > 0 || offset === 0)) return exactly(list, offset + list.length)
  const { rows } = await sql<{ count: number }>`${count}`.execute(db)
  return exactly(list, rows[0]?.count ?? 0)
}

const exactly = (list: TransactionRow[], total: number): Page => ({
  list,
  total: Math.min(total, countCap),
  totalIsExact: total <= countCap,
})

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
  const { rows } = await sql<TransactionRow & { counted: number | null }>`
    with page as materialized (${page})
    select ${rowColumns}, ${ownColumns}, (select ${counted}) as counted
    from page
    join paypal_transaction t on t.company_id = ${actor.companyId} and t.id = page.id ${rowTables}
    ${shown}`.execute(db)
  return { list: rows.map(({ counted: _, ...row }) => row), counted: rows[0]?.counted ?? null }
}

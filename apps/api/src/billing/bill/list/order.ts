import type { BillSort } from '@paydesk/contract/billing/bill'
import { type RawBuilder, sql } from 'kysely'
import { downward, type Order, orderFrom } from '../../../lib/order.ts'
import type { Scope } from './filter.ts'

export type BillOrder = Order & {
  /**
   * There is an index for the bills of all statuses and owners together; the others are merged from
   * one range for each.
   */
  wholeIndex: boolean
}

/**
 * A bill without a due date counts as due after all others: a null would fit no comparison of rows.
 * Not by `coalesce`: under row-level security PostgreSQL begins an index range only at what it
 * knows to give nothing away, and it knows `case` so, but not `coalesce`.
 */
export const dueKey = sql`(case when b.due_date is null then 'infinity'::date else b.due_date end)`
const keys = { created: sql`b.created_at`, due: dueKey, total: sql`b.total_minor` }
const id = sql`b.id`

export const newest: BillOrder = { ...downward(keys.created, id), wholeIndex: true }

type From = { after?: string | undefined; before?: string | undefined }

export function orderOf(
  { actor, owners }: Scope,
  sort: BillSort,
  from: From,
): { read: BillOrder; shown: RawBuilder<unknown> } {
  const key = keys[sort.replace('-', '') as keyof typeof keys]
  const { read, shown } = orderFrom(
    key,
    id,
    sort.startsWith('-'),
    from,
    (
      rowId,
    ) => sql`select ${key} from bill b where b.company_id = ${actor.companyId} and b.id = ${rowId}
      ${owners === 'all' ? sql`` : sql`and b.owner_id = any(${owners}::uuid[])`}`,
  )
  return { read: { ...read, wholeIndex: key === keys.created }, shown }
}

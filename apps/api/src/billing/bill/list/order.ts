import type { BillSort } from '@paydesk/contract/billing/bill'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from './filter.ts'

/** An order of the bills `b`, and from where on they are read. */
export type Order = {
  key: RawBuilder<unknown>
  /** The order by the key, or by what a merge of ranges calls it. */
  by: (key: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The condition that begins after the last page. */
  onward: RawBuilder<unknown>
  /** There is an index for the bills of all statuses and owners together; the others are merged from one range for each. */
  wholeIndex: boolean
}

/** A bill without a due date counts as due after all others: a null would fit no comparison of rows. */
const keys = { created: sql`b.created_at`, due: sql`coalesce(b.due_date, 'infinity'::date)`, total: sql`b.total_minor` }

const by = (descends: boolean) => (key: RawBuilder<unknown>) =>
  descends ? sql`order by ${key} desc, b.id desc` : sql`order by ${key}, b.id`

export const newest: Order = { key: keys.created, by: by(true), onward: sql``, wholeIndex: true }

type From = { after?: string | undefined; before?: string | undefined }

/** The bills before one are read backwards from it, as the nearest are wanted; `shown` is the order in which they are then shown. */
export function orderOf({ actor, owners }: Scope, sort: BillSort, { after, before }: From): { read: Order; shown: RawBuilder<unknown> } {
  const key = keys[sort.replace('-', '') as keyof typeof keys]
  const descends = sort.startsWith('-')
  const start = after ?? before
  const readsDown = before !== undefined && after === undefined ? !descends : descends
  // Each side of the comparison is a row of key and id, so that an index range begins exactly there.
  const place = sql`(select ${key} from bill b where b.company_id = ${actor.companyId} and b.id = ${start}
    ${owners === 'all' ? sql`` : sql`and b.owner_id = any(${owners}::uuid[])`})`
  const onward = start ? sql`and (${key}, b.id) ${readsDown ? sql`<` : sql`>`} (${place}, ${start}::uuid)` : sql``
  return { read: { key, by: by(readsDown), onward, wholeIndex: key === keys.created }, shown: by(descends)(key) }
}

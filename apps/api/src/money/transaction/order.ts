import type { Query } from '@paydesk/contract/lib/endpoint'
import type { transactionApi } from '@paydesk/contract/money/transaction'
import { transactionClasses } from '@paydesk/contract/money/transactionCode'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from './filter.ts'

/** An order of the rows `t`, and from where on they are read. */
export type Order = {
  key: RawBuilder<unknown>
  /** The order by the key, or by what a merge of ranges calls it. */
  by: (key: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The condition that begins after the last page. */
  onward: RawBuilder<unknown>
}

const keys = { time: sql`t.occurred_at`, gross: sql`t.gross_minor` }
const by = (descends: boolean) => (key: RawBuilder<unknown>) =>
  descends ? sql`order by ${key} desc, t.id desc` : sql`order by ${key}, t.id`

export const newest: Order = { key: keys.time, by: by(true), onward: sql`` }

type Asked = Query<typeof transactionApi.list>

/** The rows before one are read backwards from it, as the nearest are wanted; `shown` is the order in which they are then shown. */
export function orderOf(scope: Scope, { sort, after, before, class: kind }: Asked) {
  const name = sort.endsWith('gross') ? 'gross' : 'time'
  const key = keys[name]
  const descends = sort.startsWith('-')
  const start = after ?? before
  const readsDown = after === undefined && before !== undefined ? !descends : descends
  const place = sql`(select ${key} from paypal_transaction t where t.company_id = ${scope.companyId} and t.id = ${start})`
  const onward = start ? sql`and (${key}, t.id) ${readsDown ? sql`<` : sql`>`} (${place}, ${start}::uuid)` : sql``
  const read: Order = { key, by: by(readsDown), onward }
  // The index of amounts has one range per kind, within the currency that the order asks for.
  const ranges = { lines: sql`unnest(${kind ? [kind] : transactionClasses}::text[]) as k (value)`, of: sql`t.class = k.value` }
  return { read, shown: by(descends)(key), within: name === 'gross' ? { ...scope, ranges } : scope }
}

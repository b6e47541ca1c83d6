import type { Query } from '@paydesk/contract/lib/endpoint'
import type { transactionApi } from '@paydesk/contract/money/transaction'
import { transactionClasses } from '@paydesk/contract/money/transactionCode'
import { sql } from 'kysely'
import { downward, orderFrom } from '../../lib/order.ts'
import { isFolded, type Scope } from './filter.ts'

const keys = { time: sql`t.occurred_at`, gross: sql`t.gross_minor` }
const id = sql`t.id`

export const newest = downward(keys.time, id)

export function orderOf(scope: Scope, filter: Query<typeof transactionApi.list>) {
  const { sort, after, before, class: kind } = filter
  const name = sort.endsWith('gross') ? 'gross' : 'time'
  const key = keys[name]
  const keyOf = (rowId: string) =>
    sql`
      select ${key}
      from paypal_transaction t
      where t.company_id = ${scope.companyId} and t.id = ${rowId}`
  const { read, shown } = orderFrom(key, id, sort.startsWith('-'), { after, before }, keyOf)
  // Within the currency that the order asks for, rows that stand for themselves are one range of
  // their own index; all rows are one per kind.
  const ranges = isFolded(filter)
    ? undefined
    : {
        lines: sql`unnest(${kind ? [kind] : transactionClasses}::text[]) as k (value)`,
        of: sql`t.class = k.value`,
      }
  return { read, shown, within: name === 'gross' ? { ...scope, ranges } : scope }
}

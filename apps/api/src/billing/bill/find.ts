import type { BillRow } from '@paydesk/contract/billing/bill'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { scopeOf } from './list/filter.ts'
import { findFew } from './list/keyword.ts'
import { whereWhole } from './list/range.ts'
import { isOverdue } from './visible.ts'

type Found = Pick<
  BillRow,
  'id' | 'number' | 'customerName' | 'title' | 'currency' | 'totalMinor' | 'status' | 'overdue'
>

/**
 * Up to this many customers, their bills are read by the customer index; the words are then not
 * searched for in all bills.
 */
const fewCustomers = 20

/**
 * A few bills that the actor may see: those with that number or PayPal id, otherwise the
 * newest that hold the keyword. `customerIds`: the customers that hold the keyword, if they
 * could be collected.
 */
export async function findBills(
  db: Db,
  actor: Actor,
  keyword: string,
  limit: number,
  customerIds: Id<'customer'>[] | undefined,
): Promise<Found[]> {
  const scope = await scopeOf(db, actor, {})
  if (!scope) return []
  const named = await billsNamed(db, actor.companyId, keyword)
  const few = customerIds && customerIds.length <= fewCustomers ? customerIds : []
  const ids = named.length > 0 ? named : await findFew(db, scope, keyword, limit, few)
  if (ids.length === 0) return []
  const { rows } = await sql<Found>`
    select b.id, b.number, b.customer_name, b.title, b.currency, b.total_minor, b.status,
      ${isOverdue(actor)} as overdue
    from unnest(${ids}::uuid[]) as i (id)
    join bill b on b.company_id = ${actor.companyId} and b.id = i.id
    where ${whereWhole(scope)} order by b.created_at desc, b.id desc limit ${limit}`.execute(db)
  return rows
}

/**
 * Matches the whole keyword with our number, or with PayPal's id of an invoice, a
 * payment or a refund.
 */
async function billsNamed(db: Db, companyId: Id<'company'>, keyword: string): Promise<string[]> {
  if (!/\d/.test(keyword)) return []
  const words = sql`any(${[...new Set([keyword, keyword.toUpperCase()])]}::text[])`
  const accounts = sql`any(array(select id from paypal_account where company_id = ${companyId}))`
  const { rows } = await sql<{ id: string }>`
    select id from bill where company_id = ${companyId} and number = ${words}
    union
    select id
    from bill
    where company_id = ${companyId} and account_id = ${accounts} and provider_invoice_id = ${words}
    union
    select bill_id
    from bill_payment
    where company_id = ${companyId} and provider_payment_id = ${words}
    union
    select bill_id
    from bill_refund
    where company_id = ${companyId} and provider_refund_id = ${words}
    limit 20`.execute(db)
  return rows.map(({ id }) => id)
}

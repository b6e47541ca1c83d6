import type {
  CustomerOption,
  CustomerPayment,
  CustomerQuery,
  CustomerRow,
} from '@paydesk/contract/billing/customer'
import { maxOptions } from '@paydesk/contract/billing/customer'
import type { Id } from '@paydesk/contract/lib/id'
import { countCap } from '@paydesk/contract/lib/page'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { billOwners } from '../../people/user/user.ts'
import { customerTotals, findCustomer } from './customer.ts'
import { customerOwners } from './owners.ts'

type Wanted = { keyword?: string | undefined; tag?: string | undefined }
const newest = sql`order by c.created_at desc, c.id desc`

/**
 * The part of a `where` that keeps what a keyword and a tag find. Up to the counting cap the search
 * index names the customers. A keyword that finds more (".com") is compared row by row in the
 * list's order, where it soon fills a page. `offset 0` keeps that order.
 */
async function found(
  db: Db,
  companyId: Id<'company'>,
  { keyword, tag }: Wanted,
): Promise<{ where: RawBuilder<unknown>; tooMany: boolean }> {
  if (!keyword && !tag) return { where: sql``, tooMany: false }
  const { rows } = await sql<{ ids: string[] | null }>`
    select customer_matches(
      ${companyId}, ${keyword ?? null}, ${tag ?? null}, ${countCap}
    ) as ids`.execute(db)
  const tagged = tag ? sql`and c.tags @> array[${tag}]` : sql``
  const ids = rows[0]?.ids
  if (ids) return { where: sql`and c.id = any(${ids}::uuid[]) ${tagged}`, tooMany: false }
  const named = keyword
    ? sql`and (select strpos(s.lines, search_needle(${keyword})) > 0 from customer_search s
        where s.company_id = c.company_id and s.customer_id = c.id offset 0)`
    : sql``
  return { where: sql`${named} ${tagged}`, tooMany: true }
}

export async function listCustomers(db: Db, actor: Actor, query: z.output<typeof CustomerQuery>) {
  const { companyId } = actor
  const { ownerId, country, current, pageSize } = query
  const { where, tooMany } = await found(db, companyId, query)
  const matching = sql`from customer c
    where c.company_id = ${companyId} and c.merged_into_id is null ${where}
    ${ownerId ? sql`and c.owner_id = ${ownerId}` : sql``}
    ${country ? sql`and c.country = ${country}` : sql``}`
  const { rows } = await sql<CustomerRow>`
    with page as (
      select c.id ${matching} ${newest} limit ${pageSize} offset ${(current - 1) * pageSize}
    )
    select c.id, c.name, c.business_name, c.email, c.country, c.tags, c.owner_id,
      u.name as owner_name, c.created_at, sums.bill_count, sums.totals, paid.last_paid_at
    from page join customer c on c.company_id = ${companyId} and c.id = page.id
    join app_user u on u.company_id = c.company_id and u.id = c.owner_id
    ${customerTotals} ${newest}`.execute(db)
  if (tooMany && !ownerId && !country) return { list: rows, total: countCap, totalIsExact: false }
  // The order does not matter for a count, but it makes the planner read an index even if one
  // company owns most of the table.
  const counted = await sql<{ total: number }>`
    select count(*) as total
    from (select ${matching} ${newest} limit ${countCap + 1}) as capped`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  return { list: rows, total: Math.min(total, countCap), totalIsExact: total <= countCap }
}

/**
 * Reads one index range per owner and merges them, as for bills: there may be hundreds of
 * people below a lead.
 */
export async function customerOptions(
  db: Db,
  actor: Actor,
  keyword: string | undefined,
): Promise<CustomerOption[]> {
  const { companyId } = actor
  const owners = await customerOwners(db, actor)
  const { where } = await found(db, companyId, { keyword })
  const columns = sql`c.id, c.name, c.business_name, c.email, c.country, c.default_currency,
    c.default_account_id, c.created_at`
  const of = (owner: RawBuilder<unknown>) => sql`select ${columns} from customer c
    where c.company_id = ${companyId} and c.merged_into_id is null ${owner} ${where} ${newest}
    limit ${maxOptions}`
  const { rows } = await sql<CustomerOption>`${
    owners === 'all'
      ? of(sql``)
      : sql`select ${columns} from unnest(${owners}::uuid[]) as o (id) cross join lateral (${of(sql`and c.owner_id = o.id`)}) c
          ${newest} limit ${maxOptions}`
  }`.execute(db)
  return rows
}

const maxPayments = 20

export async function customerPayments(
  db: Db,
  actor: Actor,
  id: string,
): Promise<CustomerPayment[]> {
  await findCustomer(db, actor, id)
  const owners = await billOwners(db, actor)
  const { rows } = await sql<CustomerPayment>`
    select p.id, p.bill_id, b.number as bill_number, p.source, p.method, p.currency,
      p.amount_minor, p.fee_minor, p.net_minor, p.pending, p.counted_on, p.created_at
    from bill b join bill_payment p on p.company_id = b.company_id and p.bill_id = b.id
    where b.company_id = ${actor.companyId} and b.customer_id = ${id}
      ${owners === 'all' ? sql`` : sql`and b.owner_id = any(${owners}::uuid[])`}
    order by p.created_at desc, p.id desc limit ${maxPayments}`.execute(db)
  return rows
}

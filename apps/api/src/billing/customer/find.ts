import type { CustomerOption } from '@paydesk/contract/billing/customer'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'

type Found = Pick<CustomerOption, 'id' | 'name' | 'businessName' | 'email'>

/**
 * The index of words collects up to this many customers. A keyword that finds more soon fills five
 * lines among the newest customers.
 */
const most = 2000

/**
 * A few customers that a keyword means, best first: those with exactly that name or address, then
 * the newest. `ids`: all that hold the keyword, or only the exact ones if all are too many to
 * collect; undefined if there are no exact ones either.
 */
export async function findCustomers(
  db: Db,
  companyId: Id<'company'>,
  keyword: string,
  limit: number,
): Promise<{ list: Found[]; ids: string[] | undefined }> {
  const word = keyword.toLowerCase()
  const { rows: named } = await sql<{ customerId: Id<'customer'> }>`
    select customer_id
    from customers_of_emails(${companyId}, array[${word}])
    union
    select customer_id
    from customers_named(${companyId}, array[${word}])
    limit ${limit}`.execute(db)
  const exact = named.map(({ customerId }) => customerId)
  const { rows } = await sql<{
    ids: string[] | null
  }>`select customer_matches(${companyId}, ${keyword}, null, ${most}) as ids`.execute(db)
  const some = rows[0]?.ids ?? undefined
  const ids = some || exact.length > 0 ? [...new Set([...exact, ...(some ?? [])])] : undefined
  const holding = some
    ? sql`c.id = any(${ids}::uuid[])`
    : sql`(select strpos(s.lines, search_needle(${keyword})) > 0 from customer_search s
        where s.company_id = c.company_id and s.customer_id = c.id offset 0)`
  const { rows: found } = await sql<Found>`
    with best as (
      select c.id, c.created_at, 0 as place
      from customer c
      where c.company_id = ${companyId} and c.id = any(${exact}::uuid[])
    ), newest as (
      select c.id, c.created_at, 1 as place
      from customer c
      where c.company_id = ${companyId} and c.merged_into_id is null and ${holding}
      order by c.created_at desc, c.id desc limit ${limit * 2}
    )
    select c.id, c.name, c.business_name, c.email
    from (
      select id, created_at, min(place) as place
      from (table best union all table newest) as x
      group by id, created_at
      order by min(place), created_at desc, id desc
      limit ${limit}
    ) as few
    join customer c on c.company_id = ${companyId} and c.id = few.id
    order by few.place, few.created_at desc, few.id desc`.execute(db)
  return { list: found, ids }
}

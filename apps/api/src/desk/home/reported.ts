import type { homeApi } from '@paydesk/contract/desk/home'
import type { Reply } from '@paydesk/contract/lib/endpoint'
import { sql } from 'kysely'
import { paymentEvent } from '../../billing/bill/bill.ts'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'

/**
 * Of more events that wait, these tell enough: during an outage of PayPal's there may be very many.
 */
const mostEvents = 2000
const namedBills = 3

/**
 * The bills of these owners of which a waiting event says that they were paid. Usually no event
 * waits, and the work list is short to read.
 */
export async function countReported(
  db: Db,
  { companyId }: Actor,
  owners: 'all' | string[],
): Promise<Reply<typeof homeApi.figures>['reported']> {
  const { rows } = await sql<{ events: number; bills: number; numbers: string[] }>`
    with waiting as materialized (
      select account_id, event_id
      from paypal_event_todo
      where company_id = ${companyId}
      limit ${mostEvents}
    ), reported as (
      select b.number, min(e.received_at) as at from waiting w
      join paypal_event e on e.company_id = ${companyId}
        and e.account_id = w.account_id
        and e.event_id = w.event_id
        and e.event_type = ${paymentEvent}
      join bill b on b.company_id = ${companyId}
        and b.account_id = e.account_id
        and b.provider_invoice_id = e.resource_id
      ${owners === 'all' ? sql`` : sql`where b.owner_id = any(${owners}::uuid[])`}
      group by b.number
    )
    select (select count(*) from waiting) as events, (select count(*) from reported) as bills,
      array(
        select number from reported order by at, number limit ${namedBills}
      ) as numbers`.execute(db)
  const { events = 0, bills = 0, numbers = [] } = rows[0] ?? {}
  return { count: bills, countIsExact: events < mostEvents, numbers }
}

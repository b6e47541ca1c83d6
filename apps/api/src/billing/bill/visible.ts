import { payableStatuses } from '@paydesk/contract/billing/billStatus'
import { canPermission } from '@paydesk/contract/lib/access'
import type { Id } from '@paydesk/contract/lib/id'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'

/** True if one of the payments of the bill `b` is disputed. */
export const isDisputed = sql`exists (
  select
  from dispute d
  where d.company_id = b.company_id and d.bill_id = b.id and d.status <> 'RESOLVED'
)`

/** True if the recipient of the bill `b` has an address, to which PayPal can write. */
export const hasEmail = sql<boolean>`coalesce(
  (
    select c.recipient ->> 'email' <> ''
    from bill_content c
    where c.company_id = b.company_id and c.bill_id = b.id
  ),
  false
)`

/** PayPal's event about a payment of an invoice. */
export const paymentEvent = 'INVOICING.INVOICE.PAID'

/**
 * Since when an event about a payment of the bill `b` waits to be borne out by PayPal's own
 * records. Usually no event waits, and one look at the work list tells it for all bills (in an
 * order, so that it is by index). Otherwise each bill's own events are looked for there, and never
 * the whole work list for a bill.
 */
export const reportedAt = ({ companyId }: Actor): RawBuilder<string | null> => sql`
  case
    when (
      select event_id
      from paypal_event_todo
      where company_id = ${companyId}
      order by account_id, due_at
      limit 1
    ) is not null then (
      select min(e.received_at)
      from (
        select company_id, account_id, event_id, received_at
        from paypal_event
        where company_id = b.company_id
          and resource_id = b.provider_invoice_id
          and account_id = b.account_id
          and event_type = ${paymentEvent}
        offset 0
      ) e
      cross join lateral (
        select
        from paypal_event_todo t
        where t.company_id = e.company_id
          and t.account_id = e.account_id
          and t.event_id = e.event_id
        limit 1
      ) t
    )
  end`

/**
 * True if money is still due on the bill `b`, none is on its way, and its day has passed in the
 * company's time zone. Today is a sub-select: computed once, not per bill.
 */
export const isOverdue = (
  actor: Actor,
): RawBuilder<boolean> => sql`(b.status = any(${payableStatuses}) and b.due_minor > 0
  and coalesce(b.due_date < (select (now() at time zone ${actor.companyTimezone})::date), false))`

/** A person who may make bills sees their own, whatever else they may see. */
export const maySee = (owners: 'all' | string[], actor: Actor, ownerId: Id<'user'>) =>
  owners === 'all' ||
  owners.includes(ownerId) ||
  (ownerId === actor.userId && canPermission(actor, 'CreatePayPalBill'))

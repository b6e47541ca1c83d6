import { WebhookEvent } from '@paydesk/paypal/webhooks'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../lib/db.ts'

/** Tells the workers that there is something to apply; they look every second anyway. */
export const eventChannel = 'paydesk_event'

const Named = z.looseObject({ id: z.string() })
const Wrapped = z.looseObject({ invoice: Named })

/** What an event is about: PayPal wraps an invoice (facts §3.6) and not the others. */
export function resourceIdOf(resource: unknown): string | null {
  const wrapped = Wrapped.safeParse(resource)
  if (wrapped.success) return wrapped.data.invoice.id
  const plain = Named.safeParse(resource)
  return plain.success ? plain.data.id : null
}

export type Delivery = { companyId: string; accountId: string; transmissionId: string; raw: Buffer }

/** Stored as the bytes that were signed, with its place on the work list. False: this event is here already. */
export async function storeEvent(db: Db, { companyId, accountId, transmissionId, raw }: Delivery): Promise<boolean> {
  const event = WebhookEvent.parse(JSON.parse(raw.toString('utf8')))
  const createdAt = event.create_time && !Number.isNaN(Date.parse(event.create_time)) ? new Date(event.create_time).toISOString() : null
  const { rows } = await sql`
    with stored as (
      insert into paypal_event (company_id, account_id, event_id, event_type, resource_type, resource_id, created_at, transmission_id, raw)
      values (${companyId}, ${accountId}, ${event.id}, ${event.event_type}, ${event.resource_type ?? ''}, ${resourceIdOf(event.resource)},
        ${createdAt}, ${transmissionId}, ${raw})
      on conflict do nothing returning company_id, account_id, event_id
    )
    insert into paypal_event_todo (company_id, account_id, event_id) select * from stored returning event_id`.execute(db)
  if (rows.length > 0) await sql`select pg_notify(${eventChannel}, '')`.execute(db)
  return rows.length > 0
}

import { createHash } from 'node:crypto'
import type { alarmKinds } from '@paydesk/contract/intake/event'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'

export type Contradiction = Extract<
  (typeof alarmKinds)[number],
  'transmissionReused' | 'eventRewritten'
>
type Known = {
  accountId: Id<'paypalAccount'>
  transmissionId: string
  raw: Buffer
  event: { id: string }
}

/**
 * Which of these deliveries, none of which was new, say something else than what was stored under
 * their ids. PayPal repeats a delivery byte by byte.
 */
export async function contradictions<D extends Known>(
  db: Db,
  companyId: Id<'company'>,
  deliveries: D[],
): Promise<Map<D, Contradiction>> {
  const { rows } = await sql<{
    accountId: string
    eventId: string
    transmissionId: string
    hash: string
  }>`
    select account_id, event_id, transmission_id,
      encode(coalesce(digest, sha256(raw)), 'hex') as hash
    from paypal_event
    where company_id = ${companyId}
      and account_id = any(${deliveries.map(({ accountId }) => accountId)}::uuid[])
      and (
        event_id = any(${deliveries.map(({ event }) => event.id)}::text[])
        or (
          transmission_id <> ''
          and transmission_id = any(
            ${deliveries.map(({ transmissionId }) => transmissionId)}::text[]
          )
        )
      )`.execute(db)
  const found = new Map<D, Contradiction>()
  for (const delivery of deliveries) {
    const hash = createHash('sha256').update(delivery.raw).digest('hex')
    const others = rows.filter((row) => row.accountId === delivery.accountId && row.hash !== hash)
    if (
      others.some(
        ({ transmissionId }) => transmissionId !== '' && transmissionId === delivery.transmissionId,
      )
    )
      found.set(delivery, 'transmissionReused')
    else if (others.some(({ eventId }) => eventId === delivery.event.id))
      found.set(delivery, 'eventRewritten')
  }
  return found
}

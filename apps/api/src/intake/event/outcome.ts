import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'

export type EventKey = { accountId: Id<'paypalAccount'>; eventId: string }
/** A row of the work list that this transaction has locked, and its place in the table: a locked row cannot move. */
export type Claimed = EventKey & { place: string }
/** What was done with an event. `later`: it has overtaken the answer to the call that made its invoice. */
export type Outcome = { outcome: 'applied' | 'stale' | 'fetched' | 'notOurs'; reason?: string; billId?: Id<'bill'> } | 'later'

const waitSeconds = 5

/** Takes events off the work list and records their outcomes, or puts them off. */
export async function finish(db: Db, companyId: Id<'company'>, all: { todo: Claimed; outcome: Outcome }[]): Promise<void> {
  const later = all.flatMap(({ todo, outcome }) => (outcome === 'later' ? [todo.place] : []))
  const done = all.flatMap(({ todo, outcome }) => (outcome === 'later' ? [] : [{ ...todo, ...outcome }]))
  if (later.length > 0)
    await sql`update paypal_event_todo set tries = tries + 1, due_at = now() + make_interval(secs => ${waitSeconds})
      where company_id = ${companyId} and ctid = any(${later}::tid[])`.execute(db)
  if (done.length === 0) return
  // Rows are found by their place: the list is now empty, now full, and a plan from its statistics reads all of it for each row (300 ms for
  // 200).
  const places = done.map(({ place }) => place)
  const leaving = sql`delete from paypal_event_todo where company_id = ${companyId} and ctid = any(${places}::tid[])`.execute(db)
  const given = done.map(({ accountId, eventId, outcome, reason, billId }) => ({ accountId, eventId, outcome, reason, billId }))
  const telling = sql`
    insert into paypal_event_outcome (company_id, account_id, event_id, outcome, reason, bill_id)
    select ${companyId}::uuid, u."accountId", u."eventId", u.outcome, coalesce(u.reason, ''), u."billId"
    from jsonb_to_recordset(${toJsonb(given)}::jsonb) as u ("accountId" uuid, "eventId" text, outcome text, reason text, "billId" uuid)
    on conflict (company_id, account_id, event_id) do update set outcome = excluded.outcome, reason = excluded.reason,
      bill_id = excluded.bill_id, at = now()`.execute(db)
  await Promise.all([leaving, telling])
}

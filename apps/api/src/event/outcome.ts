import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { toJsonb } from '../lib/json.ts'

export type EventKey = { accountId: string; eventId: string }
/** What became of an event. `later`: it has overtaken the answer to the call that made its invoice. */
export type Outcome = { outcome: 'applied' | 'stale' | 'fetched' | 'notOurs'; reason?: string; billId?: string } | 'later'

const waitSeconds = 5

/** Off the work list with what became of each, or put off. */
export async function finish(db: Db, companyId: string, all: { key: EventKey; outcome: Outcome }[]): Promise<void> {
  const later = all.flatMap(({ key, outcome }) => (outcome === 'later' ? [key] : []))
  const done = all.flatMap(({ key, outcome }) => (outcome === 'later' ? [] : [{ ...key, ...outcome }]))
  if (later.length > 0)
    await sql`
      update paypal_event_todo t set tries = tries + 1, due_at = now() + make_interval(secs => ${waitSeconds})
      from jsonb_to_recordset(${toJsonb(later)}::jsonb) as u ("accountId" uuid, "eventId" text)
      where t.company_id = ${companyId} and t.account_id = u."accountId" and t.event_id = u."eventId"`.execute(db)
  if (done.length === 0) return
  await sql`
    with u as materialized (
      select * from jsonb_to_recordset(${toJsonb(done)}::jsonb) as u ("accountId" uuid, "eventId" text, outcome text, reason text, "billId" uuid)
    ), gone as (
      delete from paypal_event_todo t using u where t.company_id = ${companyId} and t.account_id = u."accountId" and t.event_id = u."eventId"
    )
    insert into paypal_event_outcome (company_id, account_id, event_id, outcome, reason, bill_id)
    select ${companyId}::uuid, u."accountId", u."eventId", u.outcome, coalesce(u.reason, ''), u."billId" from u
    on conflict (company_id, account_id, event_id) do update set outcome = excluded.outcome, reason = excluded.reason,
      bill_id = excluded.bill_id, at = now()`.execute(db)
}

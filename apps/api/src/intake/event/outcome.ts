import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import type { AccountRef } from '../../paypal/paypalAccount/paypalAccount.ts'
import type { Hint } from './hint.ts'
import type { Verdict } from './verdict.ts'

export type Judged = { hint: Hint; verdict: Verdict }

const firstWaitSeconds = 2
const longestWaitSeconds = 120

/**
 * Takes events off the work list and records what became of them. Those that PayPal's records do
 * not bear out yet wait longer each time, and those that were not asked about go behind the others.
 * Returns which were taken off: another worker may have been first.
 */
export async function finish(
  db: Db,
  { companyId, accountId }: AccountRef,
  judged: Judged[],
): Promise<Set<string>> {
  const later = judged.flatMap(({ hint: { eventId }, verdict }) =>
    verdict.outcome === 'later' && verdict.counts ? [eventId] : [],
  )
  const done = judged.flatMap(({ hint: { eventId }, verdict }) =>
    verdict.outcome === 'later'
      ? []
      : [
          {
            ...verdict,
            outcome: verdict.outcome === 'alarm' ? 'unconfirmed' : verdict.outcome,
            eventId,
          },
        ],
  )
  const waiting = sql`
    update paypal_event_todo
    set tries = tries + 1,
      due_at = now() + make_interval(
        secs => least(${longestWaitSeconds}, ${firstWaitSeconds} * 2 ^ least(tries, 10))
      )
    where company_id = ${companyId}
      and account_id = ${accountId}
      and event_id = any(${later}::text[])`
  const unasked = judged.flatMap(({ hint: { eventId }, verdict }) =>
    verdict.outcome === 'later' && !verdict.counts ? [eventId] : [],
  )
  const behind = sql`update paypal_event_todo set due_at = now()
    where company_id = ${companyId}
      and account_id = ${accountId}
      and event_id = any(${unasked}::text[])`
  const leaving = sql<{ eventId: string }>`
    with gone as (
      delete from paypal_event_todo
      where company_id = ${companyId}
        and account_id = ${accountId}
        and event_id = any(${done.map(({ eventId }) => eventId)}::text[])
      returning event_id
    )
    insert into paypal_event_outcome (company_id, account_id, event_id, outcome, reason, bill_id)
    select ${companyId}::uuid, ${accountId}::uuid, u."eventId", u.outcome,
      coalesce(left(u.reason, 500), ''), u."billId"
    from jsonb_to_recordset(${toJsonb(done)}::jsonb) as u (
      "eventId" text, outcome text, reason text, "billId" uuid
    )
    join gone on gone.event_id = u."eventId"
    on conflict (company_id, account_id, event_id)
    do update set
      outcome = excluded.outcome, reason = excluded.reason, bill_id = excluded.bill_id, at = now()
    returning event_id`
  const [left] = await Promise.all([
    done.length > 0 ? leaving.execute(db) : undefined,
    later.length > 0 ? waiting.execute(db) : undefined,
    unasked.length > 0 ? behind.execute(db) : undefined,
  ])
  return new Set(left?.rows.map(({ eventId }) => eventId))
}

/**
 * An event at which our own code fails is tried this many times, then kept as failed for a
 * person to look at.
 */
const maxTries = 8

export const putOff = (
  db: Db,
  { companyId, accountId }: AccountRef,
  eventId: string,
  reason: string,
) =>
  sql`
    with gone as (
      delete from paypal_event_todo
      where company_id = ${companyId}
        and account_id = ${accountId}
        and event_id = ${eventId}
        and tries >= ${maxTries}
    ), kept as (
      update paypal_event_todo
      set tries = tries + 1, due_at = now() + make_interval(secs => 2 ^ least(tries, 10))
      where company_id = ${companyId}
        and account_id = ${accountId}
        and event_id = ${eventId}
        and tries < ${maxTries}
    )
    insert into paypal_event_outcome (company_id, account_id, event_id, outcome, reason)
    values (${companyId}, ${accountId}, ${eventId}, 'failed', ${reason.slice(0, 500)})
    on conflict (company_id, account_id, event_id)
    do update set outcome = 'failed', reason = excluded.reason, at = now()`.execute(db)

import type { FindingKind } from '@paydesk/contract/desk/quarantine'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'

export type NewFinding = {
  kind: FindingKind
  subject: string
  billId?: Id<'bill'>
  label: string
  facts: Record<string, string | number | null>
  state: 'taken' | 'open'
}
type Place = { companyId: Id<'company'>; accountId: Id<'paypalAccount'> | null }

/**
 * Writes what was found. What somebody has seen stays seen, unless it is about something else now.
 */
export async function noteFindings(
  db: Db,
  { companyId, accountId }: Place,
  quarantinedAt: string,
  found: NewFinding[],
): Promise<void> {
  if (found.length === 0) return
  await sql`
    insert into quarantine_finding as f (
      company_id, quarantined_at, account_id, kind, subject, bill_id, label, facts, state
    )
    select ${companyId}, ${quarantinedAt}, ${accountId}, n.kind, n.subject, n."billId", n.label,
      n.facts, n.state
    from jsonb_to_recordset(${toJsonb(found)}::jsonb) as n (
      kind text, subject text, "billId" uuid, label text, facts jsonb, state text
    )
    ${unlessSeen}`.execute(db)
}

/** What was seen of other facts was not this. */
const isSeen = sql`f.state = 'seen' and f.facts = excluded.facts`
const unlessSeen = sql`on conflict (company_id, quarantined_at, kind, subject)
  do update set
    facts = excluded.facts,
    label = excluded.label,
    bill_id = excluded.bill_id,
    state = case when ${isSeen} then 'seen' else excluded.state end,
    reason = case when ${isSeen} then f.reason else '' end,
    seen_by = case when ${isSeen} then f.seen_by else '' end,
    seen_at = case when ${isSeen} then f.seen_at end`

/**
 * What the readings of PayPal have brought since the quarantine began, whichever of them it was,
 * and what became of the calls that were under way.
 */
export async function collect(
  db: Db,
  { companyId, accountId }: { companyId: Id<'company'>; accountId: Id<'paypalAccount'> },
  { quarantinedAt }: { quarantinedAt: string },
): Promise<void> {
  const insert = sql`
    insert into quarantine_finding as f (
      company_id, quarantined_at, account_id, kind, subject, bill_id, label, facts, state
    )`
  const again = sql`on conflict (company_id, quarantined_at, kind, subject)
    do update set facts = excluded.facts, label = excluded.label`
  const mine = sql`${companyId}::uuid, ${quarantinedAt}::timestamptz, ${accountId}::uuid`
  await sql`${insert}
    select ${mine}, 'changed', b.id::text, b.id, b.number,
      jsonb_build_object(
        'was', e.was, 'is', b.status, 'currency', b.currency, 'totalMinor', b.total_minor,
        'paidMinor', b.paid_minor, 'refundedMinor', b.refunded_minor
      ),
      'taken'
    from bill b join (
      select e.bill_id,
        (
          array_agg(e.data ->> 'from' order by e.at) filter (where e.kind = 'statusChanged')
        )[1] as was
      from bill_entry e
      where e.company_id = ${companyId} and e.source = 'paypal' and e.at >= ${quarantinedAt}
      group by e.bill_id
    ) e on e.bill_id = b.id
    where b.company_id = ${companyId} and b.account_id = ${accountId} ${again}`.execute(db)
  await sql`${insert}
    select ${mine}, 'refund', r.id::text, r.bill_id, coalesce(r.provider_refund_id, r.id::text),
      jsonb_build_object(
        'is', r.state, 'currency', r.currency, 'totalMinor', r.amount_minor,
        'bill',
          (select b.number from bill b where b.company_id = r.company_id and b.id = r.bill_id)
      ),
      'taken'
    from refund r
    where r.company_id = ${companyId}
      and r.account_id = ${accountId}
      and r.origin = 'paypal'
      and r.created_at >= ${quarantinedAt}
    ${again}`.execute(db)
  await sql`${insert}
    select ${mine}, 'dispute', d.id::text, d.bill_id, d.provider_dispute_id,
      jsonb_build_object('is', d.status, 'currency', d.currency, 'totalMinor', d.amount_minor),
      'taken'
    from dispute d
    join installation i on true
    where d.company_id = ${companyId} and d.account_id = ${accountId}
      and d.provider_updated_at >= i.restored_to ${again}`.execute(db)
  // One that was decided meanwhile is no question either: in quarantine a request can be
  // rejected or withdrawn.
  await sql`
    delete from quarantine_finding f
    using approval a
    where f.company_id = ${companyId} and f.quarantined_at = ${quarantinedAt}
      and f.kind = 'approval'
    and a.company_id = f.company_id
    and a.id::text = f.subject
    and a.state <> 'waiting'`.execute(db)
  // A request that waits for a second person may have been decided and carried out since. One whose
  // refund PayPal has shown is no question.
  await sql`${insert}
    select ${mine}, 'approval', a.id::text, r.bill_id,
      coalesce(
        (select b.number from bill b where b.company_id = r.company_id and b.id = r.bill_id), ''
      ),
      jsonb_build_object(
        'is', r.state, 'what', a.kind, 'currency', a.currency, 'totalMinor', a.amount_minor,
        'by', a.requested_by_name
      ),
      case when a.kind = 'refund' and r.state <> 'waiting' then 'taken' else 'open' end
    from approval a join refund r on r.company_id = a.company_id and r.id = a.refund_id
    where a.company_id = ${companyId} and r.account_id = ${accountId} and a.state = 'waiting'
    ${unlessSeen}`.execute(db)
  // A call that is over is no longer one that waits.
  await sql`
    delete from quarantine_finding f
    using operation o
    where f.company_id = ${companyId} and f.quarantined_at = ${quarantinedAt}
      and f.kind = 'waiting'
    and o.company_id = f.company_id
    and o.id::text = f.subject
    and o.state in ('done', 'refused')`.execute(db)
  await sql`${insert}
    select ${mine}, case when o.state in ('done', 'refused') then 'operation' else 'waiting' end,
      o.id::text, o.bill_id,
      coalesce(
        (select b.number from bill b where b.company_id = o.company_id and b.id = o.bill_id),
        o.id::text
      ),
      jsonb_build_object('call', o.kind, 'is', o.state), 'taken'
    from operation o
    where o.company_id = ${companyId}
      and o.account_id = ${accountId}
      and o.created_at < ${quarantinedAt}
      and (o.finished_at is null or o.finished_at >= ${quarantinedAt})
      and o.outcome ->> 'code' is distinct from 'OVERTAKEN' ${again}`.execute(db)
}

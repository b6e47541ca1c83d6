import type { AlarmRow, EventRow, eventApi, OperationRow } from '@paydesk/contract/intake/event'
import type { Query } from '@paydesk/contract/lib/endpoint'
import type { Id } from '@paydesk/contract/lib/id'
import { countCap } from '@paydesk/contract/lib/page'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { bodyColumn, bodyTable } from './body.ts'

const eventColumns = sql`e.event_id as id, e.account_id, a.label as account_label, e.event_type,
  e.resource_id, e.created_at, e.received_at, coalesce(o.outcome, 'waiting') as outcome,
  coalesce(o.reason, '') as reason, o.bill_id, b.number as bill_number`
const eventTables = sql`
  join paypal_account a on a.company_id = e.company_id and a.id = e.account_id
  left join paypal_event_outcome o on o.company_id = e.company_id
    and o.account_id = e.account_id
    and o.event_id = e.event_id
  left join bill b on b.company_id = o.company_id and b.id = o.bill_id`

export async function listEvents(db: Db, { companyId }: Actor, query: Query<typeof eventApi.list>) {
  const { accountId, outcome, eventType, keyword, current, pageSize } = query
  const matching = sql`
    ${accountId ? sql`and e.account_id = ${accountId}` : sql``}
    ${eventType ? sql`and e.event_type = ${eventType}` : sql``}
    ${keyword ? sql`and (e.event_id = ${keyword} or e.resource_id = ${keyword})` : sql``}
    ${outcome ? sql`and coalesce(o.outcome, 'waiting') = ${outcome}` : sql``}`
  const { rows } = await sql<EventRow>`
    select ${eventColumns}
    from paypal_event e ${eventTables}
    where e.company_id = ${companyId} ${matching}
    order by e.received_at desc, e.event_id desc
    limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total
    from (
      select 1
      from paypal_event e ${eventTables}
      where e.company_id = ${companyId} ${matching}
      limit ${countCap + 1}
    ) as capped`.execute(db)
  return page(rows, counted.rows[0]?.total ?? 0)
}

const page = <R>(list: R[], total: number) => ({
  list,
  total: Math.min(total, countCap),
  totalIsExact: total <= countCap,
})

export async function readEvent(
  db: Db,
  { companyId }: Actor,
  { accountId, id }: { accountId: Id<'paypalAccount'>; id: string },
) {
  const { rows } = await sql<EventRow & { raw: Buffer | null }>`
    select ${eventColumns}, ${bodyColumn} as raw from paypal_event e ${eventTables} ${bodyTable}
    where e.company_id = ${companyId}
      and e.account_id = ${accountId}
      and e.event_id = ${id}`.execute(db)
  const [event] = rows
  if (!event) throw refuse('notFound')
  // A forged body may be no proper text; it is shown all the same.
  return { ...event, raw: event.raw?.toString('utf8') ?? null }
}

export async function listAlarms(
  db: Db,
  { companyId }: Actor,
  query: Query<typeof eventApi.alarms>,
) {
  const { accountId, kind, current, pageSize } = query
  const matching = sql`where m.company_id = ${companyId}
    ${accountId ? sql`and m.account_id = ${accountId}` : sql``}
    ${kind ? sql`and m.kind = ${kind}` : sql``}`
  const { rows } = await sql<AlarmRow>`
    select m.id, m.account_id, a.label as account_label, m.kind, m.event_id, m.event_type,
      m.resource_id, m.transmission_id, m.detail, m.raised_at
    from paypal_alarm m
    join paypal_account a on a.company_id = m.company_id and a.id = m.account_id ${matching}
    order by m.raised_at desc, m.id desc
    limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total
    from (select 1 from paypal_alarm m ${matching} limit ${countCap + 1}) as capped`.execute(db)
  return page(rows, counted.rows[0]?.total ?? 0)
}

const operationRows = (
  companyId: Id<'company'>,
  matching: ReturnType<typeof sql>,
  limit: ReturnType<typeof sql>,
) => sql<OperationRow>`
  select o.id, o.account_id, a.label as account_label, o.kind, o.state, o.bill_id,
    b.number as bill_number, o.calls, o.looks, o.actor_name,
    coalesce(
      nullif(
        concat_ws(
          ': ', o.outcome ->> 'code', coalesce(o.outcome ->> 'detail', o.outcome ->> 'reason')
        ),
        ''
      ),
      ''
    ) as reason,
    o.created_at, o.due_at, o.finished_at
  from operation o
  join paypal_account a on a.company_id = o.company_id and a.id = o.account_id
  left join bill b on b.company_id = o.company_id and b.id = o.bill_id
  where o.company_id = ${companyId} ${matching} order by o.created_at desc, o.id desc ${limit}`

export async function listOperations(
  db: Db,
  { companyId }: Actor,
  query: Query<typeof eventApi.operations>,
) {
  const { accountId, state, kind, billId, current, pageSize } = query
  const matching = sql`
    ${accountId ? sql`and o.account_id = ${accountId}` : sql``}
    ${state ? sql`and o.state = ${state}` : sql``}
    ${kind ? sql`and o.kind = ${kind}` : sql``}
    ${billId ? sql`and o.bill_id = ${billId}` : sql``}`
  const { rows } = await operationRows(
    companyId,
    matching,
    sql`limit ${pageSize} offset ${(current - 1) * pageSize}`,
  ).execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total
    from (
      select 1 from operation o where o.company_id = ${companyId} ${matching} limit ${countCap + 1}
    ) as capped`.execute(db)
  return page(rows, counted.rows[0]?.total ?? 0)
}

export async function readOperation(
  db: Db,
  { companyId }: Actor,
  id: string,
): Promise<OperationRow> {
  const { rows } = await operationRows(companyId, sql`and o.id = ${id}`, sql``).execute(db)
  const [operation] = rows
  if (!operation) throw refuse('notFound')
  return operation
}

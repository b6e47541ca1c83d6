import type { RowAside, rowAsideApi } from '@paydesk/contract/intake/rowAside'
import type { Body, Query } from '@paydesk/contract/lib/endpoint'
import { countCap } from '@paydesk/contract/lib/page'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { toJsonb } from '../../lib/json.ts'
import { announce } from '../../lib/live/change.ts'
import type { ToldRow } from '../../money/transaction/transaction.ts'
import { recordChange } from '../../office/audit/audit.ts'
import type { Lease } from './lease.ts'
import { type Aside, isSameRow, toldOf } from './understand.ts'
import { Failed } from './window.ts'

/**
 * An account with more of them is not odd in single rows: PayPal speaks another language, and
 * reading on would build on nothing.
 */
const mostAside = 1000

const isOpen = sql`settled_at is null and understood_at is null`

/**
 * Sets rows aside, each once however often PayPal tells it, and lets those go that are
 * understood now. A row about which PayPal now says something else is open again, whatever a
 * person said of it before.
 */
export async function setAside(
  db: Db,
  { companyId, accountId }: Lease,
  aside: Aside[],
  understood: ToldRow[],
): Promise<void> {
  await letGo(db, { companyId, accountId }, aside, understood)
  if (aside.length === 0) return
  const one = [...new Map(aside.map((row) => [row.key, row])).values()]
  await sql`
    insert into row_set_aside as r (
      company_id, account_id, key, provider_transaction_id, occurred_at, why, detail, told, raw
    )
    select ${companyId}, ${accountId}, u.key, u."providerTransactionId", u."occurredAt", u.why,
      u.detail, u.told, u.raw
    from jsonb_to_recordset(${toJsonb(one)}::jsonb) as u (
      key text, "providerTransactionId" text, "occurredAt" timestamptz, why text, detail text,
      told jsonb, raw text
    )
    order by u.key
    on conflict (company_id, account_id, key)
    do update set
      last_seen_at = now(),
      understood_at = null,
      why = excluded.why,
      detail = excluded.detail,
      told = excluded.told,
      raw = excluded.raw,
      first_seen_at = case when r.understood_at is null then r.first_seen_at else now() end,
      settled_at = case
        when r.raw = excluded.raw and r.understood_at is null then r.settled_at
      end,
      settled_by = case
        when r.raw = excluded.raw and r.understood_at is null then r.settled_by
      end,
      settled_by_name = case
        when r.raw = excluded.raw and r.understood_at is null then r.settled_by_name
        else ''
      end,
      reason = case
        when r.raw = excluded.raw and r.understood_at is null then r.reason
        else ''
      end`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from row_set_aside
    where company_id = ${companyId} and account_id = ${accountId} and ${isOpen}`.execute(db)
  if ((rows[0]?.count ?? 0) > mostAside)
    throw new Failed(`More than ${mostAside} rows of PayPal’s reporting cannot be understood`)
}

/** The usual account has nothing set aside, and this is one look at an index. */
async function letGo(
  db: Db,
  { companyId, accountId }: Pick<Lease, 'companyId' | 'accountId'>,
  aside: Aside[],
  understood: ToldRow[],
): Promise<void> {
  const { rows } = await sql<Pick<Aside, 'key' | 'told' | 'why'> & { id: string }>`
    select id, key, told, why from row_set_aside
    where company_id = ${companyId} and account_id = ${accountId} and understood_at is null
      and provider_transaction_id = any(
        ${understood.map(({ providerTransactionId }) => providerTransactionId)}
      )
      and provider_transaction_id <> ''
      and key <> all(${aside.map(({ key }) => key)})`.execute(db)
  if (rows.length === 0) return
  const told = understood.map(({ raw }) => toldOf(raw))
  const gone = rows.filter((row) => told.some((now) => isSameRow(now, row)))
  await sql`
    update row_set_aside
    set understood_at = now()
    where company_id = ${companyId} and id = any(${gone.map(({ id }) => id)}::uuid[])`.execute(db)
}

const columns = sql`r.id, r.account_id, a.label as account_label, r.provider_transaction_id, r.why,
  r.detail, r.told, r.raw, r.first_seen_at, r.last_seen_at, r.settled_at, r.settled_by_name,
  r.reason, r.understood_at`
const tables = sql`row_set_aside r
join paypal_account a on a.company_id = r.company_id and a.id = r.account_id`

const ofState = {
  open: sql`r.settled_at is null and r.understood_at is null`,
  settled: sql`r.settled_at is not null and r.understood_at is null`,
  understood: sql`r.understood_at is not null`,
}

export async function listAside(
  db: Db,
  { companyId }: Actor,
  query: Query<typeof rowAsideApi.list>,
) {
  const { accountId, state, current, pageSize } = query
  const matching = sql`r.company_id = ${companyId}
    and ${ofState[state]} ${accountId ? sql`and r.account_id = ${accountId}` : sql``}`
  const { rows } = await sql<RowAside>`
    select ${columns} from ${tables} where ${matching} order by r.first_seen_at desc, r.id desc
    limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total
    from (
      select 1 from row_set_aside r where ${matching} limit ${countCap + 1}
    ) as capped`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  return { list: rows, total: Math.min(total, countCap), totalIsExact: total <= countCap }
}

/**
 * A person says what became of the row. Nothing is posted: the books follow PayPal's rows alone.
 */
export async function settleAside(
  db: Db,
  actor: Actor,
  id: string,
  { reason }: Body<typeof rowAsideApi.settle>,
): Promise<RowAside> {
  const { companyId, userId, name } = actor
  const { rows: written } = await sql<{ accountId: string; providerTransactionId: string }>`
    update row_set_aside
    set settled_at = now(), settled_by = ${userId}, settled_by_name = ${name}, reason = ${reason}
    where company_id = ${companyId} and id = ${id} and ${isOpen}
    returning account_id, provider_transaction_id`.execute(db)
  const { rows } = await sql<RowAside>`
    select ${columns}
    from ${tables}
    where r.company_id = ${companyId} and r.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw refuse('notFound')
  const [settled] = written
  if (!settled) throw refuse('rowAside.notOpen')
  await announce(db, companyId, [{ entity: 'coverage', id: settled.accountId }])
  await recordChange(db, actor, {
    action: 'rowAside.settle',
    entityId: id,
    label: settled.providerTransactionId || row.accountLabel,
    after: { reason, why: row.why },
  })
  return row
}

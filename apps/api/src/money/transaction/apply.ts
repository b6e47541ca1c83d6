import type { Id } from '@paydesk/contract/lib/id'
import { isSettled } from '@paydesk/contract/money/transaction'
import { classOf } from '@paydesk/contract/money/transactionCode'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import { announce } from '../../lib/live/change.ts'
import { lockBooks } from '../ledger/ledger.ts'
import { findBills, matchFollowing, matchTransactions } from './match.ts'
import { type Decided, decide, type HeldRow, latest, type Seen } from './merge.ts'
import { followsIn, redateFollowed } from './moved.ts'
import { explainsItself, type ToldRow } from './row.ts'

export type Applied = { newIds: string[]; changedIds: string[]; matchedIds: string[] }

/** Once many rows have changed, screens ask for the whole list anyway. */
const maxAnnounced = 100

const types = {
  accountId: 'uuid',
  providerTransactionId: 'text',
  eventCode: 'text',
  status: 'text',
  pendingReason: 'text',
  currency: 'text',
  grossMinor: 'bigint',
  feeMinor: 'bigint',
  endingBalanceMinor: 'bigint',
  invoiceId: 'text',
  customField: 'text',
  paypalInvoiceId: 'text',
  payerId: 'text',
  payerEmail: 'text',
  payerName: 'text',
  payerCountry: 'text',
  referenceId: 'text',
  referenceType: 'text',
  subject: 'text',
  note: 'text',
  occurredAt: 'timestamptz',
  providerUpdatedAt: 'timestamptz',
  settledAt: 'timestamptz',
  pendingAt: 'timestamptz',
} satisfies Record<keyof Omit<ToldRow & Seen, 'raw'>, string>
const names = Object.keys(types) as (keyof typeof types)[]
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const columns = sql.raw(names.map(snake).join(', '))
const columnTypes = sql.raw(names.map((name) => `"${name}" ${types[name]}`).join(', '))
const toldColumns = (from: string) =>
  sql.raw(names.map((name) => `${from}."${name}" as ${snake(name)}`).join(', '))
const assignments = sql.raw(names.map((name) => `${snake(name)} = u."${name}"`).join(', '))
/**
 * When the money moved (moved_at_of). `followed`: by a row of this batch. Only a row with two dates
 * is looked up: there are few.
 */
const movedAt = (companyId: Id<'company'>, foundAt: RawBuilder<unknown>) => sql`moved_at_of(
  u.status, u."occurredAt", u."settledAt", u."pendingAt", ${foundAt},
  u.followed
    or case
      when u."settledAt" > u."occurredAt"
        and u."pendingAt" is null then is_followed(
          ${companyId}::uuid, u."accountId", u."providerTransactionId", u."referenceId", u.class,
          u."grossMinor", u."settledAt"
        )
      else false
    end
)`

/**
 * Writes many rows of PayPal's, in any order and as often as they come: the result is the same.
 * Triggers post the ledger within the same statements (post_new_rows, post_changed_rows). A row
 * that a bill explains at once is written with its match, and never stands as unexplained.
 */
export async function applyRows(
  db: Db,
  companyId: Id<'company'>,
  rows: ToldRow[],
  via: 'event' | 'sync',
): Promise<Applied> {
  if (rows.length === 0) return { newIds: [], changedIds: [], matchedIds: [] }
  const told = latest(rows, via)
  await lockBooks(
    db,
    told.map(({ accountId }) => accountId),
  )
  const { added, changed, seen } = decide(await readHeld(db, companyId, told), told, via)
  const isFollowed = followsIn(told)
  await updateRows(db, companyId, changed, via, isFollowed)
  const { newIds, matchedIds } = await insertRows(db, companyId, added, via, isFollowed)
  if (via === 'sync') await markSynced(db, companyId, seen)
  const redatedIds = await redateFollowed(db, companyId, told)
  const changedIds = [...new Set([...changed.map(({ id }) => id), ...redatedIds])]
  const ids = [...new Set([...newIds, ...changedIds])]
  if (ids.length === 0) return { newIds, changedIds, matchedIds }
  await groupConversions(db, companyId, ids, told)
  // This covers what could not be matched with the row itself: a pending row that has settled, and
  // rows that refer to rows which came only now.
  if (changedIds.length > 0)
    matchedIds.push(...(await matchTransactions(db, companyId, changedIds)))
  matchedIds.push(...(await matchFollowing(db, companyId, ids)))
  await announceRows(db, companyId, ids)
  return { newIds, changedIds, matchedIds }
}

export async function announceRows(db: Db, companyId: Id<'company'>, ids: string[]): Promise<void> {
  const announced = ids.length > maxAnnounced ? ids.slice(0, 1) : ids
  await announce(
    db,
    companyId,
    announced.map((id) => ({ entity: 'transaction' as const, id })),
  )
}

async function readHeld(db: Db, companyId: Id<'company'>, told: ToldRow[]): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select id, synced_at, ${columns} from paypal_transaction
    where company_id = ${companyId}
      and provider_transaction_id = any(${told.map((row) => row.providerTransactionId)})
      and account_id = any(
        ${[...new Set(told.map(({ accountId }) => accountId))]}::uuid[]
      )`.execute(db)
  return rows
}

const recordset = (rows: object[], more: string) =>
  sql`jsonb_to_recordset(${toJsonb(rows)}::jsonb) as u (${columnTypes}, ${sql.raw(more)})`

type IsFollowed = ReturnType<typeof followsIn>

async function updateRows(
  db: Db,
  companyId: Id<'company'>,
  changed: Decided['changed'],
  via: 'event' | 'sync',
  isFollowed: IsFollowed,
): Promise<void> {
  if (changed.length === 0) return
  const given = changed.map(({ id, values, raw, stateIsTold }) => ({
    id,
    ...values,
    followed: isFollowed(values),
    class: classOf(values.eventCode, values.grossMinor),
    raw: stateIsTold ? raw : null,
  }))
  const synced = via === 'sync' ? sql`coalesce(t.synced_at, now())` : sql`t.synced_at`
  await sql`
    with u as materialized (
      select * from ${recordset(given, 'id uuid, class text, followed boolean, raw jsonb')}
    ),
      words as (
        insert into paypal_transaction_raw as r (company_id, transaction_id, raw)
        select ${companyId}, id, raw
        from u
        where raw is not null
        on conflict (company_id, transaction_id) do update set raw = excluded.raw
      )
    update paypal_transaction t
    set ${assignments},
      class = u.class,
      moved_at = ${movedAt(companyId, sql`t.found_at`)},
      synced_at = ${synced},
      version = version + 1
    from u where t.company_id = ${companyId} and t.id = u.id`.execute(db)
}

async function insertRows(
  db: Db,
  companyId: Id<'company'>,
  added: Decided['added'],
  via: 'event' | 'sync',
  isFollowed: IsFollowed,
) {
  if (added.length === 0) return { newIds: [], matchedIds: [] }
  const given = added.map((row, n) => ({
    ...row,
    key: String(n),
    class: classOf(row.eventCode, row.grossMinor),
    followed: isFollowed(row),
    open: !explainsItself(row),
  }))
  const found = await findBills(db, companyId, matchSource(given), (hinted) =>
    given.some(({ key, payerEmail, open }) => open && payerEmail !== '' && !hinted.has(key)),
  )
  const by = new Map(found.map((match) => [match.key, match]))
  const withBills = given.map((row) => ({ ...row, ...by.get(row.key) }))
  const { rows } = await sql<{ id: string; matched: boolean }>`
    with u as materialized (
      select new_id() as id, u.*
      from ${recordset(withBills, 'class text, followed boolean, open boolean, raw jsonb, "billId" uuid, rule text, "deductionMinor" bigint')}
    ), made as (
      insert into paypal_transaction (
        company_id, id, ${columns}, class, moved_at, first_seen_via, synced_at, match_state,
        matched_minor, match_reason, matched_at
      )
      select ${companyId}::uuid, u.id, ${toldColumns('u')}, u.class,
        ${movedAt(companyId, sql`null`)}, ${via}, ${via === 'sync' ? sql`now()` : sql`null`},
        case
          when not u.open then 'notNeeded'
          when u."billId" is not null then 'auto'
          else 'unmatched'
        end,
        case when u."billId" is not null then u."grossMinor" else 0 end, coalesce(u.rule, ''),
        case when u."billId" is not null then now() end
      from u
    ), words as (
      insert into paypal_transaction_raw (company_id, transaction_id, raw)
      select ${companyId}::uuid, id, raw
      from u
    ), lines as (
      insert into match_line (
        company_id, transaction_id, bill_id, amount_minor, deduction_minor, rule
      )
      select ${companyId}::uuid, id, "billId", "grossMinor", coalesce("deductionMinor", 0), rule
      from u
      where "billId" is not null
      order by "billId"
    )
    select id, "billId" is not null as matched from u`.execute(db)
  return {
    newIds: rows.map(({ id }) => id),
    matchedIds: rows.filter(({ matched }) => matched).map(({ id }) => id),
  }
}

/** New rows in the form that matching reads; only money that has moved is matched. */
function matchSource(
  given: (ToldRow & Seen & { key: string; class: string; open: boolean })[],
): RawBuilder<unknown> {
  const open = given.filter(({ open, status }) => open && isSettled(status))
  const rows = open.map(({ raw: _, ...row }) => row)
  return sql`(
    select u.key, u.class, ${toldColumns('u')} from ${recordset(rows, 'key text, class text')}
  )`
}

/** An unchanged row that reporting lists counts as synced from now on. */
async function markSynced(db: Db, companyId: Id<'company'>, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update paypal_transaction
    set synced_at = now()
    where company_id = ${companyId}
      and id = any(${ids}::uuid[])
      and synced_at is null`.execute(db)
}

/**
 * The rows of a conversion belong to the payment or refund that they refer to,
 * whichever came first.
 */
async function groupConversions(
  db: Db,
  companyId: Id<'company'>,
  ids: string[],
  told: ToldRow[],
): Promise<void> {
  const accounts = [...new Set(told.map(({ accountId }) => accountId))]
  await sql`
    with c as materialized (
      select id, account_id, reference_id from paypal_transaction
      where company_id = ${companyId}
        and id = any(${ids}::uuid[])
        and class = 'conversion'
        and group_id is null
        and reference_id <> ''
      union
      select id, account_id, reference_id from paypal_transaction
      where company_id = ${companyId}
        and account_id = any(${accounts}::uuid[])
        and reference_id <> ''
        and reference_id = any(${told.map((row) => row.providerTransactionId)})
        and class = 'conversion'
        and group_id is null
    ), found as materialized (
      select c.id,
        (
          select p.id
          from paypal_transaction p
          where p.company_id = ${companyId}
            and p.provider_transaction_id = c.reference_id
            and p.account_id = c.account_id
            and p.class <> 'conversion'
          order by p.created_at, p.id
          limit 1
        ) as group_id
      from c
    )
    update paypal_transaction t set group_id = found.group_id, version = version + 1
    from found
    where t.company_id = ${companyId}
      and t.id = found.id
      and found.group_id is not null`.execute(db)
}

import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'

type AccountRef = { companyId: Id<'company'>; accountId: Id<'paypalAccount'> }

/**
 * All code that moves an account's books takes its lock first, before any bill. The posting locks
 * the sums of the books anyway, and in this order a sync, an event and a person's match never wait
 * for each other in a circle.
 */
export async function lockBooks(db: Db, accountIds: Id<'paypalAccount'>[]): Promise<void> {
  const sorted = [...new Set(accountIds)].sort()
  await sql`
    select pg_advisory_xact_lock(hashtextextended(a, 17))
    from unnest(${sorted}::text[]) a`.execute(db)
}

export type OpeningLine = {
  currency: string
  book: 'balance' | 'withheld' | 'opening'
  minor: number
}

/**
 * Posts the first journal of an account's books. The caller holds the books and has made sure that
 * there is none yet.
 */
export async function postOpening(
  db: Db,
  { companyId, accountId }: AccountRef,
  beginsAt: Date,
  lines: OpeningLine[],
): Promise<void> {
  await sql`
    with line as materialized (
      select *
      from jsonb_to_recordset(
        ${toJsonb(lines.filter(({ minor }) => minor !== 0))}::jsonb
      ) as l (currency text, book text, minor bigint)
    ), opening as materialized (
      select new_id() as id where exists (select from line)
    ), made as (
      insert into journal (company_id, id, account_id, kind, effective_at)
      select ${companyId}, id, ${accountId}, 'opening', ${beginsAt}
      from opening
    ), posted as (
      insert into posting (company_id, journal_id, book, currency, amount_minor)
      select ${companyId}, o.id, l.book, l.currency, l.minor from opening o cross join line l
    )
    insert into ledger_balance as b (company_id, account_id, currency, book, balance_minor)
    select ${companyId}, ${accountId}, currency, book, minor from line order by currency, book
    on conflict (company_id, account_id, currency, book)
    do update set balance_minor = b.balance_minor + excluded.balance_minor`.execute(db)
}

/**
 * A row of PayPal's whose money, `was`, was in the balance when the books began; `net` is what it
 * has moved, as PayPal now says.
 */
export type OpeningRow = {
  id: string
  code: string
  at: string
  gross: number
  currency: string
  was: number
  net: number
  pending: boolean
  updated: string
}

/**
 * Remembers these rows. If one has changed since the books began, the change is posted as a
 * journal of its own.
 */
export async function postOpeningRows(
  db: Db,
  { companyId, accountId }: AccountRef,
  rows: OpeningRow[],
): Promise<void> {
  if (rows.length === 0) return
  await lockBooks(db, [accountId])
  await sql`
    with told as materialized (
      select * from jsonb_to_recordset(${toJsonb(rows)}::jsonb)
        as t (
          id text, code text, at timestamptz, gross bigint, currency text, was bigint, net bigint,
          pending boolean, updated timestamptz
        )
    ), held as materialized (
      select t.*, t.net - coalesce(o.net_minor, t.was) as delta, new_id() as journal_id
      from told t
      left join opening_row o on o.company_id = ${companyId}
        and o.account_id = ${accountId}
        and o.provider_transaction_id = t.id
        and o.event_code = t.code
        and o.occurred_at = t.at
        and o.gross_minor = t.gross and o.currency = t.currency
      where coalesce(o.provider_updated_at <= t.updated, true)
    ), written as (
      insert into opening_row as o (
        company_id, account_id, provider_transaction_id, event_code, occurred_at, gross_minor,
        currency, opening_minor, net_minor, pending, provider_updated_at
      )
      select ${companyId}, ${accountId}, id, code, at, gross, currency, was, net, pending, updated
      from told
      on conflict (
        company_id, account_id, provider_transaction_id, event_code, occurred_at, gross_minor,
        currency
      )
      do update
        set net_minor = excluded.net_minor,
          pending = excluded.pending,
          provider_updated_at = excluded.provider_updated_at
        where o.provider_updated_at <= excluded.provider_updated_at
    ), journals as (
      insert into journal (company_id, id, account_id, kind, effective_at)
      select ${companyId}, journal_id, ${accountId}, 'correction', updated
      from held
      where delta <> 0
    ), line as materialized (
      select h.journal_id, h.currency, b.book, b.minor from held h
      cross join lateral (values ('balance', h.delta), ('opening', -h.delta)) b (book, minor)
      where h.delta <> 0
    ), posted as (
      insert into posting (company_id, journal_id, book, currency, amount_minor)
      select ${companyId}, journal_id, book, currency, minor from line
    )
    insert into ledger_balance as l (company_id, account_id, currency, book, balance_minor)
    select ${companyId}, ${accountId}, currency, book, sum(minor)
    from line
    group by currency, book
    order by currency, book
    on conflict (company_id, account_id, currency, book)
    do update set balance_minor = l.balance_minor + excluded.balance_minor`.execute(db)
}

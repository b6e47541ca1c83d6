import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../lib/db.ts'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()

type Row = {
  class?: string
  code?: string
  status?: string
  gross: number
  fee?: number
  currency?: string
}

async function world() {
  const admin = await make.admin(t)
  const accountId = await make.paypalAccount(t, admin.companyId)
  const add = (rows: Row[]) =>
    t.in(admin.companyId, async (db) => {
      const { rows: made } = await sql<{ id: string }>`
        insert into paypal_transaction (
          company_id, account_id, provider_transaction_id, event_code, class, status, currency,
          gross_minor, fee_minor, occurred_at, provider_updated_at, first_seen_via
        )
        select ${admin.companyId}, ${accountId}, new_id()::text, r.code, r.class, r.status,
          r.currency, r.gross, r.fee, now(), now(), 'sync'
        from jsonb_to_recordset(
          ${JSON.stringify(rows.map((row) => ({ code: 'T0000', class: 'payment', status: 'S', fee: 0, currency: 'USD', ...row })))}::jsonb
        )
          as r (code text, class text, status text, gross bigint, fee bigint, currency text)
          returning id`.execute(db)
      return made.map(({ id }) => id)
    })
  const change = (id: string, what: string) =>
    t.in(admin.companyId, (db) =>
      sql`update paypal_transaction set ${sql.raw(what)} where id = ${id}`.execute(db),
    )
  const books = () => t.in(admin.companyId, (db) => balances(db))
  return { admin, add, change, books }
}

async function balances(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ key: string; kept: number; summed: number }>`
    select l.currency || ' ' || l.book as key, l.balance_minor as kept,
      (
        select coalesce(sum(p.amount_minor), 0)::bigint
        from posting p
        where p.currency = l.currency and p.book = l.book
      ) as summed
    from ledger_balance l where l.balance_minor <> 0 order by 1`.execute(db)
  for (const { kept, summed } of rows) expect(kept).toBe(summed)
  return Object.fromEntries(rows.map(({ key, kept }) => [key, kept]))
}

test('a payment with its fee, a withdrawal, a hold and its release and a conversion are each in their books', async () => {
  const w = await world()
  await w.add([{ gross: 10_000, fee: -470 }])
  await w.add([
    { gross: -5000, class: 'transfer', code: 'T0403' },
    { gross: -1000, class: 'hold', code: 'T1110' },
    { gross: -2000, class: 'conversion', code: 'T0200' },
    { gross: 1800, class: 'conversion', code: 'T0200', currency: 'EUR' },
    { gross: -800, class: 'fee', code: 'T0114' },
  ])
  expect(await w.books()).toEqual({
    'EUR balance': 1800,
    'EUR converted': -1800,
    'USD balance': 730,
    'USD converted': 2000,
    'USD fees': 1270,
    'USD transferredOut': 5000,
    'USD unexplained': -10_000,
    'USD withheld': 1000,
  })
})

test('another journal corrects a row that changes, and a match moves a row between books', async () => {
  const w = await world()
  const [id = ''] = await w.add([{ gross: 10_000, status: 'P' }])
  expect(await w.books()).toEqual({})
  await w.change(id, `status = 'S', fee_minor = -470`)
  expect(await w.books()).toEqual({
    'USD balance': 9530,
    'USD fees': 470,
    'USD unexplained': -10_000,
  })
  await w.change(id, `matched_minor = 6000, match_state = 'manual'`)
  expect(await w.books()).toEqual({
    'USD balance': 9530,
    'USD fees': 470,
    'USD received': -6000,
    'USD unexplained': -4000,
  })
  await w.change(id, `matched_minor = 0, match_state = 'ignored'`)
  expect(await w.books()).toEqual({ 'USD balance': 9530, 'USD fees': 470, 'USD setAside': -10_000 })
  await w.change(id, `status = 'D'`)
  expect(await w.books()).toEqual({})
  const { rows } = await t.in(w.admin.companyId, (db) =>
    sql<{ kind: string }>`select kind from journal order by posted_at, id`.execute(db),
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['change', 'match', 'match', 'change'])
})

test('the database refuses a journal that does not add up, and any change of the books', async () => {
  const w = await world()
  await w.add([{ gross: 500 }])
  const run = (statement: string) => t.in(w.admin.companyId, (db) => sql.raw(statement).execute(db))
  await expect(
    run(
      `insert into posting (company_id, journal_id, book, currency, amount_minor)
       select company_id, new_id(), 'balance', 'USD', 5
       from journal`,
    ),
  ).rejects.toThrow(/out of balance by 5 USD/)
  await expect(
    run(`insert into posting (company_id, journal_id, book, currency, amount_minor)
      select company_id, id, v.book, v.currency, v.amount
      from journal,
        (values ('opening', 'USD', 5), ('converted', 'EUR', -5)) v (book, currency, amount)`),
  ).rejects.toThrow(/out of balance/)
  for (const statement of [
    `update posting set amount_minor = 1`,
    `delete from posting`,
    `update journal set kind = 'row'`,
    `delete from journal`,
  ])
    await expect(run(statement)).rejects.toThrow(/permission denied/)
})

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inCompany } from '../../lib/db.ts'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { addTransactions } from '../../test/world/transactions.ts'
import { lockBooks, type OpeningRow, postOpening, postOpeningRows } from './ledger.ts'

const t = testApp()

const row = {
  status: 'S',
  class: 'payment',
  state: 'unmatched',
  gross: 10_000,
  fee: -398,
  matched: 0,
}

/** Each row's books and what it moves in them: their sum is nothing, whatever the row. */
test.each<[string, Partial<typeof row>, Record<string, number>]>([
  ['a payment', {}, { balance: 9602, fees: 398, unexplained: -10_000 }],
  [
    'a payment that bills explain',
    { state: 'manual', matched: 10_000 },
    { balance: 9602, fees: 398, received: -10_000 },
  ],
  [
    'a payment that a bill explains in part',
    { state: 'manual', matched: 4000 },
    { balance: 9602, fees: 398, unexplained: -6000, received: -4000 },
  ],
  [
    'a payment that was set aside',
    { state: 'ignored' },
    { balance: 9602, fees: 398, setAside: -10_000 },
  ],
  [
    'a payment that was reversed later',
    { status: 'V' },
    { balance: 9602, fees: 398, unexplained: -10_000 },
  ],
  ['a payment that is pending', { status: 'P' }, {}],
  ['a payment that was denied', { status: 'D' }, {}],
  ['a refund', { class: 'refund', gross: -500, fee: 0 }, { balance: -500, unexplained: 500 }],
  [
    'a fee',
    { class: 'fee', gross: -800, fee: 0, state: 'notNeeded' },
    { balance: -800, fees: 800 },
  ],
  [
    'a hold',
    { class: 'hold', gross: -1000, fee: 0, state: 'notNeeded' },
    { balance: -1000, withheld: 1000 },
  ],
  [
    'a withdrawal',
    { class: 'transfer', gross: -5000, fee: -50, state: 'notNeeded' },
    { balance: -5050, fees: 50, transferredOut: 5000 },
  ],
  [
    'a conversion',
    { class: 'conversion', gross: -2000, fee: 0, state: 'notNeeded' },
    { balance: -2000, converted: 2000 },
  ],
])('%s', async (_, values, expected) => {
  const { status, class: kind, state, gross, fee, matched } = { ...row, ...values }
  const lines = await t.owner<{ book: string; minor: number }>(
    'select book, amount_minor::int as minor from books_of($1, $2, $3, $4, $5, $6)',
    [status, kind, state, gross, fee, matched],
  )
  expect(Object.fromEntries(lines.map(({ book, minor }) => [book, minor]))).toEqual(expected)
  expect(lines.reduce((sum, { minor }) => sum + minor, 0)).toBe(0)
})

async function account() {
  const { companyId } = await make.admin(t)
  const ref = { companyId, accountId: await make.paypalAccount(t, companyId) }
  const books = async () => {
    const rows = await t.owner<{ book: string; minor: number }>(
      'select book, balance_minor::int as minor from ledger_balance where company_id = $1 order by 1',
      [companyId],
    )
    return Object.fromEntries(rows.map(({ book, minor }) => [book, minor]))
  }
  return { ...ref, ref, books }
}

test('the database refuses a journal that is out of balance, in each currency for itself', async () => {
  const { companyId, accountId } = await account()
  const post = (lines: [string, string, number][]) =>
    t.in(companyId, (db) =>
      sql`
        with j as (
          insert into journal (company_id, account_id, kind, effective_at)
          values (${companyId}, ${accountId}, 'opening', now())
          returning id
        )
        insert into posting (company_id, journal_id, book, currency, amount_minor)
        select ${companyId}, j.id, l.book, l.currency, l.minor from j, jsonb_to_recordset(${JSON.stringify(
          lines.map(([book, currency, minor]) => ({ book, currency, minor })),
        )}::jsonb) as l (book text, currency text, minor bigint)`.execute(db),
    )
  await expect(
    post([
      ['balance', 'USD', 5],
      ['opening', 'USD', -4],
    ]),
  ).rejects.toThrow('out of balance by 1 USD')
  await expect(
    post([
      ['balance', 'USD', 5],
      ['opening', 'EUR', -5],
    ]),
  ).rejects.toThrow('out of balance')
  await post([
    ['balance', 'USD', 5],
    ['opening', 'USD', -5],
    ['balance', 'EUR', 7],
    ['opening', 'EUR', -7],
  ])
})

const old = (values: Partial<OpeningRow> = {}) =>
  ({
    id: 'OLD',
    code: 'T0006',
    at: '2026-01-01T00:00:00Z',
    gross: 900,
    currency: 'USD',
    was: 900,
    net: 900,
    pending: false,
    updated: '2026-01-01T00:00:05Z',
    ...values,
  }) as OpeningRow

test('of a row of the opening balance only what changes is posted, and an older version changes nothing', async () => {
  const w = await account()
  const tell = (row: OpeningRow) => t.in(w.companyId, (db) => postOpeningRows(db, w.ref, [row]))
  const opening = [
    { currency: 'USD', book: 'balance' as const, minor: 900 },
    { currency: 'USD', book: 'opening' as const, minor: -900 },
  ]
  // A row that came by an event stands in the books before they are opened.
  await t.owner(`insert into ledger_balance values ($1, $2, 'USD', 'balance', 100)`, [
    w.companyId,
    w.accountId,
  ])
  await t.in(w.companyId, (db) => postOpening(db, w.ref, new Date('2026-01-02T00:00:00Z'), opening))
  expect(await w.books()).toEqual({ balance: 1000, opening: -900 })
  await tell(old())
  expect(await w.books()).toEqual({ balance: 1000, opening: -900 })
  await tell(old({ net: 0, updated: '2026-01-03T00:00:00Z' }))
  expect(await w.books()).toEqual({ balance: 100, opening: 0 })
  await tell(old())
  expect(await w.books()).toEqual({ balance: 100, opening: 0 })
  // What the older one said must not count as known either, or the next telling would be
  // taken for a change.
  await tell(old({ net: 0, updated: '2026-01-03T00:00:00Z' }))
  expect(await w.books()).toEqual({ balance: 100, opening: 0 })
  await tell(old({ net: 300, updated: '2026-01-04T00:00:00Z' }))
  expect(await w.books()).toEqual({ balance: 400, opening: -300 })
  const corrections = await t.owner(
    `select j.effective_at, p.amount_minor::int as minor
     from journal j
     join posting p on p.journal_id = j.id
     where j.company_id = $1 and j.kind = 'correction' and p.book = 'balance' order by 1`,
    [w.companyId],
  )
  expect(corrections).toEqual([
    { effective_at: new Date('2026-01-03T00:00:00Z'), minor: -900 },
    { effective_at: new Date('2026-01-04T00:00:00Z'), minor: 300 },
  ])
})

test('whoever holds an account’s books makes the next one wait', async () => {
  const { companyId, accountId } = await account()
  const order: string[] = []
  let held: () => void = () => {}
  const taken = new Promise<void>((resolve) => {
    held = resolve
  })
  const first = inCompany(t.pool, companyId, async (db) => {
    await lockBooks(db, [accountId])
    held()
    await sleep(300)
    order.push('first')
  })
  await taken
  await inCompany(t.pool, companyId, async (db) => {
    await lockBooks(db, [accountId])
    order.push('second')
  })
  await first
  expect(order).toEqual(['first', 'second'])
})

test('a row that comes late is in what the books had at a later moment that was asked about, and at no earlier one', async () => {
  const { companyId } = await make.operator(t)
  const accountId = await make.paypalAccount(t, companyId)
  await t.owner(
    `insert into balance_at (company_id, account_id, as_of, currency, paypal_minor, ledger_minor)
     values ($1, $2, '2026-03-01', 'USD', 0, 0)`,
    [companyId, accountId],
  )
  for (const at of ['2026-02-10T10:00:00Z', '2026-03-10T10:00:00Z']) {
    await addTransactions(t, companyId, [{ accountId, gross: 10_000, fee: -398, at }])
    expect(
      await t.owner('select ledger_minor::int as minor from balance_at where account_id = $1', [
        accountId,
      ]),
    ).toEqual([{ minor: 9602 }])
  }
})

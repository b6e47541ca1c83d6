// @module-tag slow

import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { toldRow } from '../../test/told.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { applyRows, type ToldRow } from './transaction.ts'

const t = testApp()
const migrations = new URL('../../../../../db/migrations', import.meta.url).pathname

/** What stands in the books for each row, book and moment, however many journals it took. */
type Effect = { id: string; book: string; at: string; minor: number }

async function world() {
  const { companyId } = await make.admin(t)
  const accountId = await make.paypalAccount(t, companyId)
  const apply = (rows: ToldRow[], via: 'event' | 'sync' = 'sync') =>
    t.in(companyId, (db) => applyRows(db, companyId, rows, via))
  const effects = () =>
    t.in(companyId, async (db) => {
      const { rows } = await sql<Effect>`
        select t.provider_transaction_id as id, p.book, j.effective_at as at,
          sum(p.amount_minor)::bigint as minor
        from journal j
        join posting p on p.journal_id = j.id
        join paypal_transaction t on t.id = j.transaction_id
        group by 1, 2, 3 having sum(p.amount_minor) <> 0 order by 1, 2, 3`.execute(db)
      return rows
    })
  const moved = async () =>
    t.in(companyId, async (db) => {
      const { rows } = await sql<{ id: string; at: string | null }>`
        select provider_transaction_id as id, moved_at as at
        from paypal_transaction
        order by 1`.execute(db)
      return Object.fromEntries(rows.map(({ id, at }) => [id, at]))
    })
  return { companyId, accountId, apply, effects, moved }
}

const began = '2026-06-20T08:00:00.000Z'
const later = '2026-07-05T09:00:00.000Z'
const payment = (accountId: string, values: Partial<ToldRow> = {}) =>
  toldRow(accountId, {
    providerTransactionId: 'PAY',
    occurredAt: began,
    providerUpdatedAt: later,
    ...values,
  })
const refund = (accountId: string, values: Partial<ToldRow> = {}) =>
  toldRow(accountId, {
    providerTransactionId: 'BACK',
    eventCode: 'T1107',
    grossMinor: -10_000,
    feeMinor: 0,
    referenceId: 'PAY',
    referenceType: 'TXN',
    occurredAt: later,
    providerUpdatedAt: later,
    ...values,
  })

test.each([
  ['in one page', [[0, 1]]],
  ['refund first', [[1], [0]]],
  ['payment first', [[0], [1]]],
  ['twice', [[0], [1], [0, 1], [1, 0]]],
])(
  'a payment that was refunded in the next month before it was first read moved when it began: %s',
  async (_, batches) => {
    const w = await world()
    const rows = [payment(w.accountId, { status: 'V' }), refund(w.accountId)]
    for (const batch of batches) await w.apply(batch.map((n) => rows[n] as ToldRow))
    expect(await w.moved()).toEqual({ PAY: began, BACK: later })
    expect(await w.effects()).toEqual([
      { id: 'BACK', book: 'balance', at: later, minor: -10_000 },
      { id: 'BACK', book: 'unexplained', at: later, minor: 10_000 },
      { id: 'PAY', book: 'balance', at: began, minor: 9602 },
      { id: 'PAY', book: 'fees', at: began, minor: 398 },
      { id: 'PAY', book: 'unexplained', at: began, minor: -10_000 },
    ])
    expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
  },
)

test('a refund that took its time dates the payment by the day on which it was done', async () => {
  const w = await world()
  await w.apply([refund(w.accountId, { occurredAt: '2026-07-02T00:00:00.000Z' })])
  await w.apply([payment(w.accountId, { status: 'V' })])
  expect(await w.moved()).toEqual({ PAY: began, BACK: later })
})

test('money that was told as pending moved when it was first told as settled, whatever refers to it', async () => {
  const w = await world()
  const cleared = '2026-06-24T08:00:00.000Z'
  await w.apply([payment(w.accountId, { status: 'P', feeMinor: 0, providerUpdatedAt: began })])
  expect(await w.moved()).toEqual({ PAY: null })
  await w.apply([payment(w.accountId, { providerUpdatedAt: cleared })])
  await w.apply([payment(w.accountId, { status: 'V' }), refund(w.accountId)])
  expect(await w.moved()).toEqual({ PAY: cleared, BACK: later })
})

test('a row that nothing refers to moved at its last date; a conversion and a fee of that moment are part of it', async () => {
  const w = await world()
  const leg = { occurredAt: later, referenceId: 'PAY', feeMinor: 0 }
  await w.apply([payment(w.accountId)])
  await w.apply([
    toldRow(w.accountId, {
      ...leg,
      providerTransactionId: 'FX',
      eventCode: 'T0200',
      grossMinor: -9602,
    }),
    toldRow(w.accountId, {
      ...leg,
      providerTransactionId: 'FEE',
      eventCode: 'T0106',
      grossMinor: -2000,
    }),
  ])
  expect((await w.moved()).PAY).toBe(later)
})

test('a chargeback that was reversed later moved when it began, whether its reversal names it or the payment', async () => {
  for (const referenceId of ['PAY', 'CHARGE']) {
    const w = await world()
    const values = { eventCode: 'T1201', grossMinor: -5000, feeMinor: 0 }
    const charge = payment(w.accountId, {
      ...values,
      providerTransactionId: 'CHARGE',
      referenceId: 'PAY',
      status: 'V',
    })
    const back = toldRow(w.accountId, {
      eventCode: 'T1202',
      grossMinor: 5000,
      feeMinor: 0,
      referenceId,
      occurredAt: later,
    })
    await w.apply([charge])
    await w.apply([back])
    expect((await w.moved()).CHARGE).toBe(began)
  }
})

test('a row of another account that bears the same id and date is no reason', async () => {
  const w = await world()
  const other = await make.paypalAccount(t, w.companyId)
  await w.apply([payment(w.accountId), refund(other)])
  expect((await w.moved()).PAY).toBe(later)
})

test('what PayPal denies after it was settled leaves the books when PayPal says so', async () => {
  const w = await world()
  await w.apply([payment(w.accountId, { providerUpdatedAt: began })])
  await w.apply([payment(w.accountId, { status: 'D' })])
  expect(await w.moved()).toEqual({ PAY: null })
  expect((await w.effects()).filter(({ book }) => book === 'balance')).toEqual([
    { id: 'PAY', book: 'balance', at: began, minor: 9602 },
    { id: 'PAY', book: 'balance', at: later, minor: -9602 },
  ])
})

test.each(['P', 'D'] as const)(
  'what moves again after it was told as %s is posted when it moved again, not in the past',
  async (between) => {
    const w = await world()
    const [stopped, again] = ['2026-07-08T09:00:00.000Z', '2026-07-20T09:00:00.000Z']
    await w.apply([payment(w.accountId)])
    await w.apply([payment(w.accountId, { status: between, providerUpdatedAt: stopped })])
    await w.apply([payment(w.accountId, { providerUpdatedAt: again })])
    expect((await w.effects()).filter(({ book }) => book === 'balance')).toEqual([
      { id: 'PAY', book: 'balance', at: later, minor: 9602 },
      { id: 'PAY', book: 'balance', at: stopped, minor: -9602 },
      { id: 'PAY', book: 'balance', at: again, minor: 9602 },
    ])
    expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
  },
)

test('a row that an older release wrote meanwhile is dated anew from where it was posted', async () => {
  const w = await world()
  await w.apply([payment(w.accountId, { status: 'V' })])
  await t.owner(
    'update paypal_transaction set settled_at = null, moved_at = null where company_id = $1',
    [w.companyId],
  )
  await w.apply([payment(w.accountId, { status: 'V' }), refund(w.accountId)])
  expect((await w.effects()).filter(({ book }) => book === 'balance')).toEqual([
    { id: 'BACK', book: 'balance', at: later, minor: -10_000 },
    { id: 'PAY', book: 'balance', at: began, minor: 9602 },
  ])
  await t.owner(
    `update paypal_transaction
     set settled_at = null, moved_at = null
     where company_id = $1 and class = 'refund'`,
    [w.companyId],
  )
  await w.apply([
    refund(w.accountId, { status: 'V', providerUpdatedAt: '2026-07-20T09:00:00.000Z' }),
  ])
  expect(await w.moved()).toEqual({ PAY: began, BACK: later })
  expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
})

/**
 * The life of a payment as PayPal can tell it: it is settled at once or later, and perhaps refunded
 * or charged back at a later date.
 */
const life = fc.record({
  gross: fc.integer({ min: 1, max: 50_000 }),
  currency: fc.constantFrom('USD', 'EUR', 'JPY'),
  clearsAfter: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  followedAfter: fc.option(fc.integer({ min: 6, max: 40 }), { nil: undefined }),
  by: fc.constantFrom('T1107', 'T1201', 'T1110'),
  refundTakes: fc.integer({ min: 0, max: 3 }),
  /** Which of its versions PayPal is ever asked for. */
  told: fc.constantFrom('all', 'last', 'firstAndLast'),
})

type Life = typeof life extends fc.Arbitrary<infer T> ? T : never

function versionsOf(accountId: string, lives: Life[]): ToldRow[] {
  const day = (n: number) => new Date(Date.UTC(2026, 5, 1) + n * 86_400_000).toISOString()
  return lives.flatMap(
    ({ gross, currency, clearsAfter, followedAfter, by, refundTakes, told }, n) => {
      const row = {
        providerTransactionId: `PAY${n}`,
        grossMinor: gross,
        feeMinor: -Math.floor(gross / 30),
        currency,
        occurredAt: day(n),
      }
      const done = (followedAfter ?? 0) + refundTakes
      const versions: ToldRow[] = [
        ...(clearsAfter
          ? [toldRow(accountId, { ...row, status: 'P', feeMinor: 0, providerUpdatedAt: day(n) })]
          : []),
        toldRow(accountId, { ...row, providerUpdatedAt: day(n + (clearsAfter ?? 0)) }),
        ...(followedAfter
          ? [toldRow(accountId, { ...row, status: 'V', providerUpdatedAt: day(n + done) })]
          : []),
      ]
      const chosen =
        told === 'all'
          ? versions
          : told === 'last'
            ? versions.slice(-1)
            : [versions[0] as ToldRow, ...versions.slice(-1)]
      if (!followedAfter) return chosen
      const back = {
        providerTransactionId: `BACK${n}`,
        eventCode: by,
        grossMinor: -gross,
        feeMinor: 0,
        currency,
        referenceId: `PAY${n}`,
      }
      const follower = { ...back, occurredAt: day(n + followedAfter) }
      return [
        ...chosen,
        ...(refundTakes
          ? [
              toldRow(accountId, {
                ...follower,
                status: 'P',
                providerUpdatedAt: follower.occurredAt,
              }),
            ]
          : []),
        toldRow(accountId, { ...follower, providerUpdatedAt: day(n + done) }),
      ]
    },
  )
}

test('any order, batching and doubling of the versions ends with the same effect of each row on each book at each moment', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(life, { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 10 }),
      fc.infiniteStream(fc.nat()),
      async (lives, doubled, sizes, dice) => {
        const [w, other] = [await world(), await world()]
        await w.apply(versionsOf(w.accountId, lives))
        const versions = versionsOf(other.accountId, lives)
        const shuffled = versions
          .concat(doubled.map((n) => versions[n % versions.length] as ToldRow))
          .map((row) => ({ row, key: dice.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ row }) => row)
        for (let from = 0, n = 0; from < shuffled.length; n++) {
          const size = sizes[n % sizes.length] as number
          await other.apply(shuffled.slice(from, from + size))
          from += size
        }
        expect(await other.moved()).toEqual(await w.moved())
        expect(await other.effects()).toEqual(await w.effects())
      },
    ),
    { numRuns: 30, seed: 13 },
  )
  expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
}, 120_000)

test('rows that were posted before this was known are dated by their journals, and those of a refund’s date by their own', async () => {
  const w = await world()
  const insert = (
    id: string,
    code: string,
    status: string,
    gross: number,
    from: string,
    to: string,
    reference = '',
  ) =>
    t.owner(
      `insert into paypal_transaction (
         company_id, account_id, provider_transaction_id, event_code, class, status, currency,
         gross_minor, occurred_at, provider_updated_at, reference_id, first_seen_via, match_state
       )
       values (
         $1, $2, $3, $4, case $4 when 'T1107' then 'refund' else 'payment' end, $5, 'USD', $6, $7,
         $8, $9, 'sync', 'unmatched'
       )`,
      [w.companyId, w.accountId, id, code, status, gross, from, to, reference],
    )
  await insert('PAY', 'T0000', 'V', 900, began, later)
  await insert('BACK', 'T1107', 'S', -900, later, later, 'PAY')
  await insert('CLEARED', 'T0000', 'P', 500, began, began)
  await t.owner(
    `update paypal_transaction
     set status = 'S', provider_updated_at = $2
     where company_id = $1 and status = 'P'`,
    [w.companyId, later],
  )
  await insert('OPEN', 'T0000', 'P', 100, began, began)
  const [file] = readdirSync(migrations).filter((name) => name.endsWith('_moved.sql'))
  const text = readFileSync(`${migrations}/${file}`, 'utf8')
  await t.owner(
    text.slice(
      text.indexOf('-- The owner need not be above'),
      text.indexOf('create index paypal_transaction_doubt'),
    ),
  )
  expect(await w.moved()).toEqual({ BACK: later, CLEARED: later, OPEN: null, PAY: began })
  expect((await w.effects()).filter(({ book }) => book === 'balance')).toEqual([
    { id: 'BACK', book: 'balance', at: later, minor: -900 },
    { id: 'CLEARED', book: 'balance', at: later, minor: 500 },
    { id: 'PAY', book: 'balance', at: began, minor: 900 },
  ])
  const seen = await t.owner(
    `select provider_transaction_id as id, pending_at is not null as pending,
       settled_at is not null as settled
     from paypal_transaction
     where company_id = $1 order by 1`,
    [w.companyId],
  )
  expect(seen).toEqual([
    { id: 'BACK', pending: false, settled: true },
    { id: 'CLEARED', pending: true, settled: true },
    { id: 'OPEN', pending: true, settled: false },
    { id: 'PAY', pending: false, settled: true },
  ])
  expect((await verifyLedger(t.ownerUrl)).faults).toEqual([])
})

import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { toldRow } from '../../test/told.ts'
import { applyRows, type ToldRow } from './transaction.ts'

const t = testApp()

async function world() {
  const { companyId } = await make.admin(t)
  const accountId = await make.paypalAccount(t, companyId)
  const apply = (rows: ToldRow[], via: 'event' | 'sync' = 'sync') =>
    t.in(companyId, (db) => applyRows(db, companyId, rows, via))
  const rows = () =>
    t.in(companyId, async (db) => {
      const { rows } = await sql<Record<string, unknown>>`
        select t.provider_transaction_id, t.event_code, t.class, t.status, t.currency,
          t.gross_minor, t.fee_minor, t.payer_email, t.occurred_at, t.provider_updated_at,
          t.synced_at is not null as synced, t.first_seen_via, t.match_state, t.matched_minor,
          g.provider_transaction_id as of, r.raw
        from paypal_transaction t
        left join paypal_transaction g on g.id = t.group_id
        left join paypal_transaction_raw r on r.transaction_id = t.id
        order by 1, 2, 5, 6`.execute(db)
      return rows
    })
  const books = () =>
    t.in(companyId, async (db) => {
      const { rows } = await sql<{ key: string; minor: number }>`
        select currency || ' ' || book as key, balance_minor as minor
        from ledger_balance
        where balance_minor <> 0
        order by 1`.execute(db)
      return Object.fromEntries(rows.map(({ key, minor }) => [key, minor]))
    })
  return { companyId, accountId, apply, rows, books }
}

test('a row that comes again changes nothing; a real difference corrects it, and an older version never wins', async () => {
  const w = await world()
  const pending = toldRow(w.accountId, { status: 'P', feeMinor: 0 })
  const settled = {
    ...pending,
    status: 'S' as const,
    feeMinor: -398,
    providerUpdatedAt: '2026-06-02T08:00:00.000Z',
  }
  expect(await w.apply([pending])).toMatchObject({ newIds: [expect.any(String)], changedIds: [] })
  expect(await w.apply([pending])).toEqual({ newIds: [], changedIds: [], matchedIds: [] })
  expect(await w.books()).toEqual({})
  expect(await w.apply([settled, pending])).toMatchObject({
    newIds: [],
    changedIds: [expect.any(String)],
  })
  for (const again of [[pending], [settled], [pending, settled, pending]])
    expect((await w.apply(again)).changedIds).toEqual([])
  expect(await w.rows()).toMatchObject([{ status: 'S', feeMinor: -398 }])
  expect(await w.books()).toEqual({
    'USD balance': 9602,
    'USD fees': 398,
    'USD unexplained': -10_000,
  })
})

test('reporting adopts a row that an event told first, with its own code and date, and never doubles it; and the other way round', async () => {
  const w = await world()
  const event = toldRow(w.accountId, { eventCode: 'T0000' })
  const listed = {
    ...event,
    eventCode: 'T0006',
    occurredAt: '2026-06-01T07:59:58.000Z',
    payerEmail: 'ann@example.com',
  }
  await w.apply([event], 'event')
  expect(await w.rows()).toMatchObject([{ firstSeenVia: 'event', synced: false }])
  await w.apply([listed])
  const adopted = {
    eventCode: 'T0006',
    occurredAt: listed.occurredAt,
    synced: true,
    payerEmail: 'ann@example.com',
  }
  expect(await w.rows()).toMatchObject([{ ...adopted, firstSeenVia: 'event' }])
  await w.apply([event], 'event')
  expect(await w.rows()).toMatchObject([adopted])
  // A row that shares id, currency and amount with one that reporting has listed is another
  // row (paypal §6.1).
  await w.apply([{ ...listed, eventCode: 'T1900' }])
  expect(await w.rows()).toHaveLength(2)
  expect((await w.books())['USD balance']).toBe(2 * 9602)
})

test('a conversion belongs to the payment that it refers to, whichever comes first and in whatever batch', async () => {
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
  ]) {
    const w = await world()
    const payment = toldRow(w.accountId, { currency: 'EUR' })
    const leg = {
      referenceId: payment.providerTransactionId,
      referenceType: 'TXN',
      eventCode: 'T0200',
      feeMinor: 0,
    }
    const all = [
      payment,
      toldRow(w.accountId, { ...leg, currency: 'EUR', grossMinor: -9602 }),
      toldRow(w.accountId, { ...leg, currency: 'USD', grossMinor: 10_400 }),
    ]
    for (const n of order) await w.apply([all[n] as ToldRow])
    const rows = await w.rows()
    expect(
      rows
        .filter((row) => row.class === 'conversion')
        .map(({ of, matchState }) => [of, matchState]),
    ).toEqual([
      [payment.providerTransactionId, 'notNeeded'],
      [payment.providerTransactionId, 'notNeeded'],
    ])
    expect(await w.books()).toMatchObject({
      'USD balance': 10_400,
      'EUR converted': 9602,
      'USD converted': -10_400,
    })
  }
})

test('an event and a reading that tell the same payments at the same moment make one row of each', async () => {
  const w = await world()
  const events = Array.from({ length: 120 }, () => toldRow(w.accountId))
  const listed = events.map((row) => ({
    ...row,
    eventCode: 'T0006',
    occurredAt: '2026-06-01T07:59:59.000Z',
  }))
  const batches = (rows: ToldRow[], size: number) =>
    Array.from({ length: rows.length / size }, (_, n) => rows.slice(n * size, (n + 1) * size))
  await Promise.all([
    ...batches(events, 10).map((rows) => w.apply(rows, 'event')),
    ...batches(listed.toReversed(), 15).map((rows) => w.apply(rows)),
  ])
  const rows = await w.rows()
  expect(rows).toHaveLength(120)
  expect(rows.every(({ eventCode, synced }) => eventCode === 'T0006' && synced)).toBe(true)
  expect((await w.books())['USD balance']).toBe(120 * 9602)
})

const version = fc.record({
  status: fc.constantFrom('P', 'S', 'V', 'D' as const),
  second: fc.integer({ min: 0, max: 30 }),
})
const history = fc.record({
  gross: fc.integer({ min: -50_000, max: 50_000 }).filter((n) => n !== 0),
  code: fc.constantFrom('T0000', 'T0006', 'T1107', 'T0403', 'T1110', 'T0200', 'T0106'),
  currency: fc.constantFrom('USD', 'EUR', 'JPY'),
  refersTo: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  versions: fc.uniqueArray(version, {
    minLength: 1,
    maxLength: 4,
    selector: ({ status, second }) => `${second}${status}`,
  }),
})

test('any order, batching and doubling of the versions of any rows ends in the same rows and the same books', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(history, { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 5 })), { maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      async (histories, doubled, dice) => {
        const [w, other] = [await world(), await world()]
        const toldTo = (accountId: string) =>
          histories.flatMap(({ gross, code, currency, refersTo, versions }, n) =>
            versions.map(({ status, second }) =>
              toldRow(accountId, {
                providerTransactionId: `TX${n}`,
                grossMinor: gross,
                eventCode: code,
                currency,
                status,
                feeMinor: status === 'P' ? 0 : -second,
                referenceId: refersTo === undefined ? '' : `TX${refersTo}`,
                providerUpdatedAt: new Date(Date.UTC(2026, 5, 2, 8, 0, second)).toISOString(),
                raw: { version: `${second}${status}` },
              }),
            ),
          )
        await w.apply(toldTo(w.accountId))
        const versions = toldTo(other.accountId)
        const shuffled = versions
          .concat(doubled.map(([n]) => versions[n % versions.length] as ToldRow))
          .map((row) => ({ row, key: dice.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ row }) => row)
        for (let from = 0, n = 0; from < shuffled.length; n++) {
          const size = doubled[n]?.[2] ?? 2
          await other.apply(shuffled.slice(from, from + size))
          from += size
        }
        expect(await other.rows()).toEqual(await w.rows())
        expect(await other.books()).toEqual(await w.books())
      },
    ),
    { numRuns: 25 },
  )
}, 120_000)

// @module-tag slow

import type { CallInput } from '@paydesk/contract/lib/endpoint'
import {
  matchStates,
  type TransactionRow,
  transactionApi,
  transactionSorts,
  transactionStatuses,
} from '@paydesk/contract/money/transaction'
import { classOf, transactionClasses } from '@paydesk/contract/money/transactionCode'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { addTransactions, type NewTransaction } from '../../test/world/transactions.ts'

const t = testApp()
const timezone = 'America/New_York'
type Query = NonNullable<CallInput<typeof transactionApi.list>['query']>
type Seeded = Required<
  Pick<
    NewTransaction,
    | 'accountId'
    | 'gross'
    | 'fee'
    | 'code'
    | 'currency'
    | 'status'
    | 'matchState'
    | 'payerEmail'
    | 'at'
  >
> &
  Pick<NewTransaction, 'groupId' | 'invoiceId' | 'referenceId' | 'providerId'> & { id: string }
let finance: TestUser
let accounts: string[]
let all: Seeded[]

/** A seeded sequence, so that a failure can be repeated. */
let state = 7
const pick = <T>(from: readonly T[]): T => {
  state = (state * 1103515245 + 12345) % 2147483648
  return from[Math.floor((state / 2147483648) * from.length)] as T
}
const day = (at: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(new Date(at))
const codes = [
  'T0006',
  'T0006',
  'T0006',
  'T0006',
  'T1107',
  'T0200',
  'T0114',
  'T0400',
  'T1110',
  'T1201',
  'T1106',
]
const states = ['auto', 'auto', 'auto', 'unmatched', 'manual', 'ignored'] as const

beforeAll(async () => {
  const companyId = await make.company(t, { timezone })
  finance = await make.user(t, { companyId, roles: ['Finance'] })
  accounts = [
    await make.paypalAccount(t, companyId, { label: 'A1' }),
    await make.paypalAccount(t, companyId, { label: 'A2' }),
  ]
  const start = Date.parse('2025-01-01T00:00:00Z')
  const rows = Array.from({ length: 2400 }, (_, index) => {
    const gross = pick([1000, 2500, -700, 99])
    const code = pick(codes)
    return {
      accountId: pick(accounts),
      gross,
      fee: pick([0, -30]),
      code,
      currency: pick(['USD', 'USD', 'EUR', 'JPY']),
      status: pick(['S', 'S', 'S', 'S', 'V', 'P', 'D']),
      matchState: ['fee', 'conversion', 'transfer', 'hold'].includes(classOf(code, gross))
        ? 'notNeeded'
        : pick(states),
      payerEmail: pick(['', 'Anna@kunde.example', 'bob@shop.example', `x${index}@many.example`]),
      // One pair every 3 hours and a bit, so that some lie on either side of each midnight; the two
      // of a pair share a moment.
      at: new Date(start + Math.floor(index / 2) * 11_111_000).toISOString(),
      providerId: `ID${String(index).padStart(6, '0')}`,
      ...(index % 97 === 0 && { invoiceId: `CX-${index}` }),
      ...(index % 89 === 0 &&
        index > 0 && { referenceId: `ID${String(index - 1).padStart(6, '0')}` }),
    }
  })
  const ids = await addTransactions(t, companyId, rows)
  const grouped = rows.map((row, index) => ({
    ...row,
    id: ids[index] as string,
    ...(index % 10 === 3 && { groupId: ids[index - 1] as string }),
  }))
  const pairs = grouped.flatMap(({ id, groupId }) => (groupId ? [{ id, groupId }] : []))
  await t.owner(
    `update paypal_transaction t
     set group_id = p."groupId"
     from json_to_recordset($1) as p (id uuid, "groupId" uuid)
     where t.id = p.id`,
    [JSON.stringify(pairs)],
  )
  all = grouped.sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id))
  await t.owner('analyze')
}, 60_000)

function inOrder(rows: Seeded[], sort: Query['sort'] = '-time'): Seeded[] {
  const key = (row: Seeded) => (sort.endsWith('gross') ? row.gross : Date.parse(row.at))
  const up = (a: Seeded, b: Seeded) => key(a) - key(b) || a.id.localeCompare(b.id)
  return rows.toSorted((a, b) => (sort.startsWith('-') ? up(b, a) : up(a, b)))
}

function naive(query: Query, { every = false } = {}): Seeded[] {
  const { accountId, class: kind, status, matchState, currency, from, to, keyword } = query
  const folded = !every && !kind && !matchState && !keyword
  const passing = all.filter(
    (row) =>
      (!accountId || row.accountId === accountId) &&
      (!kind || classOf(row.code, row.gross) === kind) &&
      (!status || row.status === status) &&
      (!matchState || row.matchState === matchState) &&
      (!currency || row.currency === currency) &&
      (!from || day(row.at) >= from) &&
      (!to || day(row.at) <= to) &&
      (!folded || !row.groupId),
  )
  if (!keyword) return inOrder(passing, query.sort)
  const word = keyword.toUpperCase()
  const named = passing.filter((row) =>
    [row.providerId, row.invoiceId, row.referenceId].includes(word),
  )
  return named.length > 0
    ? named
    : passing.filter((row) => row.payerEmail.toLowerCase().startsWith(keyword.toLowerCase()))
}

const days = ['2025-01-01', '2025-03-09', '2025-03-10', '2025-05-05', '2025-10-26']
const anyQuery = fc.record(
  {
    accountId: fc.nat(1),
    class: fc.constantFrom(...transactionClasses),
    status: fc.constantFrom(...transactionStatuses),
    matchState: fc.constantFrom(...matchStates),
    currency: fc.constantFrom('USD', 'EUR', 'JPY', 'GBP'),
    from: fc.constantFrom(...days),
    to: fc.constantFrom(...days),
    keyword: fc.constantFrom(
      'ANNA@',
      'bob',
      'x1',
      'x',
      'nobody',
      'id000097',
      'CX-194',
      'ID000088',
      'ID001000',
    ),
    current: fc.constantFrom(1, 2, 9),
    sort: fc.constantFrom(...transactionSorts),
  },
  { requiredKeys: [] },
)
const toQuery = ({
  accountId,
  ...rest
}: typeof anyQuery extends fc.Arbitrary<infer Q> ? Q : never) =>
  ({
    ...rest,
    ...(rest.sort?.endsWith('gross') && { currency: rest.currency ?? 'USD' }),
    ...(accountId !== undefined && { accountId: accounts[accountId] as string }),
  }) as Query

test('every filter, alone and combined, gives the same as reading every row', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuery, async (drawn) => {
      const query = toQuery(drawn)
      const { status, body } = await t.as(finance).call(transactionApi.list, { query })
      expect(status, JSON.stringify(body)).toBe(200)
      const { list, total, totalIsExact } = body.data as {
        list: TransactionRow[]
        total: number
        totalIsExact: boolean
      }
      const expected = naive(query)
      const offset = (((query.current as number) ?? 1) - 1) * 10
      expect(list.map(({ id }) => id)).toEqual(
        expected.slice(offset, offset + 10).map(({ id }) => id),
      )
      expect([total, totalIsExact]).toEqual([expected.length, true])
    }),
    { numRuns: 300, seed: 3 },
  )
}, 120_000)

test.each(transactionSorts)(
  'in the order %s, page after page and back gives what one long list does',
  async (sort) => {
    for (const filter of [
      { currency: 'USD' },
      { currency: 'EUR', class: 'refund' },
      { currency: 'USD', matchState: 'unmatched' },
    ] as const) {
      const query: Query = { ...filter, sort, pageSize: 15 }
      const expected = naive(query).map(({ id }) => id)
      const read = async (from: object) => {
        const { body } = await t
          .as(finance)
          .call(transactionApi.list, { query: { ...query, ...from } })
        const { list, total } = body.data as { list: TransactionRow[]; total: number }
        expect(total).toBe(expected.length)
        return list.map(({ id }) => id)
      }
      const at = Math.floor(expected.length / 2)
      expect(await read({ after: expected[at] as string })).toEqual(expected.slice(at + 1, at + 16))
      expect(await read({ before: expected[at] as string })).toEqual(
        expected.slice(Math.max(0, at - 15), at),
      )
      expect(await read({ after: expected.at(-1) as string })).toEqual([])
    }
  },
)

test('the sums are those of the rows that moved money, to the day of the company’s calendar', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuery, async (drawn) => {
      const { current: _, sort: _sort, ...query } = toQuery(drawn)
      const { status, body } = await t.as(finance).call(transactionApi.totals, { query })
      expect(status, JSON.stringify(body)).toBe(200)
      const moved = naive(query, { every: true }).filter(
        (row) => row.status === 'S' || row.status === 'V',
      )
      const expected = [...Map.groupBy(moved, ({ currency }) => currency)].map(
        ([currency, rows]) => {
          const grossMinor = rows.reduce((sum, { gross }) => sum + gross, 0)
          const feeMinor = rows.reduce((sum, { fee }) => sum + fee, 0)
          const paymentMinor = rows.reduce(
            (sum, row) => sum + (classOf(row.code, row.gross) === 'payment' ? row.gross : 0),
            0,
          )
          return {
            currency,
            count: rows.length,
            grossMinor,
            paymentMinor,
            feeMinor,
            netMinor: grossMinor + feeMinor,
          }
        },
      )
      expected.sort((a, b) => b.count - a.count || a.currency.localeCompare(b.currency))
      expect(body.data).toEqual({ totals: expected, totalsAreExact: true })
    }),
    { numRuns: 300, seed: 5 },
  )
}, 120_000)

test('a converted payment is one row that shows the credited amount', async () => {
  const user = await make.user(t, { roles: ['Finance'] })
  const accountId = await make.paypalAccount(t, user.companyId)
  const [payment = ''] = await addTransactions(t, user.companyId, [
    { accountId, gross: 10_000, fee: -400, currency: 'EUR' },
  ])
  await addTransactions(t, user.companyId, [
    { accountId, gross: -9600, currency: 'EUR', code: 'T0200', groupId: payment },
    { accountId, gross: 10_176, currency: 'USD', code: 'T0200', groupId: payment },
  ])
  const { list, total } = (await t.as(user).call(transactionApi.list, {})).body.data as {
    list: TransactionRow[]
    total: number
  }
  expect(total).toBe(1)
  expect(list[0]).toMatchObject({
    id: payment,
    groupSize: 2,
    netMinor: 9600,
    credited: { amountMinor: 10_176, currency: 'USD' },
  })
})

test('a beginning that thousands of payers share fills the page from the newest rows, and the total says that there are more', async () => {
  const user = await make.user(t, { roles: ['Finance'] })
  const accountId = await make.paypalAccount(t, user.companyId)
  const rows = Array.from({ length: 2100 }, (_, index) => ({
    accountId,
    gross: 100,
    payerEmail: `pay${index}@x.example`,
    at: new Date(Date.parse('2025-01-01') + index * 60_000).toISOString(),
  }))
  const ids = await addTransactions(t, user.companyId, rows)
  const { list, totalIsExact } = (
    await t.as(user).call(transactionApi.list, { query: { keyword: 'PAY' } })
  ).body.data as {
    list: TransactionRow[]
    totalIsExact: boolean
  }
  expect(list.map(({ id }) => id)).toEqual(ids.slice(-10).reverse())
  expect(totalIsExact).toBe(false)
})

test('the search by payer sees only the company of its database transaction', async () => {
  const other = await make.company(t)
  await t.in(other, async (db) => {
    const { sql } = await import('kysely')
    const { rows } = await sql<{
      ids: string[]
    }>`select transactions_of_payer(${finance.companyId}, 'anna', 10000) as ids`.execute(db)
    expect(rows[0]?.ids).toEqual([])
  })
})

// @module-tag slow

import { type BillRow, billApi, billSorts, billTabs } from '@paydesk/contract/billing/bill'
import { billStatuses } from '@paydesk/contract/billing/billStatus'
import type { CallInput } from '@paydesk/contract/lib/endpoint'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../../../test/make.ts'
import { testApp } from '../../../test/testApp.ts'
import { indexBill, indexBills } from '../search.ts'
import { tabStatuses } from './filter.ts'

const t = testApp()
const timezone = 'Asia/Shanghai'
type Query = NonNullable<CallInput<typeof billApi.list>['query']>
type Seeded = {
  id: string
  number: string
  title: string
  customerId: string
  name: string
  email: string
  status: (typeof billStatuses)[number]
  ownerId: string
  accountId: string | null
  currency: string
  createdAt: string
  dueDate: string | null
  totalMinor: number
}
let people: Record<'finance' | 'boss' | 'member' | 'other', TestUser>
let all: Seeded[]
const day = (at: number | string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(new Date(at))

const words = [
  '样品费',
  '灯具',
  'LED',
  '尾款',
  '定制包装',
  '50%',
  'a_b',
  'Möbel',
  'deposit',
  'HP',
  '運費',
  'ü',
  '张',
  "O'Neill",
  '\\',
  '-',
]
const names = ['晨星贸易', 'Nordlys AS', '株式会社さくら', 'Blue Harbor', 'ЗАО Мир', '李']
/** A seeded sequence, so that a failure can be repeated. */
let state = 42
const pick = <T>(from: readonly T[]): T => {
  state = (state * 1103515245 + 12345) % 2147483648
  return from[Math.floor((state / 2147483648) * from.length)] as T
}

/**
 * There are more than the newest 4,000, so that both ways of searching are used; only the oldest
 * hold the rare words.
 */
beforeAll(async () => {
  const companyId = await make.company(t, { timezone })
  const boss = await make.operator(t, { companyId })
  const member = await make.operator(t, { companyId, parentId: boss.userId })
  const other = await make.operator(t, { companyId })
  people = { finance: await make.user(t, { companyId, roles: ['Finance'] }), boss, member, other }
  const accounts = await t.owner<{ id: string }>(
    `insert into paypal_account (company_id, label, email, environment)
     select $1, 'A' || i, 'a@a.example', 'sandbox'
     from generate_series(1, 2) i
     returning id`,
    [companyId],
  )
  const customers = await t.owner<{ id: string; name: string; email: string }>(
    `insert into customer (company_id, name, email, owner_id)
     select $1, n || ' ' || i, 'Pay' || i || '@Kunde-' || i % 7 || '.example', $3
     from unnest($2::text[]) with ordinality as x (n, i)
     returning id, name, email`,
    [companyId, names.flatMap((name) => Array(5).fill(name)), boss.userId],
  )
  const start = Date.parse('2024-01-01T00:00:00Z')
  const rows = Array.from({ length: 4600 }, (_, index) => {
    const customer = pick(customers)
    const created = start + index * 5 * 3_600_000
    return {
      number: `CX-${String(index).padStart(5, '0')}`,
      title:
        index < 300
          ? `${pick(words)} 罕见 zq${index % 3 ? '字' : ''}`
          : `${pick(words)}${pick(['', ' '])}${pick(words)}`,
      customerId: customer.id,
      name: customer.name,
      email: customer.email,
      status: pick(billStatuses),
      ownerId: pick([boss, member, other, other, other]).userId,
      accountId: pick([null, ...accounts.map(({ id }) => id)]),
      currency: pick(['USD', 'USD', 'JPY']),
      createdAt: new Date(created).toISOString(),
      dueDate: pick([null, day(created + 20 * 86_400_000), day(Date.now() + 86_400_000)]),
      // Many are equal, so that the order of equals is tested too.
      totalMinor: 100 * ((index * 37) % 50),
    }
  })
  const inserted = await t.owner<{ id: string }>(
    `insert into bill (
       company_id, number, title, customer_id, customer_name, status, owner_id, account_id,
       currency, created_at, due_date, total_minor, due_minor
     )
     select $1, r.number, r.title, r."customerId", r.name, r.status, r."ownerId", r."accountId",
       r.currency, r."createdAt", r."dueDate", r."totalMinor", 100
     from json_to_recordset($2) as r (
       number text, title text, "customerId" uuid, name text, status text, "ownerId" uuid,
       "accountId" uuid, currency text, "createdAt" timestamptz, "dueDate" date,
       "totalMinor" bigint
     )
     returning id`,
    [companyId, JSON.stringify(rows)],
  )
  all = rows.map((row, index) => ({ ...row, id: inserted[index]?.id as string })).reverse()
  await t.in(companyId, (db) =>
    indexBills(
      db,
      companyId,
      all.map(({ id }) => id),
    ),
  )
  await t.owner('analyze')
})

const isOverdue = ({ status, dueDate }: Seeded) =>
  tabStatuses.overdue.includes(status) && dueDate !== null && dueDate < day(Date.now())
const holds = ({ number, title, name, email }: Seeded, keyword: string) =>
  [number, title, name, email].some((text) => text.toLowerCase().includes(keyword.toLowerCase()))

const keyOf: Record<string, (bill: Seeded) => string | number> = {
  created: ({ createdAt }) => createdAt,
  due: ({ dueDate }) => dueDate ?? 'never',
  total: ({ totalMinor }) => totalMinor,
}
function inOrder(bills: Seeded[], sort: Query['sort'] = '-created'): Seeded[] {
  const key = keyOf[sort.replace('-', '')] as (bill: Seeded) => string | number
  const up = (a: Seeded, b: Seeded) =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id < b.id ? -1 : 1
  return bills.toSorted((a, b) => (sort.startsWith('-') ? up(b, a) : up(a, b)))
}

function naive(user: keyof typeof people, query: Query): Seeded[] {
  const seen = {
    finance: ['boss', 'member', 'other'],
    boss: ['boss', 'member'],
    member: ['member'],
    other: ['other'],
  } as const
  const owners = new Set(seen[user].map((name) => people[name].userId))
  const {
    tab = 'all',
    status,
    keyword,
    customerId,
    accountId,
    ownerId,
    currency,
    createdFrom,
    createdTo,
    dueFrom,
    dueTo,
  } = query
  const passing = all.filter(
    (bill) =>
      owners.has(bill.ownerId) &&
      tabStatuses[tab].includes(bill.status) &&
      (tab !== 'overdue' || isOverdue(bill)) &&
      (!status || bill.status === status) &&
      (!customerId || bill.customerId === customerId) &&
      (!accountId || bill.accountId === accountId) &&
      (!ownerId || bill.ownerId === ownerId) &&
      (!currency || bill.currency === currency) &&
      (!createdFrom || day(bill.createdAt) >= createdFrom) &&
      (!createdTo || day(bill.createdAt) <= createdTo) &&
      (!dueFrom || (bill.dueDate !== null && bill.dueDate >= dueFrom)) &&
      (!dueTo || (bill.dueDate !== null && bill.dueDate <= dueTo)),
  )
  if (!keyword) return inOrder(passing, query.sort)
  const byNumber = passing.find(
    ({ number }) => number === keyword || number === keyword.toUpperCase(),
  )
  return byNumber ? [byNumber] : passing.filter((bill) => holds(bill, keyword))
}

const keywords = ['灯', '灯具', '罕见', '见 zq', 'zq', 'zq字', 'q', 'z', '张', '李 3', '易', 'HP', 'hp', 'P', '%', '_', 'a_b', '50%', '\\', "o'n", 'ü', 'öb', 'MÖB', '@kunde-3', '7.ex', 'pay1',
  'ЗАО', 'мир', 'ми', 'さく', 'CX-00017', 'cx-00017', 'cx-0', '004', '-', '没有', 'nothing', 'xq', '§'] // biome-ignore format: one list
const days = ['2024-01-01', '2024-03-09', '2025-02-01', '2026-05-05', '2026-08-08']

const anyQuery = fc.record(
  {
    tab: fc.constantFrom(...billTabs),
    status: fc.constantFrom(...billStatuses),
    keyword: fc.constantFrom(...keywords),
    customerId: fc.nat(29),
    accountId: fc.nat(1),
    ownerId: fc.constantFrom('boss', 'member', 'other'),
    currency: fc.constantFrom('USD', 'JPY'),
    createdFrom: fc.constantFrom(...days),
    createdTo: fc.constantFrom(...days),
    dueFrom: fc.constantFrom(...days),
    dueTo: fc.constantFrom(...days),
    current: fc.constantFrom(1, 2, 7),
    sort: fc.constantFrom(...billSorts),
  },
  { requiredKeys: [] },
)
const toQuery = (drawn: typeof anyQuery extends fc.Arbitrary<infer Q> ? Q : never): Query => {
  const { customerId, accountId, ownerId, sort, ...rest } = drawn
  const ids = (key: 'customerId' | 'accountId') =>
    [...new Set(all.map((bill) => bill[key]).filter((id) => id !== null))].sort()
  return {
    ...rest,
    ...(sort && { sort }),
    ...(sort?.endsWith('total') && { currency: rest.currency ?? 'USD' }),
    ...(customerId !== undefined && { customerId: ids('customerId')[customerId] as string }),
    ...(accountId !== undefined && { accountId: ids('accountId')[accountId] as string }),
    ...(ownerId && { ownerId: people[ownerId as 'boss'].userId }),
  } as Query
}

async function compare(user: keyof typeof people, query: Query) {
  const { status, body } = await t.as(people[user]).call(billApi.list, { query })
  expect(status).toBe(200)
  const { list, total, totalIsExact } = body.data as {
    list: BillRow[]
    total: number
    totalIsExact: boolean
  }
  const expected = naive(user, query)
  const offset = (((query.current as number) ?? 1) - 1) * 10
  expect(list.map(({ number }) => number)).toEqual(
    expected.slice(offset, offset + 10).map(({ number }) => number),
  )
  if (totalIsExact) expect(total).toBe(expected.length)
  else expect([total > offset + list.length, total <= expected.length]).toEqual([true, true])
}

test('every filter, alone and combined, gives the same as reading every bill', async () => {
  const user = fc.constantFrom('finance' as const, 'boss' as const, 'member' as const)
  await fc.assert(
    fc.asyncProperty(user, anyQuery, (who, drawn) => compare(who, toQuery(drawn))),
    { numRuns: 400, seed: 7 },
  )
}, 120_000)

test.each(billSorts)(
  'in the order %s, page after page and back gives what one long list does',
  async (sort) => {
    for (const [user, filter] of [
      ['finance', {}],
      ['boss', { tab: 'outstanding' }],
      ['member', { status: 'sent' }],
    ] as const) {
      const query: Query = {
        ...filter,
        sort,
        pageSize: 25,
        ...(sort.endsWith('total') && { currency: 'USD' }),
      }
      const expected = naive(user, query).map(({ id }) => id)
      const read = async (from: object) => {
        const { body } = await t
          .as(people[user])
          .call(billApi.list, { query: { ...query, ...from } })
        const { list, total } = body.data as { list: BillRow[]; total: number }
        expect(total).toBe(expected.length)
        return list.map(({ id }) => id)
      }
      const first = await read({})
      const second = await read({ after: first.at(-1) as string, current: 2 })
      expect([first, second]).toEqual([expected.slice(0, 25), expected.slice(25, 50)])
      const middle = expected[Math.floor(expected.length / 2)] as string
      const at = expected.indexOf(middle)
      expect(await read({ after: middle })).toEqual(expected.slice(at + 1, at + 26))
      expect(await read({ before: middle })).toEqual(expected.slice(at - 25, at))
      expect(await read({ before: expected[3] as string })).toEqual(expected.slice(0, 3))
      expect(await read({ after: expected.at(-1) as string })).toEqual([])
    }
  },
)

test('amounts are put in order within one currency only', async () => {
  const { status, body } = await t
    .as(people.finance)
    .call(billApi.list, { query: { sort: '-total' } })
  expect([status, body.errorCode]).toEqual([422, 'request.invalid'])
})

test('a bill of another team is no place to read on from', async () => {
  const theirs = all.find(({ ownerId }) => ownerId === people.other.userId) as Seeded
  const { body } = await t.as(people.member).call(billApi.list, { query: { after: theirs.id } })
  expect((body.data as { list: BillRow[] }).list).toEqual([])
})

test.each(['finance', 'boss', 'member'] as const)(
  'every keyword gives %s the same as reading every bill, on every page',
  async (user) => {
    for (const keyword of keywords)
      for (const current of [1, 2]) await compare(user, { keyword, current })
    await compare(user, { keyword: 'P', current: 40 })
  },
  60_000,
)

test('the tabs’ figures equal those of the lists', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('finance' as const, 'boss' as const),
      anyQuery,
      async (who, drawn) => {
        const {
          tab: _tab,
          status: _status,
          current: _current,
          sort: _sort,
          ...query
        } = toQuery(drawn)
        const { body } = await t.as(people[who]).call(billApi.counts, { query })
        const { counts, countsAreExact } = body.data as {
          counts: Record<string, number>
          countsAreExact: boolean
        }
        const whole = naive(who, query)
        // A whole number finds only that bill, on whichever tab it is.
        const expected = Object.fromEntries(
          billTabs.map((tab) => [
            tab,
            whole.filter(
              (bill) =>
                tabStatuses[tab].includes(bill.status) && (tab !== 'overdue' || isOverdue(bill)),
            ).length,
          ]),
        )
        if (countsAreExact) expect(counts).toEqual(expected)
        else
          for (const tab of billTabs)
            expect(counts[tab]).toBeLessThanOrEqual(expected[tab] as number)
      },
    ),
    { numRuns: 150, seed: 11 },
  )
}, 60_000)

test('each tab’s figure stops at 10,001', async () => {
  const user = await make.operator(t)
  const { customerId } = await make.bill(t, user, { status: 'draft' })
  await t.owner(
    `insert into bill (
       company_id, number, customer_id, customer_name, currency, total_minor, due_minor, owner_id,
       status
     )
     select $1, 'M' || i, $2, 'C', 'USD', 1, 1, $3,
       case when i <= 10050 then 'paid' else 'sent' end
     from generate_series(1, 10060) i`,
    [user.companyId, customerId, user.userId],
  )
  for (const query of [{}, { customerId }]) {
    const { counts } = (await t.as(user).call(billApi.counts, { query })).body.data as {
      counts: Record<string, number>
    }
    expect(counts).toEqual({
      outstanding: 10,
      overdue: 0,
      draft: 1,
      paid: 10_001,
      refunded: 0,
      cancelled: 0,
      all: 10_001,
    })
  }
  expect((await t.as(user).call(billApi.list, { query: { tab: 'paid' } })).body.data).toMatchObject(
    { total: 10_000, totalIsExact: false },
  )
})

test('an owner whom the actor does not see has no bills for them', async () => {
  const { other, boss } = people
  expect(
    (await t.as(boss).call(billApi.list, { query: { ownerId: other.userId } })).body.data,
  ).toMatchObject({ total: 0, list: [] })
  expect(
    (await t.as(boss).call(billApi.counts, { query: { ownerId: other.userId } })).body.data,
  ).toMatchObject({ counts: { all: 0 } })
})

test('a row shows whether the bill was viewed and is busy, and where it can be paid', async () => {
  const user = await make.operator(t)
  const { id, customerId } = await make.bill(t, user, { status: 'sent' })
  const row = async () =>
    ((await t.as(user).call(billApi.list, {})).body.data as { list: BillRow[] }).list[0]
  expect(await row()).toMatchObject({ customerId, viewed: false, busy: false, payUrl: null })
  await t.owner(
    `update bill
     set viewed_at = now(), operation_id = new_id(), pay_url = 'https://pay.example/1'
     where id = $1`,
    [id],
  )
  expect(await row()).toMatchObject({ viewed: true, busy: true, payUrl: 'https://pay.example/1' })
})

test('a keyword finds the bill’s present text, once indexed, and the recipient’s own address', async () => {
  const user = await make.operator(t)
  const { companyId } = user
  const { id } = await make.bill(t, user, { title: 'Before', name: '旧名', email: 'old@x.example' })
  const found = async (keyword: string) =>
    ((await t.as(user).call(billApi.list, { query: { keyword } })).body.data as { total: number })
      .total
  expect(await Promise.all(['before', '旧名', 'OLD@'].map(found))).toEqual([1, 1, 1])
  await t.in(companyId, async (db) => {
    await db
      .updateTable('bill')
      .set({ title: 'After' })
      .where('companyId', '=', companyId)
      .where('id', '=', id)
      .execute()
    await db
      .updateTable('billContent')
      .set({ recipient: sql`'{"email":"new@x.example"}'::jsonb` })
      .where('companyId', '=', companyId)
      .where('billId', '=', id)
      .execute()
    await indexBill(db, companyId, id)
  })
  expect(await Promise.all(['before', 'after', 'old@', 'new@x'].map(found))).toEqual([0, 1, 0, 1])
})

test('the search by words sees only the company of its database transaction', async () => {
  const { companyId } = people.finance
  const ask = (inside: string, of: string) =>
    t.in(
      inside,
      async (db) =>
        (await sql`select * from find_bills_by_text(${of}, '灯具')`.execute(db)).rows.length,
    )
  const elsewhere = await make.company(t)
  expect(await ask(companyId, companyId)).toBeGreaterThan(100)
  expect(await ask(elsewhere, companyId)).toBe(0)
  expect(await ask(elsewhere, elsewhere)).toBe(0)
})

test('a shared hash is not a hit: the keyword is compared with the text', async () => {
  const user = await make.operator(t)
  const { id } = await make.bill(t, user, { title: 'alpha' })
  await t.owner(
    `update bill_search set grams = grams || bill_grams($1, 'omega', false) where bill_id = $2`,
    [user.companyId, id],
  )
  await t.in(user.companyId, async (db) => {
    expect(
      (await sql`select * from find_bills_by_text(${user.companyId}, 'omega')`.execute(db)).rows,
    ).toEqual([])
    expect(
      (await sql`select * from find_bills_by_text(${user.companyId}, 'lph')`.execute(db)).rows,
    ).toHaveLength(1)
  })
})

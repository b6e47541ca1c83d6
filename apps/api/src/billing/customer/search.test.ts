// @module-tag slow

import { type CustomerRow, customerApi } from '@paydesk/contract/billing/customer'
import { beforeAll, expect, test } from 'vitest'
import { createPool } from '../../lib/pool.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
const customers = 30_000
let admin: TestUser
let lead: TestUser
const people: string[] = []

beforeAll(async () => {
  admin = await make.admin(t)
  const { companyId } = admin
  lead = await make.operator(t, { companyId })
  for (let index = 0; index < 5; index++)
    people.push((await make.operator(t, { companyId, parentId: lead.userId })).userId)
  const fill = (company: string, owners: string[], count: number) =>
    t.owner(
      `insert into customer (
         company_id, name, business_name, email, country, tags, owner_id, created_at
       )
       select $1, 'Buyer ' || i,
         (
           array['杭州', '宁波', '义乌', '深圳']
         )[1 + i % 4] || (array['晨星', '远洋', '百合'])[1 + i % 3] || '贸易' || i || '号',
         'buyer' || i || '@mail' || i % 97 || '.example.com', (array['US', 'NO', 'DE'])[1 + i % 3],
         case when i % 1000 = 0 then array['vip'] else '{}' end,
         ($2::uuid[])[1 + i % cardinality($2::uuid[])], now() - i * interval '1 minute'
       from generate_series(1, $3::int) i`,
      [company, owners, count],
    )
  await fill(companyId, [...people, admin.userId], customers)
  const other = await make.operator(t)
  await fill(other.companyId, [other.userId], 10_000)
  await t.owner(
    `insert into customer_alias (company_id, email, customer_id, source)
     select company_id, 'treasury@payer.example', id, 'manual'
     from customer
     where company_id = $1 and name = 'Buyer 777'`,
    [companyId],
  )
  await t.owner(
    `insert into customer_alias (company_id, email, customer_id, source)
     select company_id, 'alias-' || email, id, 'manual'
     from customer
     order by created_at
     limit 3000`,
  )
  await t.owner(
    `insert into bill (
       company_id, number, customer_id, customer_name, currency, total_minor, due_minor, owner_id,
       status, created_at
     )
     select company_id, name, id, name, 'USD', 100, 100, owner_id, 'sent', created_at
     from customer
     where company_id = $1
     limit 20000`,
    [companyId],
  )
  await t.owner('vacuum analyze customer, customer_alias, customer_search, bill, app_user')
}, 120_000)

const find = async (query: object, user = admin) =>
  (await t.as(user).call(customerApi.list, { query: query as never })).body.data as {
    list: CustomerRow[]
    total: number
    totalIsExact: boolean
  }

test.each([
  ['a whole name', 'buyer 20777', 1],
  ['part of a Chinese name', '晨星贸易2', undefined],
  ['two Chinese characters in the middle', '远洋', 10_000],
  ['mixed', '贸易777号', 1],
  ['part of an e-mail', 'yer12345@', 1],
  ['an alias', 'TREASURY@payer', 1],
  ['nothing of the kind', 'zzzzqq', 0],
  ['text with signs that mean something to a database', "%_\\'", 0],
])('%s is found', async (_, keyword, total) => {
  const page = await find({ keyword })
  const [row] = await t.owner<{ count: string }>(
    `select count(*)
     from customer c
     where company_id = $1
       and (
         strpos(lower(name), lower($2)) > 0
         or strpos(business_name, $2) > 0
         or strpos(email, lower($2)) > 0
         or exists (
           select
           from customer_alias a
           where a.customer_id = c.id and strpos(a.email, lower($2)) > 0
         )
       )`,
    [admin.companyId, keyword],
  )
  expect(page.total).toBe(Math.min(Number(row?.count), 10_000))
  if (total !== undefined) expect(page.total).toBe(total)
})

test('one or two letters match the start of a name, business name or address', async () => {
  expect((await find({ keyword: 'b' })).total).toBe(10_000)
  expect(await find({ keyword: 'uy' })).toMatchObject({ total: 0, list: [] })
  expect((await find({ keyword: '宁' })).total).toBe(customers / 4)
})

test('a keyword that finds nearly all customers keeps the list’s order, newest first, page after page', async () => {
  const pages = [
    await find({ keyword: '.example.com' }),
    await find({ keyword: '.example.com', current: 2 }),
  ]
  expect(pages[0]).toMatchObject({ total: 10_000, totalIsExact: false })
  expect(pages.flatMap(({ list }) => list.map(({ name }) => name))).toEqual(
    Array.from({ length: 20 }, (_, index) => `Buyer ${index + 1}`),
  )
})

test('keyword, tag, owner and country combine', async () => {
  expect((await find({ tag: 'vip' })).total).toBe(customers / 1000)
  expect((await find({ tag: 'VIP' })).total).toBe(0)
  expect(
    (await find({ tag: 'vip', keyword: '晨星' })).list.every(
      ({ tags, businessName }) => tags[0] === 'vip' && businessName.includes('晨星'),
    ),
  ).toBe(true)
  expect(
    (await find({ country: 'NO', ownerId: people[0] })).list.every(
      (row) => row.country === 'NO' && row.ownerId === people[0],
    ),
  ).toBe(true)
  expect((await find({ keyword: '.example.com', ownerId: admin.userId })).total).toBe(customers / 6)
})

test('the search follows every change: names, aliases, tags', async () => {
  const made = await t
    .as(admin)
    .call(customerApi.create, { body: { name: '旧名字公司', tags: ['一'] } })
  const { id } = made.body.data as { id: string }
  const total = async (query: object) => (await find(query)).total
  expect(await total({ keyword: '旧名字' })).toBe(1)
  await t.as(admin).call(customerApi.update, {
    params: { id },
    body: { name: '新名字公司', tags: ['二'], payerEmails: ['someone@new.example'], version: 1 },
  })
  expect([await total({ keyword: '旧名字' }), await total({ tag: '一' })]).toEqual([0, 0])
  expect([
    await total({ keyword: '新名字' }),
    await total({ tag: '二' }),
    await total({ keyword: 'someone@new' }),
  ]).toEqual([1, 1, 1])
  await t
    .as(admin)
    .call(customerApi.update, { params: { id }, body: { payerEmails: [], version: 2 } })
  expect(await total({ keyword: 'someone@new' })).toBe(0)
})

test('no call reads all customers one after the other: the plans use indexes', async () => {
  const plans = await planned(async () => {
    const queries = [
      {},
      { keyword: '晨星贸易2' },
      { keyword: 'yer12345@' },
      { keyword: '.example.com' },
      { tag: 'vip' },
    ]
    for (const query of [...queries, { ownerId: people[0] }, { country: 'NO', current: 50 }])
      expect((await t.as(admin).call(customerApi.list, { query: query as never })).status).toBe(200)
    for (const query of [{}, { keyword: 'buyer 7' }, { keyword: '.example.com' }])
      expect((await t.as(lead).call(customerApi.option, { query })).status).toBe(200)
    expect(
      (
        await t
          .as(lead)
          .call(customerApi.create, { body: { name: 'A', email: 'nobody@new.example' } })
      ).status,
    ).toBe(200)
  })
  expect(plans.filter((plan) => / on customer/.test(plan)).length).toBeGreaterThan(15)
  expect(plans.filter((plan) => /Seq Scan on customer/.test(plan))).toEqual([])
  for (const index of [
    'customer_search_grams',
    'customer_list',
    'customer_owner',
    'customer_country',
    'customer_email',
    'bill_customer',
  ])
    expect([index, plans.some((plan) => plan.includes(index))]).toEqual([index, true])
})

/**
 * What auto_explain says about the statements that are really sent, including those inside
 * functions, under row-level security.
 */
async function planned(work: () => Promise<void>): Promise<string[]> {
  const database = new URL(t.runtimeUrl).pathname.slice(1)
  for (const setting of [
    `session_preload_libraries = 'auto_explain'`,
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_nested_statements = on',
    `auto_explain.log_level = 'notice'`,
  ])
    await t.owner(
      `alter role ${new URL(t.runtimeUrl).username} in database ${database} set ${setting}`,
    )
  const plans: string[] = []
  const pool = createPool(t.runtimeUrl, 2, 'explained')
  pool.on('connect', (client) => client.on('notice', ({ message }) => plans.push(message ?? '')))
  const { pool: writers, readers } = t.app.deps
  Object.assign(t.app.deps, { pool, readers: pool })
  try {
    await work()
  } finally {
    Object.assign(t.app.deps, { pool: writers, readers })
    await pool.end()
  }
  return plans
}

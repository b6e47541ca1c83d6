import { maxHits, type SearchReply, searchApi } from '@paydesk/contract/desk/search'
import { beforeAll, expect, test } from 'vitest'
import { indexBills } from '../../billing/bill/search.ts'
import { moneyRecords } from '../../test/input/moneyInputs.ts'
import { refundRecords } from '../../test/input/refundInputs.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { dataOf } from '../../test/world/billWorld.ts'

const t = testApp()
let people: Record<
  'admin' | 'finance' | 'boss' | 'member' | 'other' | 'nobody' | 'elsewhere',
  TestUser
>
let companyId: string
const rare = { number: 'SR-000001', name: 'Ящик Глубокий', email: 'hidden.deep@oldest.example' }

const find = async (who: keyof typeof people, keyword: string) =>
  dataOf<SearchReply>(await t.as(people[who]).call(searchApi.search, { query: { keyword } }))
const numbers = async (who: keyof typeof people, keyword: string) =>
  (await find(who, keyword)).bills.map(({ number }) => number)

/** There are more than the newest 4,000 bills: the oldest is found only by index. */
beforeAll(async () => {
  companyId = await make.company(t)
  const boss = await make.operator(t, { companyId })
  people = {
    admin: await make.admin(t, companyId),
    finance: await make.user(t, { companyId, roles: ['Finance'] }),
    boss,
    member: await make.operator(t, { companyId, parentId: boss.userId }),
    other: await make.operator(t, { companyId }),
    nobody: await make.user(t, { companyId }),
    elsewhere: await make.admin(t),
  }
  const [deep, many] = await t.owner<{ id: string }>(
    `insert into customer (company_id, owner_id, name, email)
     values ($1, $2, $3, $4), ($1, $2, 'Common Buyer', 'common@buyer.example')
     returning id`,
    [companyId, boss.userId, rare.name, rare.email],
  )
  const bills = await t.owner<{ id: string }>(
    `insert into bill (
       company_id, number, title, customer_id, customer_name, status, owner_id, currency,
       created_at, total_minor, due_minor
     )
     select $1, 'SR-' || lpad(i::text, 6, '0'), case i when 1 then 'zq-unusual' else 'usual' end,
       case i when 1 then $2::uuid else $3::uuid end,
       case i when 1 then $4 else 'Common Buyer' end, 'sent', $5, 'USD',
       '2024-01-01'::timestamptz + i * interval '1 hour', 100, 100
     from generate_series(1, 4010) i returning id`,
    [companyId, deep?.id, many?.id, rare.name, boss.userId],
  )
  await t.in(companyId, (db) =>
    indexBills(
      db,
      companyId,
      bills.map(({ id }) => id),
    ),
  )
  await t.owner(
    `insert into customer_alias (company_id, customer_id, email, source)
     values ($1, $2, 'payer.alias@elsewhere.example', 'manual')`,
    [companyId, deep?.id],
  )
  await t.owner('analyze')
})

test('the oldest of thousands of bills is found by its number, its customer, part of an address, and its title', async () => {
  for (const keyword of [
    rare.number,
    'sr-000001',
    rare.name,
    'глубокий',
    'HIDDEN.deep@old',
    'zq-unusual',
  ])
    expect([keyword, await numbers('admin', keyword)]).toEqual([keyword, [rare.number]])
})

test('the beginning of a number finds the highest numbers that begin with it', async () => {
  expect(await numbers('admin', 'sr-00000')).toEqual(
    [9, 8, 7, 6, 5].map((last) => `SR-00000${last}`),
  )
  expect(await numbers('other', 'sr-00000')).toEqual([])
})

test('shows at most five of a kind, the newest first', async () => {
  const { bills, customers } = await find('admin', 'common buyer')
  expect(bills.map(({ number }) => number)).toEqual([
    'SR-004010',
    'SR-004009',
    'SR-004008',
    'SR-004007',
    'SR-004006',
  ])
  expect(bills).toHaveLength(maxHits)
  expect(customers).toMatchObject([{ name: 'Common Buyer', email: 'common@buyer.example' }])
})

test('a customer is found by another address that they pay from; the exact name comes first', async () => {
  expect((await find('admin', 'payer.alias@')).customers).toMatchObject([{ name: rare.name }])
  const names = [
    'Lamp',
    'Lamp Factory 1',
    'Lamp Factory 2',
    'Lamp Factory 3',
    'Lamp Factory 4',
    'Lamp Factory 5',
  ]
  for (const name of names) await make.customer(t, people.boss, { name })
  const { customers } = await find('admin', 'lamp')
  expect(customers.map(({ name }) => name)).toEqual(['Lamp', ...names.slice(2).reverse()])
})

test('PayPal’s ids lead to the bill, its transaction and its dispute', async () => {
  const making = { t, companyId, caller: people.admin, mark: 'x' }
  const disputeId = await refundRecords.dispute(making)
  const [dispute] = await t.owner<{
    provider: string
    payment: string
    number: string
    invoice: string
  }>(
    `select d.provider_dispute_id as provider, p.provider_payment_id as payment, b.number,
       b.id::text as invoice
     from dispute d
     join bill b on b.id = d.bill_id join bill_payment p on p.id = d.payment_id where d.id = $1`,
    [disputeId],
  )
  if (!dispute) throw new Error('no dispute')
  await t.owner(`update bill set provider_invoice_id = 'INV2-AAAA-7777' where number = $1`, [
    dispute.number,
  ])
  expect((await find('finance', dispute.provider)).disputes).toMatchObject([
    { id: disputeId, billNumber: dispute.number },
  ])
  for (const keyword of [dispute.payment, dispute.number])
    expect(await find('finance', keyword)).toMatchObject({
      bills: [{ number: dispute.number }],
      disputes: [{ id: disputeId }],
    })
  expect(await numbers('finance', 'inv2-aaaa-7777')).toEqual([dispute.number])
  const transactionId = await moneyRecords.transaction(making)
  const [row] = await t.owner<{ provider: string }>(
    'select provider_transaction_id as provider from paypal_transaction where id = $1',
    [transactionId],
  )
  expect((await find('finance', row?.provider ?? '')).transactions).toMatchObject([
    { id: transactionId },
  ])
})

test('each person finds what their lists show and nothing else', async () => {
  const { number } = await make.bill(t, people.member, {
    name: 'Узкий круг',
    email: 'narrow@circle.example',
  })
  for (const who of ['admin', 'finance', 'boss', 'member'] as const)
    for (const keyword of [number, 'узкий', 'narrow@circle'])
      expect([who, keyword, await numbers(who, keyword)]).toEqual([who, keyword, [number]])
  for (const who of ['other', 'nobody', 'elsewhere'] as const)
    for (const keyword of [number, 'узкий', 'narrow@circle'])
      expect(await find(who, keyword)).toEqual({
        bills: [],
        customers: [],
        transactions: [],
        disputes: [],
      })
  expect(await numbers('other', rare.email)).toEqual([])
  // Operators may not open the customers' page, and neither may finance.
  expect((await find('boss', 'узкий')).customers).toEqual([])
  expect((await find('admin', 'узкий')).customers).toHaveLength(1)
})

test('a keyword is plain text, whatever characters it holds', async () => {
  for (const keyword of ['%', '_', '\\', "'", '“”', '🙂', 'a'.repeat(100), '   x  '])
    await find('admin', keyword)
  expect(
    (await t.as(people.admin).call(searchApi.search, { query: { keyword: ' ' } })).status,
  ).toBe(422)
})

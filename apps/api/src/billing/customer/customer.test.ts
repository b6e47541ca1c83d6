import {
  type Customer,
  type CustomerOption,
  type CustomerRow,
  customerApi,
} from '@paydesk/contract/billing/customer'
import type { CallInput } from '@paydesk/contract/lib/endpoint'
import { expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { customerForBill } from './customer.ts'

const t = testApp()
let counter = 0
const address = () => `c${counter++}@example.com`
type New = CallInput<typeof customerApi.create>['body']
const create = async (user: TestUser, values: Partial<New> = {}) =>
  (await t.as(user).call(customerApi.create, { body: { name: 'Nordlys AS', ...values } })).body
    .data as Customer
const read = async (user: TestUser, id: string) =>
  (await t.as(user).call(customerApi.read, { params: { id } })).body.data as Customer
const list = async (user: TestUser, query: CallInput<typeof customerApi.list>['query'] = {}) =>
  (await t.as(user).call(customerApi.list, { query })).body.data as {
    list: CustomerRow[]
    total: number
  }
const options = async (user: TestUser, keyword?: string) =>
  (
    (await t.as(user).call(customerApi.option, { query: keyword ? { keyword } : {} })).body
      .data as { list: CustomerOption[] }
  ).list

test('a customer is made, read and found again with all its details', async () => {
  const admin = await make.admin(t)
  const values = {
    name: ' Nordlys Interiør AS ',
    businessName: '北极光家居',
    email: 'AP@Nordlys.example',
    ccEmails: ['boss@nordlys.example'],
    payerEmails: ['Pay@Nordlys.example', 'ap@nordlys.example'],
    phone: '+4722000000',
    country: 'NO',
    address: { line1: 'Storgata 1', city: 'Oslo', postalCode: '0155' },
    language: 'en-US',
    defaultCurrency: 'EUR',
    tags: ['vip', '家居'],
    note: 'pays late',
  } as const
  const made = await create(admin, values as unknown as New)
  expect(made).toMatchObject({
    ...values,
    name: 'Nordlys Interiør AS',
    address: { line1: 'Storgata 1', line2: '', city: 'Oslo', state: '', postalCode: '0155' },
    // The billing address is no alias, and aliases are stored in lower case.
    payerEmails: ['pay@nordlys.example'],
    ownerId: admin.userId,
    totals: [],
    billCount: 0,
    lastPaidAt: null,
    version: 1,
  })
  expect(await read(admin, made.id)).toEqual(made)
})

test('someone who makes bills sees their own customers and those of people below them; ViewCustomer sees the company’s', async () => {
  const boss = await make.operator(t)
  const { companyId } = boss
  const member = await make.operator(t, { companyId, parentId: boss.userId })
  const other = await make.operator(t, { companyId })
  const viewer = await make.user(t, { companyId, permissions: ['ViewCustomer'] })
  for (const [index, user] of [boss, member, other].entries())
    await create(user, { name: `客户 ${index}` })
  const names = async (user: TestUser, keyword?: string) =>
    (await options(user, keyword)).map(({ name }) => name)
  expect(await names(boss)).toEqual(['客户 1', '客户 0'])
  expect(await names(member, '客户')).toEqual(['客户 1'])
  expect(await names(other, '客户 1')).toEqual([])
  expect(await names(viewer, '客户')).toEqual(['客户 2', '客户 1', '客户 0'])
  expect((await list(viewer)).total).toBe(3)
  expect((await t.as(boss).call(customerApi.list, {})).status).toBe(403)
})

test('an operator can give a new customer only to themselves or to someone below them', async () => {
  const boss = await make.operator(t)
  const { companyId } = boss
  const member = await make.operator(t, { companyId, parentId: boss.userId })
  expect((await create(boss, { ownerId: member.userId })).ownerId).toBe(member.userId)
  expect(
    await t.as(member).call(customerApi.create, { body: { name: 'A', ownerId: boss.userId } }),
  ).toMatchObject({ status: 404 })
})

test('a bill can be made only for a customer that its maker sees, and follows a merge', async () => {
  const admin = await make.admin(t)
  const { companyId } = admin
  const operator = await make.operator(t, { companyId })
  const mine = await create(operator)
  const theirs = await create(admin)
  const actor = { ...operator, permissions: ['CreatePayPalBill'], roles: [] } as never
  const pick = (id: string) => t.in(companyId, (db) => customerForBill(db, actor, id))
  expect(await pick(mine.id)).toMatchObject({ id: mine.id })
  await expect(pick(theirs.id)).rejects.toMatchObject({ code: 'notFound' })
  const kept = await create(operator)
  await t
    .as(admin)
    .call(customerApi.merge, { params: { id: mine.id }, body: { intoId: kept.id, version: 1 } })
  expect(await pick(mine.id)).toMatchObject({ id: kept.id })
})

test('a super admin who acts in another company must name the owner of a new customer', async () => {
  const companyId = await make.company(t)
  const owner = await make.operator(t, { companyId })
  const boss = await make.superAdmin(t)
  await t.owner('update session set acting_company_id = $1 where user_id = $2', [
    companyId,
    boss.userId,
  ])
  expect(await t.as(boss).call(customerApi.create, { body: { name: 'A' } })).toMatchObject({
    status: 422,
    body: { errorCode: 'customer.noOwner' },
  })
  expect((await create(boss, { ownerId: owner.userId })).ownerName).toBe(owner.username)
})

test('a stale edit is refused and shows the present customer', async () => {
  const admin = await make.admin(t)
  const { id } = await create(admin)
  const edit = (
    body: Omit<CallInput<typeof customerApi.update>['body'], 'version'>,
    version: number,
  ) => t.as(admin).call(customerApi.update, { params: { id }, body: { ...body, version } })
  expect(await edit({ note: 'first' }, 1)).toMatchObject({
    status: 200,
    body: { data: { note: 'first', version: 2, name: 'Nordlys AS' } },
  })
  expect(await edit({ note: 'second' }, 1)).toMatchObject({
    status: 409,
    body: { errorCode: 'conflict.stale', data: { note: 'first', version: 2 } },
  })
})

test('an alias belongs to one customer and is no other customer’s address', async () => {
  const admin = await make.admin(t)
  const [one, other] = [address(), address()]
  const first = await create(admin, { name: 'First', email: one, payerEmails: [other] })
  const second = await create(admin, { name: 'Second' })
  const edit = (body: object) =>
    t
      .as(admin)
      .call(customerApi.update, { params: { id: second.id }, body: { version: 1, ...body } })
  const taken = {
    status: 409,
    body: { errorCode: 'customer.emailTaken', data: { customerId: first.id } },
  }
  expect(await edit({ payerEmails: [one.toUpperCase()] })).toMatchObject(taken)
  expect(await edit({ payerEmails: [other] })).toMatchObject(taken)
  expect(await edit({ email: other })).toMatchObject(taken)
  // Two customers may share a billing address: only a person can say whether they are the same.
  expect(await edit({ email: one })).toMatchObject({ status: 200 })
  const answer = await t.call(
    customerApi.create,
    { body: { name: 'Third', payerEmails: [other] } },
    { token: admin.token, headers: { 'accept-language': 'zh-CN' } },
  )
  expect(answer.body.errorMessage).toContain(`邮箱 ${other} 已属于客户“First”`)
})

test('someone who may not see the other customer does not learn its name either', async () => {
  const admin = await make.admin(t)
  const operator = await make.operator(t, { companyId: admin.companyId })
  const alias = address()
  await create(admin, { name: 'Secret Ltd', payerEmails: [alias] })
  const { status, body } = await t
    .as(operator)
    .call(customerApi.create, { body: { name: 'A', email: alias } })
  expect([status, body.errorCode]).toEqual([409, 'customer.emailTakenElsewhere'])
  expect(JSON.stringify(body)).not.toContain('Secret')
})

test('of twenty who claim one alias at the same time one gets it', async () => {
  const admin = await make.admin(t)
  const alias = address()
  const ids = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => (await create(admin, { name: `C${index}` })).id),
  )
  // Half claim it as an alias, half as the billing address, which no index compares with aliases.
  const answers = await Promise.all(
    ids.map((id, index) =>
      t.as(admin).call(customerApi.update, {
        params: { id },
        body: { version: 1, ...(index % 2 ? { payerEmails: [alias] } : { email: alias }) },
      }),
    ),
  )
  const holders = await t.owner<{ alias: boolean }>(
    `select true as alias
     from customer_alias
     where email = $1
     union all
     select false
     from customer
     where email = $1`,
    [alias],
  )
  expect(
    answers.map(({ status }) => status).every((status) => status === 200 || status === 409),
  ).toBe(true)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(holders.length)
  expect(holders.some((holder) => holder.alias) && holders.length > 1).toBe(false)
})

test('totals are per currency, of bills that were sent and not cancelled; payments come newest first', async () => {
  const admin = await make.admin(t)
  const { id } = await create(admin)
  const bill = async (
    status: 'draft' | 'sent' | 'partiallyPaid' | 'paid' | 'cancelled',
    currency: string,
    total: number,
    paid = 0,
  ) => {
    const made = await make.bill(t, admin, { status, currency, totalMinor: total })
    await t.owner(
      'update bill set customer_id = $1, paid_minor = $2, due_minor = total_minor - $2 where id = $3',
      [id, paid, made.id],
    )
    if (paid > 0)
      await t.owner(
        `insert into bill_payment (
           company_id, bill_id, provider_payment_id, source, currency, amount_minor, fee_minor,
           net_minor, created_at
         )
         values ($1, $2, $3, 'paypal', $4, $5::bigint, 30, $5::bigint - 30, clock_timestamp())`,
        [admin.companyId, made.id, `P${made.id}`, currency, paid],
      )
    return made
  }
  await bill('draft', 'USD', 9_000)
  await bill('cancelled', 'GBP', 9_000)
  await bill('sent', 'USD', 1_000)
  await bill('partiallyPaid', 'USD', 2_000, 500)
  const { number } = await bill('paid', 'JPY', 700, 700)
  const totals = [
    { currency: 'USD', billedMinor: 3_000, paidMinor: 500, dueMinor: 2_500, refundedMinor: 0 },
    { currency: 'JPY', billedMinor: 700, paidMinor: 700, dueMinor: 0, refundedMinor: 0 },
  ]
  const whole = await read(admin, id)
  expect(whole).toMatchObject({ totals, billCount: 5 })
  expect(Date.parse(whole.lastPaidAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect((await list(admin)).list.find((row) => row.id === id)).toMatchObject({
    totals,
    billCount: 5,
    lastPaidAt: whole.lastPaidAt,
  })
  const payments = (await t.as(admin).call(customerApi.payments, { params: { id } })).body.data as {
    list: object[]
  }
  expect(payments.list).toMatchObject([
    { billNumber: number, currency: 'JPY', amountMinor: 700, feeMinor: 30, netMinor: 670 },
    { currency: 'USD', amountMinor: 500 },
  ])
  // Each payment belongs to a bill: someone who may not see the bill does not see its payment.
  const viewer = await make.user(t, {
    companyId: admin.companyId,
    permissions: ['ViewCustomer', 'ViewPayPalBill'],
  })
  expect((await t.as(viewer).call(customerApi.payments, { params: { id } })).body.data).toEqual({
    list: [],
  })
  // When the money moved, not when we heard of it.
  await t.owner(
    `update bill_payment p
     set moved_at = '2026-03-02T10:00:00Z'
     from bill b
     where b.id = p.bill_id and b.customer_id = $1`,
    [id],
  )
  const lastPaidAt = '2026-03-02T10:00:00.000Z'
  expect(await read(admin, id)).toMatchObject({ lastPaidAt })
  expect((await list(admin)).list.find((row) => row.id === id)).toMatchObject({ lastPaidAt })
})

test('how long a customer takes is the middle of the days from sending to full payment, on the company’s calendar', async () => {
  const companyId = await make.company(t, { timezone: 'Asia/Shanghai' })
  const owner = await make.admin(t, companyId)
  const { id, customerId } = await make.bill(t, owner, { status: 'sent' })
  expect(await read(owner, customerId)).toMatchObject({ daysToPay: null })
  // Shanghai's day begins at 16:00: the first one takes a day, although only minutes pass.
  const times = [
    ['2026-03-01T15:55:00Z', '2026-03-01T16:05:00Z'],
    ['2026-03-01T10:00:00Z', '2026-03-08T10:00:00Z'],
    ['2026-03-01T10:00:00Z', '2026-05-30T10:00:00Z'],
  ]
  for (const [sent, paid] of times) {
    const bill = await make.bill(t, owner, { status: 'paid' })
    await t.owner('update bill set customer_id = $2, sent_at = $3, paid_at = $4 where id = $1', [
      bill.id,
      customerId,
      sent,
      paid,
    ])
  }
  expect(await read(owner, customerId)).toMatchObject({ daysToPay: { median: 7, count: 3 } })
  // PayPal's own row says when the money moved; a payment after that does not make it later.
  const first = await t.owner<{ id: string }>(
    'select id from bill where customer_id = $1 and paid_at is not null order by paid_at limit 1',
    [customerId],
  )
  for (const [made, moved] of [
    ['2026-03-01T16:05:00Z', '2026-03-05T10:00:00Z'],
    ['2026-04-01T10:00:00Z', '2026-04-01T10:00:00Z'],
  ])
    await t.owner(
      `insert into bill_payment (
         company_id, bill_id, provider_payment_id, source, currency, amount_minor, created_at,
         moved_at
       )
       values ($1, $2, new_id()::text, 'paypal', 'USD', 1, $3, $4)`,
      [companyId, first[0]?.id, made, moved],
    )
  await t.owner('update bill set sent_at = null where customer_id = $1 and paid_at > $2', [
    customerId,
    '2026-05-01',
  ])
  expect(await read(owner, customerId)).toMatchObject({ daysToPay: { median: 5.5, count: 2 } })
  expect(id).toBeTruthy()
})

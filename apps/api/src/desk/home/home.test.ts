import { type HomeQueue, homeApi } from '@paydesk/contract/desk/home'
import type { Reply } from '@paydesk/contract/lib/endpoint'
import { limitChangeApi } from '@paydesk/contract/people/limitChange'
import { describe, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const year = { from: day(-300), to: day(60) }
const queue = async (user: TestUser) =>
  (await t.as(user).call(homeApi.queue, {})).body.data as HomeQueue
const figures = async (user: TestUser, query = year) =>
  ((await t.as(user).call(homeApi.figures, { query })).body.data as Reply<typeof homeApi.figures>)
    .currencies

const pay = (
  billId: string,
  amount: number,
  values: { fee?: number; pending?: boolean; paidOn?: string; source?: string } = {},
) =>
  t.owner(
    `insert into bill_payment (
       company_id, bill_id, provider_payment_id, source, currency, amount_minor, fee_minor,
       pending, paid_on
     )
     select company_id, id, new_id()::text, $6, currency, $2, $3, $4, $5 from bill where id = $1`,
    [
      billId,
      amount,
      values.fee ?? null,
      values.pending ?? false,
      values.paidOn ?? null,
      values.source ?? 'paypal',
    ],
  )

describe('figures', () => {
  test('sum up what was collected, refunded, kept as fees and is due, per currency and only of visible bills', async () => {
    const boss = await make.operator(t)
    const { companyId } = boss
    const member = await make.operator(t, { companyId, parentId: boss.userId })
    const other = await make.operator(t, { companyId })
    const finance = await make.user(t, { companyId, permissions: ['ViewAllPayPalBill'] })
    await make.bill(t, member, { status: 'sent', totalMinor: 700 })
    await make.bill(t, boss, { status: 'partiallyPaid', totalMinor: 300, dueDate: day(-3) })
    await make.bill(t, boss, { status: 'sent', currency: 'JPY', totalMinor: 50, dueDate: day(3) })
    const paid = await make.bill(t, other, { status: 'paid', totalMinor: 9000 })
    await pay(paid.id, 9000, { fee: 380 })
    await t.owner(
      `insert into bill_refund (
         company_id, bill_id, provider_refund_id, source, currency, amount_minor
       )
       select company_id, id, 'R', 'paypal', currency, 500 from bill where id = $1`,
      [paid.id],
    )
    expect(await figures(boss)).toMatchObject([
      {
        currency: 'USD',
        dueMinor: 1000,
        dueCount: 2,
        overdueMinor: 300,
        overdueCount: 1,
        collectedMinor: 0,
        days: [],
      },
      { currency: 'JPY', dueMinor: 50, dueCount: 1, overdueMinor: 0, overdueCount: 0 },
    ])
    expect(await figures(other)).toEqual([
      {
        currency: 'USD',
        dueMinor: 0,
        dueCount: 0,
        overdueMinor: 0,
        overdueCount: 0,
        collectedMinor: 9000,
        collectedCount: 1,
        refundedMinor: 500,
        feeMinor: 380,
        provisional: true,
        days: [{ day: day(0), collectedMinor: 9000, refundedMinor: 500, feeMinor: 380 }],
      },
    ])
    expect((await figures(finance))[0]).toMatchObject({
      currency: 'USD',
      dueMinor: 1000,
      collectedMinor: 9000,
    })
    expect(await figures(other, { from: day(-9), to: day(-1) })).toEqual([])
    expect((await t.as(await make.user(t)).call(homeApi.figures, { query: year })).status).toBe(403)
  })

  test('until PayPal’s own row comes, a payment counts on the day that PayPal told, whenever we heard of it; told none, on the company’s today', async () => {
    const owner = await make.operator(t, {
      companyId: await make.company(t, { timezone: 'Pacific/Kiritimati' }),
    })
    const there = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(
      new Date(),
    )
    const { id } = await make.bill(t, owner, { status: 'paid' })
    await pay(id, 1, { paidOn: day(0) })
    await pay(id, 2, { paidOn: day(-40) })
    await pay(id, 4, { paidOn: day(-1), source: 'external' })
    await pay(id, 8, { pending: true })
    const collected = async () =>
      (await figures(owner))[0]?.days.map((one) => [one.day, one.collectedMinor])
    const told = [
      [day(-40), 2],
      [day(-1), 4],
      [day(0), 1],
    ]
    expect(await collected()).toEqual(told)
    await t.owner('update bill_payment set pending = false where bill_id = $1 and pending', [id])
    expect((await collected())?.at(-1)).toEqual([there, there === day(0) ? 9 : 8])
  })
})

describe('the queue', () => {
  test('shows each part only to people who may see it, and approvals only to people who may decide them', async () => {
    const { companyId } = await make.admin(t)
    const approver = await make.user(t, { companyId, permissions: ['ApproveRefund'] })
    const reader = await make.user(t, { companyId })
    const operator = await make.operator(t, { companyId })
    const accountId = await make.paypalAccount(t, companyId, { label: 'Shop', state: 'limited' })
    await make.bill(t, operator, { status: 'sent', dueDate: day(-2) })
    await make.bill(t, operator, { status: 'sendFailed' })
    const { id: billId } = await make.bill(t, operator, { status: 'paid', accountId })
    for (const amount of [500, 90_000])
      await t.owner(
        `with r as (
           insert into refund (
             company_id, account_id, bill_id, origin, currency, amount_minor, state, requested_by
           )
           values ($1, $2, $3, 'paydesk', 'USD', $4, 'waiting', $5)
           returning id
         )
         insert into approval (
           company_id, refund_id, currency, amount_minor, requested_by, requested_by_name
         )
         select $1, id, 'USD', $4, $5, 'A' from r`,
        [companyId, accountId, billId, amount, operator.userId],
      )
    await t.owner(
      `update app_user
       set approval_limits = '[{"currency": "USD", "amountMinor": 1000}]'
       where id = $1`,
      [approver.userId],
    )
    await t.owner(
      `insert into dispute (
         company_id, account_id, provider_dispute_id, status, seller_due_at, opened_at,
         provider_updated_at, raw
       )
       values (
         $1, $2, 'A', 'WAITING_FOR_SELLER_RESPONSE', now() + interval '30 hours', now(), now(),
         '{}'
       ),
         ($1, $2, 'B', 'OPEN', now() + interval '90 hours', now(), now(), '{}'),
         ($1, $2, 'C', 'RESOLVED', null, now(), now(), '{}')`,
      [companyId, accountId],
    )
    const nothing = {
      approvals: null,
      limitChanges: null,
      disputes: null,
      exceptions: null,
      overdueBills: null,
      refusedBills: null,
      accounts: null,
    }
    expect(await queue(reader)).toMatchObject(nothing)
    expect(await queue(approver)).toMatchObject({
      ...nothing,
      approvals: { count: 1, countIsExact: true },
    })
    expect(await queue(operator)).toMatchObject({
      ...nothing,
      overdueBills: { count: 1 },
      refusedBills: { count: 1 },
    })
    const admin = await make.admin(t, companyId)
    expect(await queue(admin)).toMatchObject({
      approvals: { count: 2 },
      limitChanges: { count: 0, users: 0 },
      disputes: { count: 2, soon: 1, nextDueAt: expect.any(String) },
      exceptions: { count: 0, overdue: 0 },
      overdueBills: { count: 1 },
      refusedBills: { count: 1 },
      accounts: { count: 1, labels: ['Shop'] },
    })
    // One's own request waits for somebody else.
    await t.owner(
      'update approval set requested_by = $2 where company_id = $1 and amount_minor = 500',
      [companyId, approver.userId],
    )
    expect([(await queue(approver)).approvals, (await queue(admin)).approvals]).toMatchObject([
      { count: 0 },
      { count: 2 },
    ])
    // A limit in one currency is none in another.
    await t.owner(`update approval set requested_by = $2, currency = 'EUR' where company_id = $1`, [
      companyId,
      operator.userId,
    ])
    expect((await queue(approver)).approvals).toMatchObject({ count: 0 })
  })

  test('changes of limits wait for those who may agree: not for who asked, nor for whom they are about', async () => {
    const first = await make.admin(t)
    const { companyId } = first
    const [second, subject] = [await make.admin(t, companyId), await make.admin(t, companyId)]
    const settings = await make.user(t, { companyId, permissions: ['UpdateCompanySetting'] })
    const limits = [{ currency: 'USD' as const, amountMinor: 500 }]
    await t
      .as(first)
      .call(limitChangeApi.ask, { body: { userId: subject.userId, approvalLimits: limits } })
    await t.as(first).call(limitChangeApi.ask, { body: { refundThresholds: limits } })
    const waiting = await Promise.all(
      [first, second, subject, settings].map(async (user) => (await queue(user)).limitChanges),
    )
    expect(waiting).toEqual(
      [
        [0, 0],
        [2, 1],
        [1, 0],
        [1, 0],
      ].map(([count, users]) => ({ count, users, countIsExact: true })),
    )
    await t.owner(
      `update limit_change
      set state = 'withdrawn', decided_by = asked_by, decided_by_name = '', decided_at = now()
      where company_id = $1`,
      [companyId],
    )
    expect((await queue(second)).limitChanges).toMatchObject({ count: 0 })
  })
})

describe('a company that has not begun', () => {
  test('is told which of the first steps are done, until a bill has left its draft', async () => {
    const admin = await make.admin(t)
    const { companyId } = admin
    const start = async () => (await queue(admin)).start
    expect(await start()).toEqual({ account: false, people: false, customer: false, bill: false })
    await make.paypalAccount(t, companyId)
    expect(await start()).toEqual({ account: true, people: false, customer: false, bill: false })
    const operator = await make.operator(t, { companyId })
    await make.customer(t, operator)
    expect(await start()).toEqual({ account: true, people: true, customer: true, bill: false })
    const { id } = await make.bill(t, operator)
    expect(await start()).toEqual({ account: true, people: true, customer: true, bill: true })
    expect((await queue(operator)).start).toEqual(await start())
    await t.owner(`update bill set status = 'sent' where id = $1`, [id])
    expect(await start()).toBeNull()
  })

  test('counts neither people who were disabled, nor an account that was archived, nor what others have', async () => {
    const admin = await make.admin(t)
    await make.user(t, { companyId: admin.companyId, status: 'disabled' })
    await make.paypalAccount(t, admin.companyId, { state: 'archived' })
    const other = await make.operator(t)
    await make.bill(t, other, { status: 'sent' })
    expect((await queue(admin)).start).toEqual({
      account: false,
      people: false,
      customer: false,
      bill: false,
    })
    expect((await queue(other)).start).toBeNull()
  })
})

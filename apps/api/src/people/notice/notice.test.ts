import type { Reply } from '@paydesk/contract/lib/endpoint'
import { noticeApi } from '@paydesk/contract/people/notice'
import {
  defaultChoices,
  type NotificationKind,
  notificationChoiceApi,
} from '@paydesk/contract/people/notificationChoice'
import { describe, expect, test } from 'vitest'
import { remindDisputes } from '../../billing/dispute/remind.ts'
import { remindExceptions } from '../../billing/reconciliation/remind.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { tellHolders, tellPayments, tellUsers } from './notice.ts'

const t = testApp()
const list = async (user: TestUser, query = {}) =>
  (await t.as(user).call(noticeApi.list, { query })).body.data as Reply<typeof noticeApi.list>
const kinds = async (user: TestUser) => (await list(user)).list.map(({ kind }) => kind)
const deliveries = (companyId: string) =>
  t.owner<{ channel: string; target_id: string; kind: string; due_at: Date }>(
    'select channel, target_id, kind, due_at from notice_delivery where company_id = $1 order by channel, target_id',
    [companyId],
  )
const choose = (
  user: TestUser,
  kind: NotificationKind,
  console: boolean,
  email: boolean,
  more = {},
) =>
  t.as(user).call(notificationChoiceApi.replace, {
    body: { version: 0, choices: [{ kind, console, email }], ...more },
  })

const rule = (subjectId: string) => ({
  kind: 'ruleFailed' as const,
  choice: 'rule' as const,
  subjectId,
  data: {
    ruleId: subjectId,
    name: 'Reminders',
    failure: { code: 'nobody' as const, at: '2026-11-15T00:00:00.000Z' },
  },
})
const anId = async () => (await t.owner<{ id: string }>('select new_id() as id'))[0]?.id as string

describe('who is told', () => {
  test('everyone who holds the permission, once, but not the one who did it, nor those who do not want to know', async () => {
    const admin = await make.admin(t)
    const { companyId } = admin
    const holder = await make.user(t, { companyId, permissions: ['UpdateCompanySetting'] })
    const other = await make.user(t, { companyId, permissions: ['ViewUser'] })
    const deaf = await make.user(t, { companyId, permissions: ['UpdateCompanySetting'] })
    const gone = await make.user(t, {
      companyId,
      permissions: ['UpdateCompanySetting'],
      status: 'disabled',
    })
    const elsewhere = await make.admin(t)
    await choose(deaf, 'rule', false, false)
    const told = rule(await anId())
    for (let time = 0; time < 2; time++)
      await t.in(companyId, (db) =>
        tellHolders(db, companyId, 'UpdateCompanySetting', told, { exceptId: admin.userId }),
      )
    expect(await list(holder)).toMatchObject({
      total: 1,
      unread: 1,
      list: [{ kind: 'ruleFailed', data: told.data }],
    })
    const rows = await t.owner<{ user_id: string }>(
      'select user_id from notice where subject_id = $1',
      [told.subjectId],
    )
    expect(rows).toEqual([{ user_id: holder.userId }])
    for (const one of [other, deaf, gone, elsewhere])
      expect(rows).not.toContainEqual({ user_id: one.userId })
  })

  test('owners hear of payments to their bills in one batch: only of those that are money, and only if they want to', async () => {
    const owner = await make.operator(t)
    const { companyId } = owner
    const deaf = await make.operator(t, { companyId })
    await choose(deaf, 'paymentReceived', false, false)
    const bills = [
      await make.bill(t, owner, { name: '王芳' }),
      await make.bill(t, owner),
      await make.bill(t, deaf),
    ]
    const payments: { id: string }[] = []
    for (const { id } of bills)
      payments.push(
        ...(await t.owner<{ id: string }>(
          `insert into bill_payment (
             company_id, bill_id, provider_payment_id, source, currency, amount_minor, pending
           )
           select company_id,
             id,
             k,
             case k when 'outside' then 'external' else 'paypal' end,
             currency,
             500,
             k = 'pending'
           from bill, unnest(array['paid', 'pending', 'outside']) k where id = $1 returning id`,
          [id],
        )),
      )
    const ids = payments.map(({ id }) => id)
    for (let time = 0; time < 2; time++)
      await t.in(companyId, (db) => tellPayments(db, companyId, ids))
    const notices = await list(owner)
    expect(notices).toMatchObject({ total: 2, unread: 2 })
    expect(notices.list.map(({ data }) => data)).toContainEqual({
      billId: bills[0]?.id,
      billNumber: bills[0]?.number,
      customerName: '王芳',
      amountMinor: 500,
      currency: 'USD',
    })
    expect(await list(deaf)).toMatchObject({ total: 0 })
  })

  test('a dispute’s deadline is announced once at 48 and once at 24 hours; the number of overdue exceptions once a day', async () => {
    const { companyId } = await make.admin(t)
    // The time zone where it is noon now, whatever the clock of this machine says.
    await t.owner(
      `update company
       set timezone = 'Etc/GMT' || to_char(
         extract(hour from now() at time zone 'UTC') - 12, 'SGFM90'
       )
       where id = $1`,
      [companyId],
    )
    const finance = await make.user(t, {
      companyId,
      permissions: ['ViewDispute', 'ReconcileTransaction'],
    })
    const accountId = await make.paypalAccount(t, companyId)
    const [dispute] = await t.owner<{ id: string }>(
      `insert into dispute (
         company_id, account_id, provider_dispute_id, status, seller_due_at, opened_at,
         provider_updated_at, raw, buyer_name
       )
       values (
         $1, $2, 'A', 'WAITING_FOR_SELLER_RESPONSE', now() + interval '60 hours', now(), now(),
         '{}', 'Anna'
       )
       returning id`,
      [companyId, accountId],
    )
    const look = async () => {
      await t.in(companyId, async (db) => {
        await remindDisputes(db, companyId)
        await remindExceptions(db, companyId)
      })
      return (await kinds(finance)).length
    }
    const due = (hours: number) =>
      t.owner(
        `update dispute
         set seller_due_at = date_trunc('hour', now()) + make_interval(hours => $2)
         where id = $1`,
        [dispute?.id, hours],
      )
    expect(await look()).toBe(0)
    await due(40)
    expect([await look(), await look()]).toEqual([1, 1])
    await due(20)
    expect([await look(), await look()]).toEqual([2, 2])
    expect((await list(finance)).list[0]).toMatchObject({
      kind: 'disputeDeadline',
      data: { hours: 24, buyerName: 'Anna' },
    })
    await t.owner(
      `insert into paypal_transaction (
         company_id, account_id, provider_transaction_id, event_code, class, status, currency,
         gross_minor, occurred_at, provider_updated_at, first_seen_via
       )
       select $1, $2, i::text, 'T0000', 'payment', 'S', 'USD', 100, now() - interval '3 days',
         now(), 'sync'
       from generate_series(1, 30) i`,
      [companyId, accountId],
    )
    expect([await look(), await look()]).toEqual([3, 3])
    expect((await list(finance)).list[0]).toMatchObject({
      kind: 'exceptionOverdue',
      data: { count: 30, hours: 48 },
    })
  })
})

test('nobody reads, marks or counts the notices of somebody else of the company', async () => {
  const mine = await make.user(t)
  const { companyId } = mine
  const other = await make.user(t, { companyId })
  for (const user of [mine, other])
    await t.in(companyId, async (db) => tellUsers(db, companyId, [user.userId], rule(await anId())))
  const [theirs] = (await list(other)).list
  const id = theirs?.id as string
  const unread = async () => (await list(other)).unread
  expect(await list(mine)).toMatchObject({ total: 1, unread: 1 })
  expect((await list(mine)).list.map((one) => one.id)).not.toContain(id)
  expect(
    (await t.as(mine).call(noticeApi.mark, { params: { id }, body: { read: true } })).status,
  ).toBe(404)
  expect(await unread()).toBe(1)
  expect((await t.as(mine).call(noticeApi.readAll, {})).body.data).toEqual({ marked: 1 })
  expect([(await list(mine)).unread, await unread()]).toEqual([0, 1])
  // A page that begins at somebody else's notice begins nowhere.
  expect(await list(mine, { before: id })).toMatchObject({ total: 0, list: [] })
})

describe('when messages go', () => {
  const next = async (
    at: string,
    zone: string,
    digest: number | null,
    from: number | null,
    to: number | null,
  ) => {
    const [row] = await t.owner<{ next: Date }>(
      'select next_message_at($1, $2, $3, $4, $5) as next',
      [at, zone, digest, from, to],
    )
    return row?.next.toISOString()
  }
  test.each<[string, string, number | null, number | null, number | null, string]>([
    ['at once', '2026-03-05T10:00:00.000Z', null, null, null, '2026-03-05T10:00:00.000Z'],
    [
      'at the digest’s hour of today',
      '2026-03-05T00:30:00.000Z',
      9,
      null,
      null,
      '2026-03-05T01:00:00.000Z',
    ],
    [
      'at the digest’s hour of tomorrow',
      '2026-03-05T01:00:00.000Z',
      9,
      null,
      null,
      '2026-03-06T01:00:00.000Z',
    ],
    [
      'at the end of the night, asked before midnight',
      '2026-03-05T14:30:00.000Z',
      null,
      22,
      8,
      '2026-03-06T00:00:00.000Z',
    ],
    [
      'at the end of the night, asked after midnight',
      '2026-03-05T20:00:00.000Z',
      null,
      22,
      8,
      '2026-03-06T00:00:00.000Z',
    ],
    [
      'at the end of a quiet noon',
      '2026-03-05T04:10:00.000Z',
      null,
      12,
      14,
      '2026-03-05T06:00:00.000Z',
    ],
    [
      'outside the quiet hours at once',
      '2026-03-05T06:00:00.000Z',
      null,
      12,
      14,
      '2026-03-05T06:00:00.000Z',
    ],
    [
      'a digest within the night at its end',
      '2026-03-05T10:00:00.000Z',
      23,
      22,
      8,
      '2026-03-06T00:00:00.000Z',
    ],
  ])('%s', async (_, at, digest, from, to, expected) => {
    expect(await next(at, 'Asia/Shanghai', digest, from, to)).toBe(expected)
  })

  test('quiet hours end at the right local hour on the day when the clocks change', async () => {
    // Berlin goes from 02:00 to 03:00 on 29 March 2026: eight o'clock is 06:00 UTC, not 07:00.
    expect(await next('2026-03-28T22:30:00.000Z', 'Europe/Berlin', null, 22, 8)).toBe(
      '2026-03-29T06:00:00.000Z',
    )
  })

  test('someone’s e-mail waits for their own hours; the company’s channels get what the company chose', async () => {
    const { companyId } = await make.admin(t)
    const user = await make.user(t, { companyId, email: 'a@example.com' })
    await t.owner(`update app_user set timezone = 'Asia/Tokyo' where id = $1`, [user.userId])
    const noMail = await make.user(t, { companyId })
    expect(
      (await choose(user, 'rule', false, true, { digestHour: 7, quiet: { from: 6, to: 9 } })).body
        .data,
    ).toMatchObject({
      digestHour: 7,
      quiet: { from: 6, to: 9 },
      timezone: 'Asia/Tokyo',
    })
    await choose(noMail, 'rule', true, true)
    const told = rule(await anId())
    await t.in(companyId, (db) => tellUsers(db, companyId, [user.userId, noMail.userId], told))
    expect(await deliveries(companyId)).toMatchObject([
      { channel: 'mail', target_id: user.userId, kind: 'ruleFailed' },
    ])
    const [{ due_at } = { due_at: new Date(0) }] = await deliveries(companyId)
    expect(
      new Intl.DateTimeFormat('en', {
        timeZone: 'Asia/Tokyo',
        hour: 'numeric',
        hourCycle: 'h23',
      }).format(due_at),
    ).toBe('09')
  })
})

describe('reading', () => {
  test('newest first, older ones after a given one, unread ones alone; one or all can be marked', async () => {
    const user = await make.user(t)
    for (let n = 0; n < 25; n++)
      await t.in(user.companyId, async (db) =>
        tellUsers(db, user.companyId, [user.userId], rule(await anId())),
      )
    const first = await list(user, { pageSize: 10 })
    expect(first).toMatchObject({ total: 25, unread: 25 })
    const second = await list(user, { pageSize: 10, before: first.list.at(-1)?.id })
    const third = await list(user, { pageSize: 10, before: second.list.at(-1)?.id })
    const ids = [first, second, third].flatMap((page) => page.list.map(({ id }) => id))
    expect(new Set(ids).size).toBe(25)
    const [id = ''] = ids
    expect(
      await t.as(user).call(noticeApi.mark, { params: { id }, body: { read: true } }),
    ).toMatchObject({
      body: { data: { readAt: expect.any(String) } },
    })
    expect(await list(user, { unread: true })).toMatchObject({ total: 24, unread: 24 })
    expect((await t.as(user).call(noticeApi.readAll, {})).body.data).toEqual({ marked: 24 })
    expect(await list(user, { unread: true })).toMatchObject({ total: 0, unread: 0, list: [] })
    expect(defaultChoices.every(({ console }) => console)).toBe(true)
  })
})

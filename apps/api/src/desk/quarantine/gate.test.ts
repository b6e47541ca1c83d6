// @module-tag slow

import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import { refundApi } from '@paydesk/contract/billing/refund'
import { type CurrentUser, loginApi } from '@paydesk/contract/people/login'
import { Caller } from '@paydesk/paypal/caller'
import { type OperationName, operations } from '@paydesk/paypal/operation'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openAllowance } from '../../lib/outside/allowance.ts'
import { Postponed } from '../../lib/outside/quarantine.ts'
import { retryOperation } from '../../paypal/operation/operation.ts'
import { make } from '../../test/make.ts'
import { chatServer } from '../../test/server/chatServer.ts'
import { mailServer } from '../../test/server/mailServer.ts'
import { until } from '../../test/until.ts'
import { billWorld, dataOf, isSent } from '../../test/world/billWorld.ts'
import { runRule } from '../rule/run.ts'

const mail = await mailServer()
const chat = await chatServer()
const world = billWorld({
  SMTP_URL: mail.url,
  MAIL_FROM: 'Paydesk <desk@example.com>',
  CHAT_ORIGIN: chat.origin,
  SMS_URL: `${chat.origin}/sms?to={phone}&code={code}`,
})
const { t } = world

const restore = () => t.owner(`select quarantine_on(now(), 'a test')`)
/** Everybody has signed in again. */
const enter = async () => {
  await restore()
  await t.owner('update session set created_at = clock_timestamp()')
}
const leave = () => t.owner('update installation set left_at = now()')
const journal = async () =>
  (await (await fetch(`${world.sim.url}/sim/journal`)).json()) as {
    entries: { effects: string[] }[]
    last: number
  }
/** What PayPal did because of us. People who pay at PayPal are none of our doing. */
let before = 0
const done = async () => (await journal()).entries.slice(before).flatMap(({ effects }) => effects)
const mark = async () => {
  before = (await journal()).last
}
beforeEach(mark)
afterEach(async () => {
  await release()
  await leave()
})
/** As if PayPal had asked for a pause: what people ask for waits, and is not under way. */
const holdActs = () =>
  t.owner(
    `insert into paypal_account_allowance (company_id, account_id, kind, per_minute, held_until)
     values ($1, $2, 'act', 300, now() + interval '1 hour')
     on conflict (company_id, account_id, kind) do update set held_until = excluded.held_until`,
    [world.operator.companyId, world.accountId],
  )
const release = () => t.owner('update paypal_account_allowance set held_until = null')
const openOperation = async (billId: string) =>
  (
    await t.owner<{
      id: string
      kind: string
      state: string
      calls: number
      looks: number
      reason: string
    }>(
      `select id, kind, state, calls, looks, outcome ->> 'reason' as reason
       from operation
       where bill_id = $1
       order by created_at desc
       limit 1`,
      [billId],
    )
  )[0]
/** Whatever waits is due, again and again, until no job is left that has not been tried. */
async function wake(times = 3) {
  for (let turn = 0; turn < times; turn++) {
    await t.owner(`update operation set due_at = now() where state in ('ready', 'unknown')`)
    await world.passWaits()
    await until(async () => {
      const rows = await t.owner(
        `select
         from pgboss.job
         where state in ('created', 'retry', 'active')
           and start_after <= now()
           and name not like '\\_\\_%'`,
      )
      return rows.length === 0 ? true : undefined
    }, 20_000)
  }
}

test('no call that changes anything leaves, whichever it is and whoever makes it; what only reads goes on', async () => {
  const app = world.sim.accounts[0] as { clientId: string; secret: string }
  const limits = { account: 1000, address: 1000 }
  const allowance = openAllowance({
    pool: t.pool,
    address: 'gate',
    limits: { act: limits, look: limits, reporting: limits },
    timeoutMs: 2000,
  })
  await enter()
  for (const of of [{ companyId: world.operator.companyId, accountId: world.accountId }, null]) {
    const caller = new Caller({
      environment: { kind: 'simulator', baseUrl: world.sim.url },
      ...app,
      production: false,
      allowance: allowance(of),
    })
    const params = Object.fromEntries(
      [
        'invoice_id',
        'transaction_id',
        'capture_id',
        'id',
        'webhook_id',
        'webhook_lookup_id',
        'event_id',
      ].map((name) => [name, 'X-1']),
    )
    const changing = (Object.keys(operations) as OperationName[]).filter(
      (name) => operations[name].effect !== 'read',
    )
    expect(changing.length).toBeGreaterThan(20)
    for (const name of changing)
      expect([name, await caller.call(name, { params, body: {} })]).toMatchObject([
        name,
        { outcome: 'refused', refusal: { by: 'allowance' } },
      ])
    expect(await caller.call('listWebhooks')).toMatchObject({ outcome: 'done' })
    expect(await caller.call('listInvoices')).toMatchObject({ outcome: 'done' })
  }
  expect(await done()).toEqual([])
}, 60_000)

test('what waited for PayPal goes on waiting, loses no try, and looks first when it may act again', async () => {
  const [toCancel, toRemind, toRecord, toEdit] = [
    await world.sent(),
    await world.sent(),
    await world.sent(),
    await world.sent(),
  ]
  const draft = await world.create()
  const admin = await make.admin(t, world.operator.companyId)
  await world.eventsDone()
  await holdActs()
  await world.send(draft)
  const act = (endpoint: typeof billApi.cancel, { id, version }: Bill) =>
    world.as().call(endpoint, { params: { id }, body: { version } })
  dataOf(await act(billApi.cancel, toCancel))
  dataOf(await act(billApi.remind as typeof billApi.cancel, toRemind))
  const payment = {
    version: toRecord.version,
    amountMinor: 100,
    method: 'CASH' as const,
    paidOn: '2026-01-01',
    note: '',
  }
  dataOf(
    await t.as(admin).call(billApi.recordPayment, { params: { id: toRecord.id }, body: payment }),
  )
  dataOf(
    await world.as().call(billApi.edit, {
      params: { id: toEdit.id },
      body: { ...world.input(), title: 'New', version: toEdit.version },
    }),
  )
  await mark()
  await enter()
  await release()
  await wake()
  expect(await done()).toEqual([])
  for (const { id } of [draft, toCancel, toRecord, toEdit])
    expect(await openOperation(id)).toMatchObject({ state: 'ready', calls: 0, reason: 'allowance' })
  // Nobody can see whether a reminder went out, so it is not repeated.
  expect(await openOperation(toRemind.id)).toMatchObject({ state: 'done' })
  await leave()
  await wake()
  await world.becomesSoon(draft.id, isSent)
  await world.becomesSoon(toCancel.id, ({ status, busy }) => status === 'cancelled' && !busy)
  await world.becomesSoon(toRecord.id, ({ paidMinor, busy }) => paidMinor === 100 && !busy)
  await world.becomesSoon(toEdit.id, ({ title, busy }) => title === 'New' && !busy)
  expect((await done()).filter((effect) => effect.startsWith('invoice.reminded'))).toEqual([])
}, 120_000)

test('what a lost database did already is found and not done again', async () => {
  const draft = await world.create()
  await world.send(draft)
  await world.becomes(draft.id, isSent)
  await world.eventsDone()
  // As it was when only the intention was written.
  const [create] = await t.owner<{ id: string }>(
    `select id from operation where bill_id = $1 and kind = 'createInvoice'`,
    [draft.id],
  )
  await t.owner(`delete from operation where bill_id = $1 and kind = 'sendInvoice'`, [draft.id])
  await t.owner(
    `update operation
     set state = 'ready', calls = 0, looks = 0, finished_at = null, outcome = null
     where id = $1`,
    [create?.id],
  )
  await t.owner(
    `update bill
     set status = 'sending',
       provider_invoice_id = null,
       provider_status = null,
       provider_looked_at = null,
       sent_at = null,
       operation_id = $2
     where id = $1`,
    [draft.id, create?.id],
  )
  await mark()
  await enter()
  await t.in(world.operator.companyId, (db) =>
    retryOperation(db, t.jobs, world.operator.companyId, create?.id as string),
  )
  await wake()
  await world.becomesSoon(draft.id, isSent)
  expect(await done()).toEqual([])
  expect((await world.sim.invoices()).filter(({ number }) => number === draft.number)).toHaveLength(
    1,
  )
}, 60_000)

test('people are told so, and nothing is begun: no bill, no sending, no refund', async () => {
  const [draft, open, paid] = [await world.create(), await world.sent(), await world.sent()]
  await world.pay(paid)
  const after = await world.becomesSoon(paid.id, ({ status }) => status === 'paid')
  const finance = await make.admin(t, world.operator.companyId)
  await mark()
  await enter()
  const refused = { status: 409, body: { errorCode: 'quarantined' } }
  const body = { version: open.version }
  expect(
    await world.as().call(billApi.send, {
      params: { id: draft.id },
      body: { version: draft.version, by: 'email' },
    }),
  ).toMatchObject(refused)
  expect(await world.as().call(billApi.create, { body: world.input() })).toMatchObject(refused)
  expect(await world.as().call(billApi.duplicate, { params: { id: open.id } })).toMatchObject(
    refused,
  )
  expect(await world.as().call(billApi.remind, { params: { id: open.id }, body })).toMatchObject(
    refused,
  )
  expect(await world.as().call(billApi.cancel, { params: { id: open.id }, body })).toMatchObject(
    refused,
  )
  expect(
    await world
      .as()
      .call(billApi.edit, { params: { id: open.id }, body: { ...world.input(), ...body } }),
  ).toMatchObject(refused)
  const payment = {
    ...body,
    amountMinor: 1,
    method: 'CASH' as const,
    paidOn: '2026-01-01',
    note: '',
  }
  expect(
    await t.as(finance).call(billApi.recordPayment, { params: { id: open.id }, body: payment }),
  ).toMatchObject(refused)
  const refund = {
    version: after.version,
    paymentId: after.payments[0]?.id as string,
    amountMinor: 1,
    reason: 'x',
    noteToPayer: '',
  }
  expect(
    await t.as(finance).call(refundApi.ask, { params: { id: paid.id }, body: refund }),
  ).toMatchObject(refused)
  // Reading goes on, and the console knows why nothing else does.
  expect(await world.read(open.id)).toMatchObject({
    status: 'sent',
    busy: false,
    version: open.version,
  })
  expect(dataOf<CurrentUser>(await world.as().call(loginApi.currentUser, {}))).toMatchObject({
    quarantined: true,
  })
  await world.pay(open)
  await world.becomesSoon(open.id, ({ status }) => status === 'paid')
  expect((await t.send<unknown>({ method: 'GET', url: '/api/health/ready' })).status).toBe(200)
  expect(
    (await done()).filter(
      (effect) => !/^(invoice\.paid|capture|event|balance|ledger)/.test(effect),
    ),
  ).toEqual([])
}, 120_000)

test('no mail, no text message and no chat message leaves; they go out afterwards', async () => {
  await enter()
  const user = await make.admin(t, world.operator.companyId)
  const [{ email }] = (await t.owner<{ email: string }>(
    `update app_user set email = 'locked-out@example.com' where id = $1 returning email`,
    [user.userId],
  )) as [{ email: string }]
  dataOf(await t.call(loginApi.forgot, { body: { account: email } }))
  await wake(2)
  await expect(
    t.outside.sendMail?.({ id: '1', to: 'a@example.com', subject: 'x', text: 'x' }),
  ).rejects.toThrow(Postponed)
  await expect(t.outside.sendSms?.({ phone: '+8613800000000', code: '1' })).rejects.toThrow(
    Postponed,
  )
  const bot = {
    kind: 'wecom' as const,
    url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=wecom',
    secret: undefined,
  }
  await expect(t.outside.sendChat(bot, { title: 'x', lines: [] })).rejects.toThrow(Postponed)
  expect(mail.received.filter(({ to }) => to === email)).toEqual([])
  expect(chat.received).toEqual([])
  expect(
    await t.owner(
      `select
       from pgboss.job
       where name = 'message.deliver' and (state = 'failed' or retry_count > 0)`,
    ),
  ).toEqual([])
  await leave()
  await world.passWaits()
  expect(await mail.to(email)).toMatchObject({ to: email })
}, 60_000)

test('whoever signed in before the restore signs in again, also after the quarantine: a session may have been ended since', async () => {
  const user = await make.admin(t, world.operator.companyId)
  const read = (token = user.token) => t.as({ ...user, token }).call(loginApi.currentUser, {})
  expect(await read()).toMatchObject({ status: 200 })
  await restore()
  expect(await read()).toMatchObject({ status: 401 })
  const again = await make.session(t, user.companyId, user.userId)
  expect(await read(again)).toMatchObject({ status: 200 })
  await leave()
  expect(await read()).toMatchObject({ status: 401 })
  expect(await read(again)).toMatchObject({ status: 200 })
  await t.owner('update session set created_at = clock_timestamp()')
})

test('no rule fires', async () => {
  const open = await world.sent()
  await world.makeOverdue(open.id, 5)
  const [rule] = await t.owner<{ id: string; at: string }>(
    `insert into rule (
       company_id, name, description, template, type, start_at, params, status, next_at
     )
     select $1, 'Chase', 'Chases what is late', 'remindAfterDue', 'daily', at,
       '{"days":1,"times":3,"hours":null,"userIds":[]}', 2, at
     from (select date_trunc('second', now()) - interval '1 hour' as at) x
     returning id, next_at as at`,
    [world.operator.companyId],
  )
  await mark()
  await enter()
  expect(await t.owner('select * from rules_due()')).toEqual([])
  const ref = {
    companyId: world.operator.companyId,
    ruleId: rule?.id as string,
    scheduledAt: new Date(rule?.at as string).toISOString(),
  }
  await t.in(ref.companyId, (db) => t.jobs.enqueue(db, runRule, ref))
  await wake(2)
  expect(await t.owner('select from rule_run where rule_id = $1', [ref.ruleId])).toEqual([])
  expect(await done()).toEqual([])
  await t.owner('delete from rule where id = $1', [ref.ruleId])
}, 60_000)

test('a copy on another cluster is in quarantine by itself; the same cluster is not, however often it starts', async () => {
  const on = async () => (await t.owner<{ on: boolean }>('select is_quarantined() as on'))[0]?.on
  await leave()
  const notice = () => t.pool.query<{ moved: boolean }>('select notice_cluster() as moved')
  expect((await notice()).rows).toEqual([{ moved: false }])
  expect(await on()).toBe(false)
  await t.owner(`update installation set system_identifier = '1', beat_at = '2026-01-02T03:04:05Z'`)
  expect((await notice()).rows).toEqual([{ moved: true }])
  expect(await on()).toBe(true)
  expect(
    (
      await t.owner<{ at: Date }>('select restored_to as at from installation')
    )[0]?.at.toISOString(),
  ).toBe('2026-01-02T03:04:05.000Z')
  await leave()
  expect((await notice()).rows).toEqual([{ moved: false }])
  expect(await on()).toBe(false)
})

test('a process that runs while its database is replaced by a copy acts no more, and the copy’s moment is kept', async () => {
  await leave()
  await t.owner(`update installation set system_identifier = '1', beat_at = '2026-01-02T03:04:05Z'`)
  const draft = await world.create().catch(() => undefined)
  expect(draft).toBeUndefined()
  const { companyId } = world.operator
  const { rows } = await t.pool.query<{ allowed: boolean }>(
    `select allowed from reserve_call($1, null, 'gate', 'act', 1000, 1000, interval '1 second')`,
    [companyId],
  )
  expect(rows).toEqual([{ allowed: false }])
  await t.in(companyId, (db) =>
    t.jobs.enqueue(db, { name: 'quarantine.watch', data: z.object({}) }, {}),
  )
  const known = async () =>
    (
      await t.owner<{ at: Date; beat: Date; why: string; on: boolean }>(
        `select restored_to as at, beat_at as beat, why, is_quarantined() as on
         from installation
         where system_identifier <> '1'`,
      )
    )[0]
  expect(await until(known, 20_000)).toEqual({
    at: new Date('2026-01-02T03:04:05Z'),
    beat: new Date('2026-01-02T03:04:05Z'),
    why: 'another cluster',
    on: true,
  })
})

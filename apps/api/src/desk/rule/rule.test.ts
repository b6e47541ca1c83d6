import { type Rule, type RuleInput, type RuleTemplate, ruleApi } from '@paydesk/contract/desk/rule'
import { noticeApi } from '@paydesk/contract/people/notice'
import { expect, test } from 'vitest'
import { todayIn } from '../../lib/clock.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'
import { dataOf } from '../../test/world/billWorld.ts'
import { runRule } from './run.ts'
import { dayOf } from './summary.ts'

const t = testApp()
let working: Promise<void> | undefined
const work = () => (working ??= t.work())

type Params = Partial<RuleInput['params']>
const input = (template: RuleTemplate, params: Params, more: Partial<RuleInput> = {}) => ({
  name: 'Morning round',
  description: 'Reminds in time',
  template,
  type: 'daily' as const,
  startAt: new Date(Date.now() + 1000).toISOString(),
  params,
  ...more,
})
const list = async (who: TestUser, query: object = {}) =>
  dataOf<{ list: Rule[]; total: number }>(await t.as(who).call(ruleApi.list, { query }))
const read = async (who: TestUser, id: string) =>
  (await list(who)).list.find((rule) => rule.id === id) as Rule
const create = async (who: TestUser, body: ReturnType<typeof input>) =>
  dataOf<Rule>(await t.as(who).call(ruleApi.create, { body }))
const put = (who: TestUser, body: object) => t.as(who).call(ruleApi.update, { body: body as never })
/** Makes the rule, switches it on, and waits until it has run. */
async function run(who: TestUser, template: RuleTemplate, params: Params) {
  await work()
  const { id, version } = await create(who, input(template, params))
  dataOf(await put(who, { id, version, enabled: true }))
  return until(async () => {
    const rule = await read(who, id)
    return rule.callNo > 0 && rule.status !== 1 ? rule : undefined
  }, 20_000)
}
/** Lets the rule fire once more, as if its next time had come. */
async function again(who: TestUser, { id, callNo }: Rule) {
  const [row] = await t.owner<{ at: string }>(
    // The new time is later than the last one, which may have been a moment ago.
    `update rule
     set next_at = greatest(
       now() - interval '1 second', last_scheduled_at + interval '1 millisecond'
     )
     where id = $1
     returning next_at as at`,
    [id],
  )
  const data = {
    companyId: who.companyId,
    ruleId: id,
    scheduledAt: new Date(row?.at as string).toISOString(),
  }
  await t.owner(`update rule set next_at = $2 where id = $1`, [id, data.scheduledAt])
  await t.in(who.companyId, (db) => t.jobs.enqueue(db, runRule, data))
  return until(async () => {
    const rule = await read(who, id)
    return rule.callNo > callNo && rule.status !== 1 ? rule : undefined
  }, 20_000)
}
const inDays = (days: number) =>
  new Date(Date.parse(`${todayIn('UTC')}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const operations = (billId: string) =>
  t.owner<{ kind: string; actorName: string }>(
    `select kind, actor_name as "actorName" from operation where bill_id = $1`,
    [billId],
  )

async function sentBill(who: TestUser, dueDate: string) {
  const accountId = await make.paypalAccount(t, who.companyId)
  return make.bill(t, who, { status: 'sent', dueDate, accountId })
}

test('a rule is made closed, found by any part of its name, changed, switched on and off, and deleted', async () => {
  const admin = await make.admin(t)
  const rule = await create(
    admin,
    input('remindBeforeDue', { days: 3 }, { startAt: '2026-01-01T01:00:00.000Z' }),
  )
  expect(rule).toMatchObject({
    status: 0,
    callNo: 0,
    lastScheduledAt: null,
    nextAt: null,
    version: 1,
  })
  expect((await list(admin, { name: 'ning r' })).total).toBe(1)
  expect((await list(admin, { name: '%' })).total).toBe(0)
  expect((await list(admin, { status: 'online' })).total).toBe(0)
  const on = dataOf<Rule>(await put(admin, { id: rule.id, version: 1, enabled: true }))
  expect(on.status).toBe(2)
  expect(Date.parse(on.nextAt as string)).toBeGreaterThan(Date.now())
  expect(await put(admin, { id: rule.id, version: 1, name: 'Late' })).toMatchObject({
    status: 409,
    body: { errorCode: 'conflict.stale' },
  })
  const moved = dataOf<Rule>(await put(admin, { id: rule.id, version: 2, type: 'monthly' }))
  expect(moved.nextAt).not.toBe(on.nextAt)
  expect(dataOf(await put(admin, { id: rule.id, version: 3, enabled: false }))).toMatchObject({
    status: 0,
    nextAt: null,
  })
  expect(dataOf(await t.as(admin).call(ruleApi.remove, { body: { ids: [rule.id] } }))).toEqual({
    deleted: 1,
  })
  const actions = await t.owner<{ action: string }>(
    'select action from audit_entry where entity_id = $1 order by seq',
    [rule.id],
  )
  expect(actions.map(({ action }) => action)).toEqual([
    'rule.create',
    'rule.enable',
    'rule.update',
    'rule.disable',
    'rule.delete',
  ])
})

test('spec §7: rules to delete are named in the query or in the body', async () => {
  const admin = await make.admin(t)
  const fresh = async () =>
    dataOf<Rule>(
      await t.as(admin).call(ruleApi.create, { body: input('remindBeforeDue', { days: 1 }) }),
    ).id
  const [one, two, three] = [await fresh(), await fresh(), await fresh()]
  expect(dataOf(await t.as(admin).call(ruleApi.remove, { query: { ids: one } }))).toEqual({
    deleted: 1,
  })
  expect(
    dataOf(await t.as(admin).call(ruleApi.remove, { query: { ids: [two] }, body: {} })),
  ).toEqual({ deleted: 1 })
  expect(await t.as(admin).call(ruleApi.remove, {})).toMatchObject({
    status: 422,
    body: { errorCode: 'request.invalid' },
  })
  expect(dataOf(await t.as(admin).call(ruleApi.remove, { body: { ids: [three] } }))).toEqual({
    deleted: 1,
  })
})

test.each([
  [
    'a description of four characters',
    { ...input('remindBeforeDue', { days: 1 }), description: 'Four' },
    'request.invalid',
  ],
  ['no name', { ...input('remindBeforeDue', { days: 1 }), name: ' ' }, 'request.invalid'],
  [
    'a start in the first century',
    { ...input('remindBeforeDue', { days: 1 }), startAt: '0001-01-01T00:00:00Z' },
    'request.invalid',
  ],
  ['a template without its days', input('remindAfterDue', { days: 3 }), 'rule.paramsMissing'],
  ['a summary for nobody', input('dailySummary', {}), 'rule.paramsMissing'],
])('%s is refused', async (_, body, errorCode) => {
  const admin = await make.admin(t)
  expect(await t.as(admin).call(ruleApi.create, { body: body as never })).toMatchObject({
    status: 422,
    body: { errorCode },
  })
})

test('a rule whose single time has passed cannot be switched on', async () => {
  const admin = await make.admin(t)
  const { id } = await create(
    admin,
    input('remindBeforeDue', { days: 1 }, { type: 'once', startAt: '2026-01-01T01:00:00.000Z' }),
  )
  expect(await put(admin, { id, version: 1, enabled: true })).toMatchObject({
    status: 422,
    body: { errorCode: 'rule.startPassed' },
  })
})

test('a time that has passed does not stay the next one for ever', async () => {
  const admin = await make.admin(t)
  const rule = await run(admin, 'dailySummary', { userIds: [admin.userId] })
  const past = rule.lastScheduledAt as string
  await t.owner(`update rule set next_at = $2 where id = $1`, [rule.id, past])
  await t.in(admin.companyId, (db) =>
    t.jobs.enqueue(db, runRule, { companyId: admin.companyId, ruleId: rule.id, scheduledAt: past }),
  )
  const { callNo } = await until(async () => {
    const now = await read(admin, rule.id)
    return now.nextAt && Date.parse(now.nextAt) > Date.now() ? now : undefined
  }, 20_000)
  expect(callNo).toBe(rule.callNo)
})

test('a change of words does not move a time that is due; a new template starts without any bill done', async () => {
  const admin = await make.admin(t)
  const bill = await sentBill(admin, inDays(2))
  const { id } = await create(
    admin,
    input('remindBeforeDue', { days: 3 }, { startAt: '2026-01-01T01:00:00.000Z' }),
  )
  dataOf(await put(admin, { id, version: 1, enabled: true }))
  const due = '2026-11-01T01:00:00.000Z'
  await t.owner('update rule set next_at = $2 where id = $1', [id, due])
  await t.owner(
    `insert into rule_bill (company_id, rule_id, bill_id, due_date, times, last_on)
     values ($1, $2, $3, $4, 1, current_date)`,
    [admin.companyId, id, bill.id, inDays(2)],
  )
  const corrected = dataOf<Rule>(
    await put(admin, { id, version: 2, description: 'Reminds earlier', enabled: true }),
  )
  expect(Date.parse(corrected.nextAt as string)).toBe(Date.parse(due))
  const remembered = () => t.owner('select times from rule_bill where rule_id = $1', [id])
  expect(await remembered()).toHaveLength(1)
  const { version } = await read(admin, id)
  dataOf(
    await put(admin, { id, version, template: 'remindAfterDue', params: { days: 7, times: 1 } }),
  )
  expect(await remembered()).toEqual([])
})

test.each([
  ['2026-03-02T01:00:00Z', '2026-03-01'],
  ['2026-03-02T10:00:00Z', '2026-03-02'],
])('a summary that was due at %s is about %s, whenever it runs', (at, day) => {
  expect(dayOf('Asia/Shanghai', new Date(at))).toBe(day)
})

test('reminds before the due day, each bill once for each due day, and the bill’s timeline names the rule', async () => {
  const admin = await make.admin(t)
  const [near, far, over] = [
    await sentBill(admin, inDays(2)),
    await sentBill(admin, inDays(9)),
    await sentBill(admin, inDays(-1)),
  ]
  const rule = await run(admin, 'remindBeforeDue', { days: 3 })
  expect(rule).toMatchObject({ status: 2, callNo: 1 })
  expect(await operations(near.id)).toEqual([{ kind: 'remindInvoice', actorName: 'Morning round' }])
  expect([...(await operations(far.id)), ...(await operations(over.id))]).toEqual([])
  const [entry] = await t.owner('select source, actor_name from bill_entry where bill_id = $1', [
    near.id,
  ])
  expect(entry).toEqual({ source: 'system', actor_name: 'Morning round' })
  await t.owner('update bill set operation_id = null where id = $1', [near.id])
  expect(await again(admin, rule)).toMatchObject({ callNo: 2 })
  expect(await operations(near.id)).toHaveLength(1)
  const { list: runs } = dataOf<{ list: { state: string; done: number }[] }>(
    await t.as(admin).call(ruleApi.runs, { params: { id: rule.id } }),
  )
  expect(runs).toMatchObject([
    { state: 'done', done: 0 },
    { state: 'done', done: 1 },
  ])
}, 60_000)

test('reminds after the due day at most the given number of times, and not before the days have passed', async () => {
  const admin = await make.admin(t)
  const bill = await sentBill(admin, inDays(-3))
  const rule = await run(admin, 'remindAfterDue', { days: 3, times: 2 })
  const count = async () => (await operations(bill.id)).length
  expect(await count()).toBe(1)
  const later = async (last: Rule) => {
    await t.owner(`update bill set operation_id = null where id = $1`, [bill.id])
    await t.owner(
      `update operation
       set state = 'done', created_at = created_at - interval '2 days'
       where bill_id = $1`,
      [bill.id],
    )
    return again(admin, last)
  }
  const second = await later(rule)
  expect(await count()).toBe(1)
  await t.owner(`update rule_bill set last_on = last_on - 3`)
  const third = await later(second)
  expect(await count()).toBe(2)
  await t.owner(`update rule_bill set last_on = last_on - 3`)
  await later(third)
  expect(await count()).toBe(2)
}, 60_000)

test('cancels unpaid bills but none that was paid in part; the preview says how many', async () => {
  const admin = await make.admin(t)
  const [old, part] = [await sentBill(admin, inDays(-31)), await sentBill(admin, inDays(-31))]
  await t.owner(
    `update bill
     set status = 'partiallyPaid', paid_minor = 1, due_minor = due_minor - 1
     where id = $1`,
    [part.id],
  )
  const { id } = await create(admin, input('cancelUnpaid', { days: 30 }))
  expect(dataOf(await t.as(admin).call(ruleApi.preview, { params: { id } }))).toEqual({
    bills: 1,
    isExact: true,
  })
  await run(admin, 'cancelUnpaid', { days: 30 })
  expect(await operations(old.id)).toMatchObject([{ kind: 'cancelInvoice' }])
  expect(await operations(part.id)).toEqual([])
}, 60_000)

test('sums up the day for the chosen people, by notice and by e-mail', async () => {
  const admin = await make.admin(t)
  const reader = await make.user(t, { companyId: admin.companyId, email: 'reader@example.com' })
  await sentBill(admin, inDays(-2))
  await run(admin, 'dailySummary', { userIds: [reader.userId] })
  const { list: notices } = dataOf<{ list: object[] }>(await t.as(reader).call(noticeApi.list, {}))
  expect(notices).toMatchObject([{ kind: 'dailySummary', data: { overdue: 1, received: [] } }])
  const mails = await t.owner(`select template from message where user_id = $1`, [reader.userId])
  expect(mails).toEqual([{ template: 'dailySummary' }])
}, 60_000)

test('reports a silent account once for each silence', async () => {
  const admin = await make.admin(t)
  const accountId = await make.paypalAccount(t, admin.companyId, { label: 'Quiet' })
  await t.owner(`update paypal_account set created_at = now() - interval '9 hours' where id = $1`, [
    accountId,
  ])
  const rule = await run(admin, 'accountSilence', { hours: 8, userIds: [admin.userId] })
  const told = async () =>
    dataOf<{ list: { kind: string }[] }>(await t.as(admin).call(noticeApi.list, {})).list.filter(
      ({ kind }) => kind === 'accountSilent',
    )
  expect(await told()).toMatchObject([{ data: { label: 'Quiet', since: null } }])
  await again(admin, rule)
  expect(await told()).toHaveLength(1)
}, 60_000)

test('a failed run makes the rule abnormal with its reason and tells the admins; the next run that succeeds clears it', async () => {
  const admin = await make.admin(t)
  const reader = await make.user(t, { companyId: admin.companyId })
  await t.owner(`update app_user set status = 'disabled' where id = $1`, [reader.userId])
  const rule = await run(admin, 'dailySummary', { userIds: [reader.userId] })
  expect(rule).toMatchObject({ status: 3, callNo: 1, failure: { code: 'nobody' } })
  expect(rule.nextAt).not.toBeNull()
  const { list: notices } = dataOf<{ list: object[] }>(await t.as(admin).call(noticeApi.list, {}))
  expect(notices).toMatchObject([
    { kind: 'ruleFailed', data: { name: 'Morning round', failure: { code: 'nobody' } } },
  ])
  await t.owner(`update app_user set status = 'active' where id = $1`, [reader.userId])
  expect(await again(admin, rule)).toMatchObject({ status: 2, failure: null, callNo: 2 })
}, 60_000)

test('a month’s statements are announced by links that need a sign-in', async () => {
  const admin = await make.admin(t)
  await t.owner(`update app_user set email = 'boss@example.com' where id = $1`, [admin.userId])
  await make.paypalAccount(t, admin.companyId)
  await run(admin, 'monthlyStatement', { userIds: [admin.userId] })
  const box = await until(async () => {
    const rows = await t.owner<{ body: string }>(
      `select body from dev_mailbox where recipient = 'boss@example.com'`,
    )
    return rows[0]
  }, 20_000)
  expect(box.body).toMatch(/\/finance\/transaction\?statement=[0-9a-f-]{36}&month=\d{4}-\d\d/)
}, 60_000)

test('a rule that is closed in the middle of its run stops before the next batch, and what was done stays done', async () => {
  const admin = await make.admin(t)
  const accountId = await make.paypalAccount(t, admin.companyId)
  for (let index = 0; index < 60; index++)
    await make.bill(t, admin, { status: 'sent', dueDate: inDays(1), accountId })
  await work()
  const { id } = await create(admin, input('remindBeforeDue', { days: 3 }))
  await put(admin, { id, version: 1, enabled: true })
  // The rule is closed as soon as the first batch is done; both sides wait for the rule's row.
  const count = async () =>
    (
      await t.owner<{ n: number }>(
        `select coalesce(sum(done), 0)::int as n from rule_run where rule_id = $1`,
        [id],
      )
    )[0]?.n ?? 0
  await until(async () => ((await count()) > 0 ? true : undefined), 20_000)
  await put(admin, { id, version: 2, enabled: false })
  const ended = await until(async () => {
    const [run] = await t.owner<{ state: string; done: number }>(
      `select state, done from rule_run where rule_id = $1`,
      [id],
    )
    return run && run.state !== 'running' ? run : undefined
  }, 20_000)
  expect(await read(admin, id)).toMatchObject({ status: 0, nextAt: null })
  const [operated] = await t.owner<{ n: number }>(
    `select count(*)::int as n from operation where company_id = $1`,
    [admin.companyId],
  )
  expect(operated?.n).toBe(ended.done)
}, 60_000)

import { defaultSettings } from '@paydesk/contract/people/companySetting'
import { type LimitChange, limitChangeApi } from '@paydesk/contract/people/limitChange'
import { userApi } from '@paydesk/contract/people/user'
import pg from 'pg'
import { expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'
import { readSettings } from '../companySetting/companySetting.ts'

const t = testApp()
const five = [{ currency: 'USD' as const, amountMinor: 500 }]
const ask = (by: TestUser, body: object) =>
  t.as(by).call(limitChangeApi.ask, { body: body as never })
const asked = async (by: TestUser, body: object) => (await ask(by, body)).body.data as LimitChange
const decide = (by: TestUser, name: 'approve' | 'reject' | 'withdraw', { id }: { id: string }) =>
  t.as(by).call(limitChangeApi[name], { params: { id } })
const limitsOf = async (user: TestUser) =>
  (
    await t.owner<{ approval_limits: unknown }>(
      'select approval_limits from app_user where id = $1',
      [user.userId],
    )
  )[0]?.approval_limits
const thresholdsOf = (companyId: string) =>
  t.in(companyId, async (db) => (await readSettings(db, companyId)).approval.refundThresholds)

async function people() {
  const first = await make.admin(t)
  const { companyId } = first
  return {
    companyId,
    first,
    second: await make.admin(t, companyId),
    subject: await make.user(t, { companyId, permissions: ['ApproveRefund'] }),
  }
}

const toldOf = async ({ id }: { id: string }) =>
  t.owner<{ userId: string; data: object }>(
    `select user_id as "userId", data
     from notice
     where kind = 'limitChangeAsked' and subject_id = $1`,
    [id],
  )

test('those who can decide are told, and neither who asked nor whom it is about', async () => {
  const { first, second, companyId } = await people()
  const about = await make.admin(t, companyId)
  expect(await toldOf(await asked(first, { userId: about.userId, approvalLimits: five }))).toEqual([
    { userId: second.userId, data: { who: expect.any(String), about: expect.any(String) } },
  ])
  const company = await asked(first, { refundThresholds: five })
  expect((await toldOf(company)).map(({ userId }) => userId).toSorted()).toEqual(
    [second.userId, about.userId].toSorted(),
  )
})

test('what somebody asks for within a day of an invitation or a reset waits: one person could be both', async () => {
  const { first, second, subject } = await people()
  const change = await asked(first, { userId: subject.userId, approvalLimits: five })
  await t.owner('update app_user set credentials_changed_at = now() where id = $1', [first.userId])
  expect(await decide(second, 'approve', change)).toMatchObject({
    status: 409,
    body: { errorCode: 'approval.newAsker' },
  })
  const { list } = (await t.as(second).call(limitChangeApi.list, { query: {} })).body.data as {
    list: LimitChange[]
  }
  expect(list[0]?.obstacle).toBe('newAsker')
  await t.owner(
    `update app_user set credentials_changed_at = now() - interval '24 hours' where id = $1`,
    [first.userId],
  )
  expect((await decide(second, 'approve', change)).status).toBe(200)
})

test('a change is read by its id, by those who look after such limits', async () => {
  const { first, second, subject, companyId } = await people()
  const change = await asked(first, { userId: subject.userId, approvalLimits: five })
  const read = (who: TestUser) => t.as(who).call(limitChangeApi.read, { params: { id: change.id } })
  expect((await read(second)).body.data).toMatchObject({
    id: change.id,
    after: five,
    obstacle: null,
    askedByUsername: first.username,
  })
  expect((await read(first)).body.data).toMatchObject({ obstacle: 'own' })
  const ofCompany = await make.user(t, { companyId, permissions: ['UpdateCompanySetting'] })
  expect((await read(ofCompany)).status).toBe(404)
  await decide(second, 'reject', change)
  expect((await read(second)).body.data).toMatchObject({ state: 'rejected', obstacle: 'decided' })
})

test('who asked is told what became of it, and not of what they took back themselves', async () => {
  const { first, second, subject } = await people()
  await t.owner(`update app_user set name = 'The boss' where id = $1`, [second.userId])
  const decided = async (by: TestUser, how: 'approve' | 'reject' | 'withdraw') => {
    const change = await asked(first, {
      userId: subject.userId,
      approvalLimits: how === 'approve' ? five : [],
    })
    expect((await decide(by, how, change)).status).toBe(200)
    return t.owner(
      `select user_id as "userId", data->>'approved' as approved, data->>'who' as who
       from notice
       where kind = 'limitChangeDecided' and subject_id = $1`,
      [change.id],
    )
  }
  const told = { userId: first.userId, who: `The boss (${second.username})` }
  expect(await decided(second, 'approve')).toEqual([{ ...told, approved: 'true' }])
  expect(await decided(second, 'reject')).toEqual([{ ...told, approved: 'false' }])
  expect(await decided(first, 'withdraw')).toEqual([])
})

test('whoever takes another’s name is still told apart, and a name with signs that nobody sees is refused', async () => {
  const { first, second, subject, companyId } = await people()
  await t.owner('update app_user set name = $2 where id = any($1)', [
    [first.userId, subject.userId],
    'The boss',
  ])
  await asked(first, { userId: subject.userId, approvalLimits: five })
  const { list } = (await t.as(second).call(limitChangeApi.list, { query: {} })).body.data as {
    list: LimitChange[]
  }
  expect(list).toMatchObject([
    { askedByUsername: first.username, userName: 'The boss', username: subject.username },
  ])
  const other = await make.operator(t, { companyId })
  const rename = (name: string) =>
    t.as(second).call(userApi.update, { params: { id: other.userId }, body: { version: 1, name } })
  for (const name of ['The\u200fboss', 'The\u202eboss', 'The\u0007boss'])
    expect((await rename(name)).status).toBe(422)
  expect((await rename('佐藤 سارة')).status).toBe(200)
})

test('a user’s limits change when a second person agrees, and not before', async () => {
  const { first, second, subject } = await people()
  const change = await asked(first, { userId: subject.userId, approvalLimits: five })
  expect(change).toMatchObject({
    state: 'waiting',
    before: null,
    after: five,
    userName: subject.username,
    obstacle: 'own',
  })
  expect(await limitsOf(subject)).toBeNull()
  expect(await decide(second, 'approve', change)).toMatchObject({
    status: 200,
    body: { data: { state: 'approved', obstacle: 'decided' } },
  })
  expect(await limitsOf(subject)).toEqual(five)
  expect(
    (await t.as(first).call(userApi.read, { params: { id: subject.userId } })).body.data,
  ).toMatchObject({ approvalLimits: five })
  const actions = await t.owner<{ action: string }>(
    'select action from audit_entry where company_id = $1 order by seq',
    [first.companyId],
  )
  expect(actions.map(({ action }) => action)).toEqual(['limitChange.ask', 'limitChange.approve'])
  // And back to no limit at all.
  const back = await asked(second, { userId: subject.userId, approvalLimits: null })
  expect(await decide(first, 'approve', back)).toMatchObject({ status: 200 })
  expect(await limitsOf(subject)).toBeNull()
})

test('the company’s thresholds change when a second person agrees; whatever else was set meanwhile stays', async () => {
  const { companyId, first, second } = await people()
  const change = await asked(first, { refundThresholds: five })
  expect(change).toMatchObject({
    userId: null,
    userName: null,
    before: defaultSettings.approval.refundThresholds,
    after: five,
  })
  await t.owner(
    `insert into company_setting (company_id, tabs)
     values ($1, '{"reconciliation": {"slaHours": 7}}')`,
    [companyId],
  )
  expect(await thresholdsOf(companyId)).toEqual(defaultSettings.approval.refundThresholds)
  expect((await decide(second, 'approve', change)).status).toBe(200)
  expect(await thresholdsOf(companyId)).toEqual(five)
  expect(
    await t.in(
      companyId,
      async (db) => (await readSettings(db, companyId)).reconciliation.slaHours,
    ),
  ).toBe(7)
})

test('nobody approves what they asked for, nor their own limits; the database says so too', async () => {
  const { first, second, subject } = await people()
  const change = await asked(first, { userId: second.userId, approvalLimits: five })
  expect(await decide(first, 'approve', change)).toMatchObject({
    status: 409,
    body: { errorCode: 'limitChange.own' },
  })
  expect(await decide(first, 'reject', change)).toMatchObject({
    status: 409,
    body: { errorCode: 'limitChange.own' },
  })
  expect(await decide(second, 'approve', change)).toMatchObject({
    status: 403,
    body: { errorCode: 'approval.ownLimit' },
  })
  expect(await ask(first, { userId: first.userId, approvalLimits: five })).toMatchObject({
    body: { errorCode: 'approval.ownLimit' },
  })
  for (const who of [first, second])
    await expect(
      t.owner(
        `update limit_change
         set state = 'approved', decided_by = $2, decided_by_name = '', decided_at = now()
         where id = $1`,
        [change.id, who.userId],
      ),
    ).rejects.toThrow('limit_change')
  expect(await limitsOf(second)).toBeNull()
  expect(await decide(second, 'withdraw', change)).toMatchObject({
    status: 403,
    body: { errorCode: 'approval.notYours' },
  })
  expect(await decide(first, 'withdraw', change)).toMatchObject({
    status: 200,
    body: { data: { state: 'withdrawn' } },
  })
  const third = await asked(first, { userId: subject.userId, approvalLimits: five })
  expect(await decide(second, 'reject', third)).toMatchObject({
    status: 200,
    body: { data: { state: 'rejected' } },
  })
  expect(await decide(second, 'approve', third)).toMatchObject({
    status: 409,
    body: { errorCode: 'limitChange.decided' },
  })
  expect(await limitsOf(subject)).toBeNull()
})

test('someone whose credentials are new does not approve; one change waits at a time; the same limits are no change', async () => {
  const { first, second, subject } = await people()
  const change = await asked(first, { userId: subject.userId, approvalLimits: five })
  await t.owner('update app_user set credentials_changed_at = now() where id = $1', [second.userId])
  expect(await decide(second, 'approve', change)).toMatchObject({
    status: 409,
    body: { errorCode: 'approval.newCredentials' },
  })
  const { list } = (await t.as(second).call(limitChangeApi.list, { query: { waiting: 'true' } }))
    .body.data as { list: LimitChange[] }
  expect(list.map(({ obstacle }) => obstacle)).toEqual(['newCredentials'])
  expect(await ask(second, { userId: subject.userId, approvalLimits: [] })).toMatchObject({
    body: { errorCode: 'limitChange.waiting' },
  })
  expect(
    await ask(second, { refundThresholds: defaultSettings.approval.refundThresholds }),
  ).toMatchObject({
    body: { errorCode: 'limitChange.same' },
  })
  expect(await ask(second, { refundThresholds: [...five, ...five] })).toMatchObject({ status: 422 })
})

test('who looks after users sees and decides users’ limits, who looks after settings the company’s', async () => {
  const { companyId, first, subject } = await people()
  const ofUser = await asked(first, { userId: subject.userId, approvalLimits: five })
  const ofCompany = await asked(first, { refundThresholds: five })
  const users = await make.user(t, { companyId, permissions: ['UpdateUser'] })
  const settings = await make.user(t, { companyId, permissions: ['UpdateCompanySetting'] })
  const seen = async (by: TestUser) =>
    (
      (await t.as(by).call(limitChangeApi.list, { query: { waiting: 'true' } as never })).body
        .data as { list: LimitChange[] }
    ).list.map(({ id }) => id)
  expect([await seen(users), await seen(settings)]).toEqual([[ofUser.id], [ofCompany.id]])
  expect((await decide(users, 'approve', ofCompany)).status).toBe(404)
  expect((await decide(settings, 'approve', ofUser)).status).toBe(404)
  expect(await ask(users, { refundThresholds: [] })).toMatchObject({
    status: 403,
    body: { errorCode: 'limitChange.notYours' },
  })
  expect(await ask(settings, { userId: subject.userId, approvalLimits: null })).toMatchObject({
    status: 403,
  })
  const stranger = await make.admin(t)
  expect((await decide(stranger, 'approve', ofUser)).status).toBe(404)
})

test('of two who have both seen it waiting, the second is told that it is decided', async () => {
  const { first, second, subject, companyId } = await people()
  const change = await asked(first, { userId: subject.userId, approvalLimits: five })
  const third = await make.admin(t, companyId)
  const blocker = new pg.Client({ connectionString: t.ownerUrl })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('select from limit_change where id = $1 for update', [change.id])
  const answers = [decide(second, 'approve', change), decide(third, 'reject', change)]
  const waiting = () =>
    t.owner(
      `select
       from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
  await until(async () => (await waiting()).length === 2 || undefined)
  await blocker.query('commit')
  await blocker.end()
  expect((await Promise.all(answers)).map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('of many who decide at once, one does', async () => {
  const { companyId, first, subject } = await people()
  const change = await asked(first, { userId: subject.userId, approvalLimits: five })
  const others = await Promise.all(Array.from({ length: 8 }, () => make.admin(t, companyId)))
  const answers = await Promise.all(
    others.map((by, index) => decide(by, index % 2 ? 'approve' : 'reject', change)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
})

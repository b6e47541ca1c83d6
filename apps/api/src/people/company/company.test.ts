import { billApi } from '@paydesk/contract/billing/bill'
import { auditLogApi } from '@paydesk/contract/office/auditLog'
import { type Company, companyApi } from '@paydesk/contract/people/company'
import { type CurrentUser, loginApi } from '@paydesk/contract/people/login'
import { noticeApi } from '@paydesk/contract/people/notice'
import { userApi } from '@paydesk/contract/people/user'
import { expect, test } from 'vitest'
import { make, password, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
const currentUser = async (user: TestUser) =>
  (await t.as(user).call(loginApi.currentUser, {})).body.data as CurrentUser
const auditOf = (companyId: string) =>
  t.owner<{ action: string; actor: string; before: object; after: object }>(
    'select action, actor_id as actor, before, after from audit_entry where company_id = $1 order by seq',
    [companyId],
  )
const companyNamed = async (user: TestUser, name: string) =>
  ((await t.as(user).call(companyApi.list, { query: { name } })).body.data as { list: Company[] })
    .list

test('a company is made, found by any part of its name, and counted', async () => {
  const boss = await make.superAdmin(t)
  const body = {
    name: '晨星 100%_跨境',
    code: 'CXTEST',
    country: 'C2',
    timezone: 'Asia/Shanghai',
    baseCurrency: 'USD',
  } as const
  const made = await t.as(boss).call(companyApi.create, { body })
  expect(made).toMatchObject({
    status: 200,
    body: { data: { ...body, status: 'active', userCount: 0, accountCount: 0, version: 1 } },
  })
  const { id } = made.body.data as Company
  await make.user(t, { companyId: id })
  expect(await companyNamed(boss, '100%_')).toMatchObject([{ id, userCount: 1 }])
  expect(await companyNamed(boss, '100x')).toEqual([])
  expect(await auditOf(id)).toMatchObject([
    { action: 'company.create', actor: boss.userId, after: { code: 'CXTEST' } },
  ])
  expect(await t.as(boss).call(companyApi.create, { body })).toMatchObject({
    status: 409,
    body: { errorCode: 'company.codeTaken' },
  })
})

test.each([
  { timezone: 'Mars/Olympus' },
  { timezone: '+08:00' },
  { code: 'toolong99' },
  { code: 'lower' },
  { baseCurrency: 'XXX' },
  { name: ' ' },
  { logo: 'data:image/png;base64,PHN2Zz4=' },
])('%o is refused', async (wrong) => {
  const body = {
    name: 'A',
    code: 'OK',
    country: 'GB',
    timezone: 'UTC',
    baseCurrency: 'USD',
    ...wrong,
  }
  expect(
    (await t.as(await make.superAdmin(t)).call(companyApi.create, { body: body as never })).status,
  ).toBe(422)
})

test('a stale edit is a 409 with the company as it is now', async () => {
  const boss = await make.superAdmin(t)
  const id = await make.company(t)
  const rename = (name: string, version: number) =>
    t.as(boss).call(companyApi.update, { params: { id }, body: { name, version } })
  expect(await rename('one', 1)).toMatchObject({
    status: 200,
    body: { data: { name: 'one', version: 2 } },
  })
  expect(await rename('two', 1)).toMatchObject({
    status: 409,
    body: { errorCode: 'conflict.stale', data: { id, name: 'one', version: 2 } },
  })
  const both = await Promise.all([rename('three', 2), rename('four', 2)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('suspending a company ends its sessions at once and for good, and its users cannot sign in', async () => {
  const boss = await make.superAdmin(t)
  const user = await make.operator(t)
  const id = user.companyId
  const set = (status: 'active' | 'suspended', version: number) =>
    t.as(boss).call(companyApi.update, { params: { id }, body: { status, version } })
  const signIn = () => t.call(loginApi.account, { body: { username: user.username, password } })
  expect((await set('suspended', 1)).status).toBe(200)
  expect((await t.as(user).call(loginApi.currentUser, {})).status).toBe(401)
  expect((await signIn()).status).toBe(422)
  expect((await set('active', 2)).status).toBe(200)
  expect((await t.as(user).call(loginApi.currentUser, {})).status).toBe(401)
  expect((await signIn()).status).toBe(200)
  expect((await auditOf(id)).map(({ action }) => action)).toEqual([
    'company.suspend',
    'company.activate',
    'session.signIn',
  ])
})

test('nobody suspends their own company', async () => {
  const boss = await make.superAdmin(t)
  const answer = await t.as(boss).call(companyApi.update, {
    params: { id: boss.companyId },
    body: { status: 'suspended', version: 1 },
  })
  expect(answer).toMatchObject({ status: 409, body: { errorCode: 'company.notYourOwn' } })
})

test('a super admin acts in the company that they entered, in that session only, and it is in that company’s log', async () => {
  const boss = await make.superAdmin(t)
  const elsewhere = { ...boss, token: await make.session(t, boss.companyId, boss.userId) }
  const theirs = await make.operator(t)
  const id = theirs.companyId
  await make.bill(t, theirs)
  const bills = async (user: TestUser) =>
    ((await t.as(user).call(billApi.list, {})).body.data as { total: number }).total

  expect(await currentUser(boss)).toMatchObject({
    company: { id: boss.companyId },
    actingElsewhere: false,
  })
  expect(await t.as(boss).call(companyApi.enter, { params: { id } })).toMatchObject({
    body: { data: { id, actingElsewhere: true } },
  })
  expect(await currentUser(boss)).toMatchObject({
    company: { id },
    homeCompany: { id: boss.companyId },
    actingElsewhere: true,
  })
  expect(await currentUser(elsewhere)).toMatchObject({
    company: { id: boss.companyId },
    actingElsewhere: false,
  })
  expect([await bills(boss), await bills(elsewhere)]).toEqual([1, 0])

  const disabled = await t.call(
    userApi.disable,
    { params: { id: theirs.userId } },
    { token: boss.token, headers: { 'idempotency-key': 'once' } },
  )
  expect(disabled.status).toBe(200)
  expect((await t.as(boss).call(noticeApi.list, {})).status).toBe(200)
  expect((await t.as(boss).call(companyApi.enter, { params: { id: boss.companyId } })).status).toBe(
    200,
  )
  expect(await currentUser(boss)).toMatchObject({ actingElsewhere: false })
  expect(await auditOf(id)).toMatchObject(
    ['company.enter', 'user.disable', 'company.leave'].map((action) => ({
      action,
      actor: boss.userId,
    })),
  )
  expect(await auditOf(boss.companyId)).toEqual([])
})

test('signing out and reading one’s notices work from another company; losing the role ends acting there', async () => {
  const boss = await make.superAdmin(t)
  await make.superAdmin(t)
  const id = await make.company(t)
  await t.as(boss).call(companyApi.enter, { params: { id } })
  await t.owner(`delete from user_role where user_id = $1`, [boss.userId])
  expect(await currentUser(boss)).toMatchObject({
    company: { id: boss.companyId },
    actingElsewhere: false,
    roles: [],
  })
  expect((await t.as(boss).call(loginApi.outLogin, {})).status).toBe(200)
  expect((await t.as(boss).call(loginApi.currentUser, {})).status).toBe(401)
})

test('a suspended company can be entered, to look after it', async () => {
  const boss = await make.superAdmin(t)
  const id = await make.company(t, { status: 'suspended' })
  await t.as(boss).call(companyApi.enter, { params: { id } })
  expect((await t.as(boss).call(auditLogApi.list, {})).body.data).toMatchObject({
    list: [{ action: 'company.enter' }],
  })
})

test('the session of someone without the role of super admin never acts elsewhere, whatever its row says', async () => {
  const admin = await make.admin(t)
  await t.owner('update session set acting_company_id = $1 where user_id = $2', [
    await make.company(t),
    admin.userId,
  ])
  expect(await currentUser(admin)).toMatchObject({
    company: { id: admin.companyId },
    actingElsewhere: false,
  })
})

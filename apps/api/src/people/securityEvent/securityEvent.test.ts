import { type AuditRow, auditLogApi } from '@paydesk/contract/office/auditLog'
import { accountApi } from '@paydesk/contract/people/account'
import { loginApi } from '@paydesk/contract/people/login'
import type { Notice } from '@paydesk/contract/people/notice'
import { roleApi } from '@paydesk/contract/people/role'
import { secondFactorApi } from '@paydesk/contract/people/secondFactor'
import { userApi } from '@paydesk/contract/people/user'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, test } from 'vitest'
import { noteSecurityEvent } from '../../lib/securityEvent.ts'
import { make, password, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'
import { hearSecurity } from './securityEvent.ts'

const t = testApp()
beforeAll(() => t.work())

const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140' }
const signIn = (username: string, address: string, secret = 'wrong') =>
  t.call(loginApi.account, { body: { username, password: secret } }, { address, headers: agent })
const events = async (
  admin: TestUser,
  query: { security?: 'true'; action?: string } = { security: 'true' },
) =>
  (await t.as(admin).call(auditLogApi.list, { query: { pageSize: 100, ...query } as never })).body
    .data as {
    list: AuditRow[]
    total: number
  }
const entries = (admin: TestUser, count: number) =>
  until(async () => {
    const { list } = await events(admin)
    return list.length >= count ? list : undefined
  })
const noticesOf = (userId: string, kind: Notice['kind']) =>
  t.owner<{ data: Record<string, unknown> }>(
    'select data from notice where user_id = $1 and kind = $2 order by created_at',
    [userId, kind],
  )

test('a wrong password is in the log and in the company’s audit log, with address, device and the name that was tried', async () => {
  const admin = await make.admin(t)
  const user = await make.operator(t, { companyId: admin.companyId })
  await signIn(user.username.toUpperCase(), '203.0.113.7')
  const [entry] = await entries(admin, 1)
  expect(entry).toMatchObject({
    action: 'securityEvent.signInFailed',
    actorId: null,
    actorName: user.username.toUpperCase(),
    entityId: user.userId,
    entityLabel: user.username,
    after: { method: 'password', count: 1 },
    address: '203.0.113.7',
    device: 'Chrome · Linux',
  })
})

test('a name that nobody has leaves a line in the log and no entry anywhere', async () => {
  const before = await t.owner('select count(*)::int as n from audit_entry')
  await signIn('nobody-of-this-name', '203.0.113.8')
  await until(
    async () =>
      (
        await t.owner(
          `select from pgboss.job where name = 'securityEvent.record' and state < 'completed'`,
        )
      ).length === 0 || undefined,
  )
  expect(await t.owner('select count(*)::int as n from audit_entry')).toEqual(before)
})

test('a flood on one user writes few entries and tells each admin once of the failures and once of the lock-out', async () => {
  const admin = await make.admin(t)
  const user = await make.operator(t, { companyId: admin.companyId })
  for (let index = 0; index < 40; index++) await signIn(user.username, `203.0.113.${index}`)
  const list = await until(async () => {
    const { list } = await events(admin)
    return list.filter(({ action }) => action === 'securityEvent.signInFailed').length === 10 &&
      list.filter(({ action }) => action === 'securityEvent.lockedOut').length === 2
      ? list
      : undefined
  })
  expect(
    list
      .filter(({ action }) => action === 'securityEvent.lockedOut')
      .map(({ after }) => after?.count),
  ).toEqual([10, 1])
  expect(list).toHaveLength(12)
  const told = await until(async () => {
    const rows = await noticesOf(admin.userId, 'securityAlarm')
    return rows.length >= 2 ? rows.map(({ data }) => data.reason).sort() : undefined
  })
  expect(told).toEqual(['failedSignIns', 'lockedOut'])
  expect(await noticesOf(user.userId, 'securityAlarm')).toEqual([])
  const elsewhere = await make.admin(t)
  expect((await events(elsewhere)).total).toBe(0)
})

test('nine failures are no burst, ten within ten minutes are one, of all of the company’s users together', async () => {
  const admin = await make.admin(t)
  const users = [
    await make.operator(t, { companyId: admin.companyId }),
    await make.operator(t, { companyId: admin.companyId }),
  ]
  for (let index = 0; index < 9; index++)
    await signIn(users[index % 2]?.username as string, `198.51.100.${index}`)
  await entries(admin, 9)
  expect(await noticesOf(admin.userId, 'securityAlarm')).toEqual([])
  await t.owner(`begin; set local session_replication_role = replica;
    update audit_entry set at = at - interval '11 minutes' where company_id = '${admin.companyId}' and seq = 1; commit`)
  await signIn(users[1]?.username as string, '198.51.100.20')
  await entries(admin, 10)
  expect(await noticesOf(admin.userId, 'securityAlarm')).toEqual([])
  await signIn(users[1]?.username as string, '198.51.100.21')
  await until(
    async () => (await noticesOf(admin.userId, 'securityAlarm')).length === 1 || undefined,
  )
})

test('wrong second factors and wrong passwords of a session are written with their user', async () => {
  const admin = await make.admin(t)
  const user = await make.operator(t, { companyId: admin.companyId })
  const { secret } = (await t.call(secondFactorApi.begin, {}, { token: user.token })).body.data as {
    secret: string
  }
  const code = (step: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + step * 30_000,
    })
  await t.call(secondFactorApi.confirm, { body: { code: code(0) } }, { token: user.token })
  const { secondFactor } = (await signIn(user.username, '203.0.113.9', password)).body.data as {
    secondFactor: { challenge: string }
  }
  await t.call(
    loginApi.secondFactor,
    { body: { challenge: secondFactor.challenge, code: '000000' } },
    { address: '203.0.113.9' },
  )
  await t.call(accountApi.reauthenticate, { body: { password: 'wrong' } }, { token: user.token })
  const list = await entries(admin, 3)
  expect(list.map(({ action, entityId, actorId }) => [action, entityId, actorId]).sort()).toEqual(
    [
      ['securityEvent.secondFactorFailed', user.userId, null],
      ['securityEvent.stepUpFailed', user.userId, user.userId],
      ['user.enableSecondFactor', user.userId, user.userId],
    ].sort(),
  )
})

test('a single refused permission is no sign; ten are, and the admins hear of them', async () => {
  const admin = await make.admin(t)
  const user = await make.operator(t, { companyId: admin.companyId })
  for (let index = 0; index < 9; index++)
    expect((await t.as(user).call(roleApi.list, {})).status).toBe(403)
  await t.owner(`select pg_sleep(0.3)`)
  expect((await events(admin)).total).toBe(0)
  await t.as(user).call(roleApi.list, {})
  expect(await entries(admin, 1)).toMatchObject([
    {
      action: 'securityEvent.permissionRefused',
      actorId: user.userId,
      after: { method: expect.stringContaining('GET /api/role'), count: 10 },
    },
  ])
  expect(await noticesOf(admin.userId, 'securityAlarm')).toMatchObject([
    { data: { reason: 'permissionRefused', who: user.username } },
  ])
})

test('whoever’s phone, e-mail address, factor, password or roles change is told at once, whatever they chose', async () => {
  const admin = await make.admin(t)
  const user = await make.user(t, {
    companyId: admin.companyId,
    roles: ['Operator'],
    email: `${Math.random()}@mail.example`.slice(2),
  })
  await t.owner(
    `insert into notification_choice (company_id, user_id, choices, quiet_from, quiet_to, version)
     values (
       $1, $2,
       '[{"kind":"security","console":false,"email":false},{"kind":"newDevice","console":false,"email":false}]',
       0, 23, 1
     )`,
    [user.companyId, user.userId],
  )
  const params = { id: user.userId }
  await t.as(user).call(accountApi.update, { body: { phone: '+8613900000001', version: 1 } })
  await t.as(admin).call(userApi.update, { params, body: { name: 'Li', version: 2 } })
  await t
    .as(admin)
    .call(userApi.update, { params, body: { email: 'other@mail.example', version: 3 } })
  await t.as(user).call(accountApi.changePassword, {
    body: { oldPassword: password, password: 'a much better one 9' },
  })
  await t.as(admin).call(userApi.setRoles, { params, body: { roleIds: [], version: 4 } })
  const told = await noticesOf(user.userId, 'securityChange')
  expect(told.map(({ data }) => data.change)).toEqual(['phone', 'email', 'password', 'roles'])
  const mails = await t.owner<{ what: string; due: boolean }>(
    `select data ->> 'change' as what, due_at <= now() as due from notice_delivery
     where target_id = $1 and channel = 'mail' and kind = 'securityChange' order by created_at`,
    [user.userId],
  )
  // Of the password a mail with words of its own goes out.
  expect(mails).toEqual([
    { what: 'phone', due: true },
    { what: 'email', due: true },
    { what: 'roles', due: true },
  ])
  const { list } = await events(admin)
  expect(list.map(({ action }) => action)).toEqual([
    'user.setRoles',
    'user.changePassword',
    'user.update',
    'user.updateOwn',
  ])
})

test('the log has one line for each, with the fields that docs/operations.md names', async () => {
  const lines: object[] = []
  const log = {
    warn: (line: object) => lines.push(line),
    info: (line: object) => lines.push(line),
  } as never
  const { companyId, userId } = await make.operator(t)
  const from = { address: '203.0.113.1', device: 'Chrome · Linux' }
  await noteSecurityEvent(t.app.deps, log, {
    event: 'signInFailed',
    method: 'password',
    username: 'x'.repeat(300),
    ...from,
  })
  await noteSecurityEvent(t.app.deps, log, {
    event: 'throttled',
    method: 'POST /api/login/account',
    ...from,
  })
  const hear = (action: 'user.addPasskey' | 'user.setAvatar' | 'role.update', entityId = userId) =>
    t.in(companyId, (db) =>
      hearSecurity(log)(
        db,
        { companyId, userId, name: 'Li', ...from },
        { action, entityId, before: null, after: null },
      ),
    )
  await hear('user.addPasskey')
  await hear('user.setAvatar')
  await hear('role.update', 'a role')
  const changed = { outcome: 'changed', companyId, actorId: userId, ...from }
  expect(lines.map((line) => (line as { securityEvent: object }).securityEvent)).toEqual([
    {
      event: 'signInFailed',
      outcome: 'refused',
      method: 'password',
      username: 'x'.repeat(100),
      ...from,
    },
    { event: 'throttled', outcome: 'refused', method: 'POST /api/login/account', ...from },
    { event: 'user.addPasskey', userId, ...changed },
    { event: 'role.update', ...changed },
  ])
})

test('those who read the audit log are told of every power that one person gives another, and of nothing less', async () => {
  const admin = await make.admin(t)
  const { companyId } = admin
  const auditor = await make.user(t, { companyId, permissions: ['ViewAuditLog'] })
  const roleIds = async (...codes: string[]) =>
    (await t.owner<{ id: string }>('select id from role where code = any($1)', [codes])).map(
      ({ id }) => id,
    )
  const user = await make.user(t, { companyId })
  const give = async (...codes: string[]) => {
    const { version } = (await t.as(admin).call(userApi.read, { params: { id: user.userId } })).body
      .data as { version: number }
    const body = { roleIds: await roleIds(...codes), version }
    expect(
      (await t.as(admin).call(userApi.setRoles, { params: { id: user.userId }, body })).status,
    ).toBe(200)
  }
  await give('Operator')
  expect(await noticesOf(auditor.userId, 'powerUsed')).toEqual([])
  await give('Operator', 'Admin')
  expect(await noticesOf(auditor.userId, 'powerUsed')).toMatchObject([
    { data: { what: 'powerGiven', about: user.username } },
  ])
  expect(await noticesOf(admin.userId, 'powerUsed')).toEqual([])
})

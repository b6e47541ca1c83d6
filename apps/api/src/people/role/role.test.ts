import type { Permission } from '@paydesk/contract/lib/permission'
import { loginApi } from '@paydesk/contract/people/login'
import { type Role, roleApi } from '@paydesk/contract/people/role'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../lib/db.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
const roles = async (user: TestUser) =>
  ((await t.as(user).call(roleApi.list, {})).body.data as { list: Role[] }).list
const create = async (boss: TestUser, code: string, permissions: Permission[] = []) =>
  (await t.as(boss).call(roleApi.create, { body: { code, name: code, permissions } })).body
    .data as Role
const byCode = async (boss: TestUser, code: string) =>
  (await roles(boss)).find((role) => role.code === code) as Role

test('a role’s permissions are replaced whole and hold from its users’ next request on', async () => {
  const boss = await make.superAdmin(t)
  const role = await create(boss, 'Clerk', ['ViewUser', 'ViewCustomer'])
  expect(role.permissions).toEqual(['ViewCustomer', 'ViewUser'])
  const clerk = await make.user(t, { roles: ['Clerk'] })
  const answer = await t.as(boss).call(roleApi.update, {
    params: { id: role.id },
    body: { permissions: ['ExportData'], version: 1 },
  })
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { permissions: ['ExportData'], userCount: 1, version: 2 } },
  })
  expect((await t.as(clerk).call(loginApi.currentUser, {})).body.data).toMatchObject({
    permissions: ['ExportData'],
  })
  const [entry] = await t.owner(
    `select before, after from audit_entry where action = 'role.update'`,
  )
  expect(entry).toEqual({
    before: { permissions: ['ViewCustomer', 'ViewUser'] },
    after: { permissions: ['ExportData'] },
  })
})

test('built-in roles stay: none is deleted, the admins’ permissions are not changed, their names may be', async () => {
  const boss = await make.superAdmin(t)
  for (const code of ['SuperAdmin', 'Admin', 'Operator', 'Finance']) {
    const { id } = await byCode(boss, code)
    expect(await t.as(boss).call(roleApi.delete, { params: { id } })).toMatchObject({
      status: 409,
      body: { errorCode: 'role.builtIn' },
    })
  }
  const admin = await byCode(boss, 'Admin')
  const update = (
    body: { name?: string; permissions?: string[]; version: number },
    id = admin.id,
  ) => t.as(boss).call(roleApi.update, { params: { id }, body })
  expect(await update({ permissions: [], version: 1 })).toMatchObject({
    status: 409,
    body: { errorCode: 'role.builtIn' },
  })
  expect(await update({ name: '公司管理员', version: 1 })).toMatchObject({ status: 200 })
  const operator = await byCode(boss, 'Operator')
  expect(
    (await update({ permissions: operator.permissions, version: 1 }, operator.id)).status,
  ).toBe(200)
})

test('a role that someone has, in whatever company, is not deleted', async () => {
  const boss = await make.superAdmin(t)
  const used = await create(boss, 'Used')
  await make.user(t, { roles: ['Used'] })
  expect(await t.as(boss).call(roleApi.delete, { params: { id: used.id } })).toMatchObject({
    status: 409,
    body: { errorCode: 'role.inUse' },
  })
  const unused = await create(boss, 'Unused', ['ViewUser'])
  expect((await t.as(boss).call(roleApi.delete, { params: { id: unused.id } })).status).toBe(200)
  expect(await byCode(boss, 'Unused')).toBeUndefined()
})

test('a super admin sees how many have a role everywhere, others how many in their own company', async () => {
  const boss = await make.superAdmin(t)
  await create(boss, 'Counted')
  const viewer = await make.user(t, { permissions: ['ViewUser'] })
  await make.user(t, { companyId: viewer.companyId, roles: ['Counted'] })
  await make.user(t, { roles: ['Counted'] })
  expect([
    (await byCode(boss, 'Counted')).userCount,
    (await byCode(viewer, 'Counted')).userCount,
  ]).toEqual([2, 1])
})

test('unknown permissions, taken codes and stale versions are refused', async () => {
  const boss = await make.superAdmin(t)
  const { id } = await create(boss, 'Taken')
  const body = { code: 'Taken', name: 'x' }
  expect(await t.as(boss).call(roleApi.create, { body })).toMatchObject({
    status: 409,
    body: { errorCode: 'role.codeTaken' },
  })
  expect(
    await t
      .as(boss)
      .call(roleApi.update, { params: { id }, body: { permissions: ['Fly'], version: 1 } }),
  ).toMatchObject({
    status: 422,
    body: { errorCode: 'permission.unknown' },
  })
  expect(
    await t.as(boss).call(roleApi.update, { params: { id }, body: { name: 'x', version: 7 } }),
  ).toMatchObject({
    status: 409,
    body: { errorCode: 'conflict.stale', data: { code: 'Taken', version: 1 } },
  })
})

test('the database itself lets nobody but a super admin write roles or permissions', async () => {
  const admin = await make.admin(t)
  const asAdmin = (statement: string) =>
    inTransaction(
      t.pool,
      [{ text: `select set_config('app.company_id', $1, true)`, values: [admin.companyId] }],
      (db) => sql.raw(statement).execute(db),
    )
  await expect(asAdmin(`insert into role (code, name) values ('x', 'x')`)).rejects.toThrow(
    /row-level security/,
  )
  await expect(
    asAdmin(`insert into role_permission select r.id, p.id from role r, permission p limit 1`),
  ).rejects.toThrow(/row-level/)
  const { numAffectedRows } = await asAdmin(`update permission set label_en = 'x'`)
  expect(numAffectedRows).toBe(0n)
  expect((await asAdmin('delete from role_permission')).numAffectedRows).toBe(0n)
})

import {
  type PermissionGroup,
  type PermissionRecord,
  permissionApi,
  permissionGroupApi,
} from '@paydesk/contract/people/permissionGroup'
import { userApi } from '@paydesk/contract/people/user'
import { expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
const groups = async (
  boss: TestUser,
  query: { name?: string; platformId?: number; pageSize?: number },
) =>
  (
    (await t.as(boss).call(permissionGroupApi.list, { query })).body.data as {
      list: PermissionGroup[]
      total: number
    }
  ).list
const index = async (boss: TestUser, platformId?: number) =>
  (
    (await t.as(boss).call(permissionApi.index, { query: platformId ? { platformId } : {} })).body
      .data as { list: PermissionRecord[] }
  ).list
const newGroup = async (boss: TestUser, name: string, platformId = 1) =>
  (await t.as(boss).call(permissionGroupApi.store, { body: { name, platformId } })).body
    .data as PermissionGroup
const newPermission = async (boss: TestUser, groupId: string, name: string) =>
  (
    await t
      .as(boss)
      .call(permissionApi.store, { body: { groupId, name, labelZh: '名', labelEn: name } })
  ).body.data as PermissionRecord

test('groups are found by any part of their name, per platform', async () => {
  const boss = await make.superAdmin(t)
  for (const name of ['Alpha beta', 'Gamma', '50%']) await newGroup(boss, name, 7)
  expect((await groups(boss, { platformId: 7 })).map(({ name }) => name)).toEqual([
    '50%',
    'Alpha beta',
    'Gamma',
  ])
  expect((await groups(boss, { name: 'ha BE' })).map(({ name }) => name)).toEqual(['Alpha beta'])
  expect((await groups(boss, { name: '%' })).map(({ name }) => name)).toEqual(['50%'])
  expect(await groups(boss, { platformId: 1 })).toHaveLength(4)
})

test('permissions are listed per platform; a name is unique there', async () => {
  const boss = await make.superAdmin(t)
  const group = await newGroup(boss, 'Other', 2)
  const made = await newPermission(boss, group.id, 'ViewUser')
  expect(made).toMatchObject({ platformId: 2, builtIn: false, groupName: 'Other' })
  expect((await index(boss, 2)).map(({ name }) => name)).toEqual(['ViewUser'])
  expect(await index(boss)).toHaveLength(23)
  const again = await t.as(boss).call(permissionApi.store, {
    body: { groupId: group.id, name: 'ViewUser', labelZh: '甲', labelEn: 'A' },
  })
  expect(again).toMatchObject({ status: 409, body: { errorCode: 'permission.nameTaken' } })
  // Another platform's permission of the same name gives nothing here.
  const user = await make.user(t)
  await t.owner(
    `with r as (insert into role (code, name) values ('P2', 'P2') returning id),
      rp as (insert into role_permission select id, $1 from r)
    insert into user_role select $2, $3, id from r`,
    [made.id, user.companyId, user.userId],
  )
  expect((await t.as(user).call(userApi.list, {})).status).toBe(403)
})

test('every built-in permission can be relabelled and regrouped, none renamed or deleted', async () => {
  const boss = await make.superAdmin(t)
  const group = await newGroup(boss, 'Mine')
  const builtIn = (await index(boss)).filter((permission) => permission.builtIn)
  expect(builtIn).toHaveLength(23)
  for (const { id, name, version } of builtIn) {
    expect(await t.as(boss).call(permissionApi.delete, { params: { id } })).toMatchObject({
      status: 409,
      body: { errorCode: 'permission.builtIn' },
    })
    const update = (body: object) =>
      t.as(boss).call(permissionApi.update, { params: { id }, body: { version, ...body } })
    expect(await update({ name: 'Renamed' })).toMatchObject({
      status: 409,
      body: { errorCode: 'permission.builtIn' },
    })
    expect(await update({ name, labelZh: '新', labelEn: 'New', groupId: group.id })).toMatchObject({
      status: 200,
      body: {
        data: { name, labelZh: '新', labelEn: 'New', groupName: 'Mine', version: version + 1 },
      },
    })
  }
  expect(
    (await t.as(boss).call(permissionGroupApi.delete, { params: { id: group.id } })).body,
  ).toMatchObject({
    errorCode: 'permissionGroup.notEmpty',
  })
})

test('a permission that is not built in can be renamed and deleted, and roles lose it; an empty group can be deleted', async () => {
  const boss = await make.superAdmin(t)
  const group = await newGroup(boss, 'Short-lived')
  const { id } = await newPermission(boss, group.id, 'Temporary')
  await make.role(t, ['Temporary' as never])
  expect(await t.as(boss).call(permissionGroupApi.info, { body: { id: group.id } })).toMatchObject({
    body: { data: { permissionCount: 1, permissions: [{ id, name: 'Temporary' }] } },
  })
  // Spec §7 calls it "params": the query is as good as the body.
  expect(await t.as(boss).call(permissionGroupApi.info, { query: { id: group.id } })).toMatchObject(
    {
      body: { data: { permissionCount: 1 } },
    },
  )
  expect((await t.as(boss).call(permissionGroupApi.info, {})).status).toBe(422)
  expect(
    (
      await t
        .as(boss)
        .call(permissionApi.update, { params: { id }, body: { name: 'Brief', version: 1 } })
    ).status,
  ).toBe(200)
  expect(
    (await t.as(boss).call(permissionApi.delete, { params: { id }, body: { version: 1 } })).body,
  ).toMatchObject({
    errorCode: 'conflict.stale',
  })
  expect((await t.as(boss).call(permissionApi.delete, { params: { id } })).status).toBe(200)
  expect(await t.owner('select from role_permission where permission_id = $1', [id])).toEqual([])
  const rename = (version: number) =>
    t
      .as(boss)
      .call(permissionGroupApi.update, { params: { id: group.id }, body: { name: 'x', version } })
  expect([(await rename(1)).status, (await rename(1)).status]).toEqual([200, 409])
  expect(
    (await t.as(boss).call(permissionGroupApi.delete, { params: { id: group.id } })).status,
  ).toBe(200)
})

test('a permission stays on its platform', async () => {
  const boss = await make.superAdmin(t)
  const { id } = await newPermission(boss, (await newGroup(boss, 'Here')).id, 'Stays')
  const there = await newGroup(boss, 'There', 3)
  expect(
    await t
      .as(boss)
      .call(permissionApi.update, { params: { id }, body: { groupId: there.id, version: 1 } }),
  ).toMatchObject({
    status: 422,
    body: { errorCode: 'permissionGroup.otherPlatform' },
  })
})

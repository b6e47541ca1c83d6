import type { Permission } from '@paydesk/contract/lib/permission'
import { loginApi } from '@paydesk/contract/people/login'
import { type User, type UserTreeNode, userApi } from '@paydesk/contract/people/user'
import { describe, expect, test } from 'vitest'
import { make, password, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
const read = async (actor: TestUser, { userId }: TestUser) =>
  (await t.as(actor).call(userApi.read, { params: { id: userId } })).body.data as User
const roleId = async (code: string) =>
  (await t.owner<{ id: string }>('select id from role where code = $1', [code]))[0]?.id as string
const setRoles = async (actor: TestUser, target: TestUser, codes: string[], version = 1) =>
  t.as(actor).call(userApi.setRoles, {
    params: { id: target.userId },
    body: { roleIds: await Promise.all(codes.map(roleId)), version },
  })
const list = async (actor: TestUser, query: object) =>
  (await t.as(actor).call(userApi.list, { query })).body.data as { list: User[]; total: number }
const versionOf = async ({ userId }: TestUser) =>
  (await t.owner<{ version: number }>('select version from app_user where id = $1', [userId]))[0]
    ?.version as number
const move = async (actor: TestUser, target: TestUser, parent: TestUser | null, version?: number) =>
  t.as(actor).call(userApi.move, {
    params: { id: target.userId },
    body: { parentId: parent?.userId ?? null, version: version ?? (await versionOf(target)) },
  })
const isAlive = async (user: TestUser) =>
  (await t.as(user).call(loginApi.currentUser, {})).status === 200

describe('the list', () => {
  test('finds by keyword, status, role and place in the tree', async () => {
    const admin = await make.admin(t)
    const { companyId } = admin
    const lead = await make.operator(t, { companyId })
    const member = await make.operator(t, { companyId, parentId: lead.userId })
    const below = await make.user(t, { companyId, parentId: member.userId, status: 'disabled' })
    await t.owner(
      `update app_user
       set name = '王芳', email = 'wang_f@example.com', phone = '+8613900001111'
       where id = $1`,
      [member.userId],
    )
    const ids = async (query: object) => (await list(admin, query)).list.map(({ id }) => id).sort()
    for (const keyword of ['王', 'WANG_F', '390000', member.username])
      expect(await ids({ keyword })).toEqual([member.userId])
    expect(await ids({ keyword: 'wangxf' })).toEqual([])
    expect(await ids({ parentId: lead.userId })).toEqual(
      [lead.userId, member.userId, below.userId].sort(),
    )
    expect(await ids({ parentId: lead.userId, status: 'disabled' })).toEqual([below.userId])
    expect(await ids({ roleId: await roleId('Admin') })).toEqual([admin.userId])
    expect(await list(admin, { pageSize: 2 })).toMatchObject({ total: 4 })
    expect(await read(admin, member)).toMatchObject({
      parentId: lead.userId,
      parentName: lead.username,
      roles: [{ code: 'Operator' }],
    })
  })
})

describe('an invitation', () => {
  const body = { username: 'new.user', name: '新人', email: 'new@example.com' }
  test('makes a user who cannot sign in yet, with roles that the inviter holds', async () => {
    const admin = await make.admin(t)
    const roleIds = [await roleId('Finance')]
    const made = await t
      .as(admin)
      .call(userApi.invite, { body: { ...body, roleIds, parentId: admin.userId } })
    expect(made).toMatchObject({
      body: { data: { status: 'invited', parentId: admin.userId, roles: [{ code: 'Finance' }] } },
    })
    expect(
      (await t.call(loginApi.account, { body: { username: body.username, password } })).status,
    ).toBe(422)
    expect(
      (await t.as(admin).call(userApi.invite, { body: { ...body, username: 'NEW.user' } })).body,
    ).toMatchObject({
      errorCode: 'user.usernameTaken',
    })
  })

  test.each([
    { username: 'a b' },
    { username: '' },
    { email: 'x' },
    { phone: '123' },
    { roleIds: ['x'] },
  ])('%o is refused', async (wrong) => {
    const admin = await make.admin(t)
    expect(
      (await t.as(admin).call(userApi.invite, { body: { ...body, ...wrong } as never })).status,
    ).toBe(422)
  })
})

test('an admin resets a lost second factor: it is gone, and so is everyone who was signed in with it', async () => {
  const admin = await make.admin(t)
  const user = await make.operator(t, { companyId: admin.companyId })
  const reset = () => t.as(admin).call(userApi.resetSecondFactor, { params: { id: user.userId } })
  expect((await reset()).body).toMatchObject({ errorCode: 'secondFactor.off' })
  await t.owner(
    `insert into second_factor (company_id, user_id, secret, enabled_at)
     values ($1, $2, '', now())`,
    [admin.companyId, user.userId],
  )
  expect(await read(admin, user)).toMatchObject({ secondFactor: true })
  expect(await reset()).toMatchObject({ status: 200, body: { data: { secondFactor: false } } })
  expect(await isAlive(user)).toBe(false)
})

describe('nobody grants what they do not hold', () => {
  const holder = (companyId: string, ...more: Permission[]) =>
    make.user(t, { companyId, permissions: ['UpdateUser', 'ViewUser', ...more] })

  test('an admin grants anything but SuperAdmin', async () => {
    const admin = await make.admin(t)
    const target = await make.user(t, { companyId: admin.companyId })
    expect(await setRoles(admin, target, ['SuperAdmin'])).toMatchObject({
      status: 403,
      body: { errorCode: 'user.cannotGrant' },
    })
    expect(await setRoles(admin, target, ['Admin', 'Finance'])).toMatchObject({ status: 200 })
    const boss = await make.superAdmin(t, admin.companyId)
    expect((await setRoles(boss, target, ['SuperAdmin'], 2)).status).toBe(200)
  })

  test('others grant roles whose every permission they hold', async () => {
    const companyId = await make.company(t)
    const [some, all] = [
      await holder(companyId, 'ViewCustomer'),
      await holder(
        companyId,
        'ViewPayPalBillManage',
        'ViewPayPalBill',
        'CreatePayPalBill',
        'ViewCustomer',
        'UpdateCustomer',
      ),
    ]
    const target = await make.user(t, { companyId })
    for (const code of ['Operator', 'Finance', 'Admin', 'SuperAdmin'])
      expect((await setRoles(some, target, [code])).body).toMatchObject({
        errorCode: 'user.cannotGrant',
      })
    // One permission of a role is not the role.
    expect(
      (await setRoles(some, target, [await make.role(t, ['ViewCustomer', 'ExportData'])])).body,
    ).toMatchObject({
      errorCode: 'user.cannotGrant',
    })
    expect((await setRoles(all, target, ['Operator'])).status).toBe(200)
    // The same holds for roles granted to oneself or through an invitation.
    expect((await setRoles(some, some, ['Admin'])).status).toBe(403)
    const invited = await t.as(some).call(userApi.invite, {
      body: {
        username: 'i',
        name: 'i',
        email: 'i@example.com',
        roleIds: [await roleId('Admin')],
      },
    })
    expect(invited.body).toMatchObject({ errorCode: 'user.cannotGrant' })
  })

  test('nobody can change a user who holds more: a new e-mail address would let them become that user', async () => {
    const admin = await make.admin(t)
    const helper = await holder(admin.companyId)
    const params = { id: admin.userId }
    expect(await read(helper, admin)).toMatchObject({ manageable: false })
    const answers = await Promise.all([
      t
        .as(helper)
        .call(userApi.update, { params, body: { email: 'mine@example.com', version: 1 } }),
      t.as(helper).call(userApi.disable, { params }),
      t.as(helper).call(userApi.endSessions, { params }),
      move(helper, admin, helper),
      setRoles(helper, admin, []),
    ])
    for (const { status, body } of answers)
      expect([status, body.errorCode]).toEqual([403, 'user.outranks'])
    expect(await isAlive(admin)).toBe(true)
    const boss = await make.superAdmin(t, admin.companyId)
    expect(
      (await t.as(admin).call(userApi.disable, { params: { id: boss.userId } })).body,
    ).toMatchObject({ errorCode: 'user.outranks' })
  })
})

describe('a session is dead on the next request', () => {
  test.each([
    [
      'after a disable',
      (admin: TestUser, user: TestUser) =>
        t.as(admin).call(userApi.disable, { params: { id: user.userId } }),
    ],
    [
      'after a change of roles',
      (admin: TestUser, user: TestUser) => setRoles(admin, user, ['Finance']),
    ],
    ['after losing all roles', (admin: TestUser, user: TestUser) => setRoles(admin, user, [])],
    [
      'after an admin ends it',
      (admin: TestUser, user: TestUser) =>
        t.as(admin).call(userApi.endSessions, { params: { id: user.userId } }),
    ],
    ['after signing out', (_: TestUser, user: TestUser) => t.as(user).call(loginApi.outLogin, {})],
  ])('%s, on every device, and stays so', async (name, act) => {
    const admin = await make.admin(t)
    const user = await make.operator(t, { companyId: admin.companyId })
    const second = { ...user, token: await make.session(t, user.companyId, user.userId) }
    expect((await act(admin, user)).status).toBe(200)
    expect(await isAlive(user)).toBe(false)
    if (name !== 'after signing out') expect(await isAlive(second)).toBe(false)
    await t.as(admin).call(userApi.enable, { params: { id: user.userId } })
    expect(await isAlive(user)).toBe(false)
    expect(await isAlive(admin)).toBe(true)
  })

  test('signing in makes a new token and does not take over one that a stranger planted', async () => {
    const user = await make.operator(t)
    const planted = 'planted-token-planted-token-planted-token-x'
    const answer = await t.call(
      loginApi.account,
      { body: { username: user.username, password } },
      { token: planted },
    )
    const { token } = answer.body.data as { token: string }
    expect(token).not.toBe(planted)
    expect([await isAlive({ ...user, token: planted }), await isAlive({ ...user, token })]).toEqual(
      [false, true],
    )
    const again = await t.call(
      loginApi.account,
      { body: { username: user.username, password } },
      { token },
    )
    expect((again.body.data as { token: string }).token).not.toBe(token)
  })
})

test('a user’s e-mail address or phone changes only after a second factor was shown, their name without', async () => {
  const admin = await make.admin(t)
  const { userId: id } = await make.operator(t, { companyId: admin.companyId })
  await make.shown(t, admin, 'password')
  const edit = (change: object) =>
    t.as(admin).call(userApi.update, { params: { id }, body: { ...change, version: 1 } })
  for (const change of [{ email: 'other@example.com' }, { phone: '+8613812345678' }])
    expect(await edit(change)).toMatchObject({
      status: 403,
      body: { errorCode: 'session.factorUnset' },
    })
  expect((await edit({ name: '李雷' })).status).toBe(200)
})

test('a user is edited with the version that was read; disabling and enabling follow the status', async () => {
  const admin = await make.admin(t)
  const user = await make.operator(t, { companyId: admin.companyId })
  const params = { id: user.userId }
  const edit = (version: number) =>
    t
      .as(admin)
      .call(userApi.update, { params, body: { name: '李雷', phone: '+8613812345678', version } })
  expect((await edit(1)).body.data).toMatchObject({
    name: '李雷',
    phone: '+8613812345678',
    version: 2,
  })
  expect(await edit(1)).toMatchObject({
    status: 409,
    body: { errorCode: 'conflict.stale', data: { name: '李雷', version: 2 } },
  })
  expect((await t.as(admin).call(userApi.enable, { params })).body).toMatchObject({
    errorCode: 'user.wrongStatus',
  })
  expect((await t.as(admin).call(userApi.disable, { params })).body.data).toMatchObject({
    status: 'disabled',
    sessionCount: 0,
  })
  expect((await t.as(admin).call(userApi.disable, { params })).body).toMatchObject({
    errorCode: 'user.wrongStatus',
  })
  expect((await t.as(admin).call(userApi.enable, { params })).body.data).toMatchObject({
    status: 'active',
  })
  expect(
    (await t.as(admin).call(userApi.disable, { params: { id: admin.userId } })).body,
  ).toMatchObject({ errorCode: 'user.notYourself' })
})

describe('the tree', () => {
  test('comes whole, parents before children', async () => {
    const admin = await make.admin(t)
    const { companyId } = admin
    const child = await make.user(t, { companyId, parentId: admin.userId })
    const grandchild = await make.user(t, { companyId, parentId: child.userId })
    const { data } = (await t.as(admin).call(userApi.tree, {})).body
    expect((data as { list: UserTreeNode[] }).list.map(({ id, level }) => [id, level])).toEqual([
      [admin.userId, 1],
      [child.userId, 2],
      [grandchild.userId, 3],
    ])
  })

  test('has no circles, however short or long', async () => {
    const admin = await make.admin(t)
    const { companyId } = admin
    const top = await make.user(t, { companyId })
    const middle = await make.user(t, { companyId, parentId: top.userId })
    const bottom = await make.user(t, { companyId, parentId: middle.userId })
    for (const parent of [top, middle, bottom])
      expect(await move(admin, top, parent)).toMatchObject({
        status: 409,
        body: { errorCode: 'user.cycle' },
      })
    expect((await move(admin, bottom, top)).status).toBe(200)
    expect((await move(admin, bottom, null)).body.data).toMatchObject({
      parentId: null,
      parentName: null,
    })
    expect((await move(admin, top, bottom)).status).toBe(200)
    // The caller read this version before someone else moved the user.
    expect(await move(admin, bottom, null, 1)).toMatchObject({
      status: 409,
      body: { errorCode: 'conflict.stale' },
    })
  })

  test('has no circles either when moves that are harmless alone come together, 30 rounds of 3', async () => {
    const admin = await make.admin(t)
    const { companyId } = admin
    const trio = [
      await make.user(t, { companyId }),
      await make.user(t, { companyId }),
      await make.user(t, { companyId }),
    ] as const
    for (let round = 0; round < 30; round++) {
      await t.owner('update app_user set parent_id = null where company_id = $1', [companyId])
      const [a, b, c] = trio
      const answers = await Promise.all([move(admin, a, b), move(admin, b, c), move(admin, c, a)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409])
      const { data } = (await t.as(admin).call(userApi.tree, {})).body
      expect((data as { total: number }).total).toBe(4)
    }
  })
})

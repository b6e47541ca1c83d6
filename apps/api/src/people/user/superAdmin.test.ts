import { companyApi } from '@paydesk/contract/people/company'
import { userApi } from '@paydesk/contract/people/user'
import { beforeEach, describe, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()

/** Removes every super admin, past the trigger that this file is about. */
beforeEach(() =>
  t.owner(`begin; set local session_replication_role = replica;
    delete from user_role using role r where r.id = role_id and r.code = 'SuperAdmin'; commit`),
)

const count = async () =>
  Number((await t.owner<{ count: string }>('select super_admin_count() as count'))[0]?.count)
const demote = (actor: TestUser, target: TestUser) =>
  t
    .as(actor)
    .call(userApi.setRoles, { params: { id: target.userId }, body: { roleIds: [], version: 1 } })
const disable = (actor: TestUser, target: TestUser) =>
  t.as(actor).call(userApi.disable, { params: { id: target.userId } })
const suspend = (actor: TestUser, { companyId }: TestUser) =>
  t.as(actor).call(companyApi.update, {
    params: { id: companyId },
    body: { status: 'suspended', version: 1 },
  })

describe('the last active super admin', () => {
  test('is not demoted, moved, or lost by any other way into the database', async () => {
    const boss = await make.superAdmin(t)
    const disabled = await make.user(t, {
      companyId: boss.companyId,
      roles: ['SuperAdmin'],
      status: 'disabled',
    })
    const last = { status: 409, body: { errorCode: 'user.lastSuperAdmin' } }
    expect(await demote(boss, boss)).toMatchObject(last)
    const moved = await t.as(boss).call(userApi.move, {
      params: { id: boss.userId },
      body: { parentId: disabled.userId, version: 1 },
    })
    expect(moved).toMatchObject(last)
    for (const statement of [
      `update app_user set status = 'disabled' where id = $1`,
      'delete from user_role where user_id = $1',
      `update company
       set status = 'suspended'
       where id = (select company_id from app_user where id = $1)`,
    ])
      await expect(t.owner(statement, [boss.userId])).rejects.toThrow(/last active super admin/)
    expect(await count()).toBe(1)
    // A disabled super admin does not count, so this demotion is allowed.
    expect((await demote(boss, disabled)).status).toBe(200)
  })

  test('can be demoted once there is another', async () => {
    const boss = await make.superAdmin(t)
    const other = await make.superAdmin(t, boss.companyId)
    expect((await disable(boss, other)).status).toBe(200)
    expect((await demote(boss, boss)).body).toMatchObject({ errorCode: 'user.lastSuperAdmin' })
  })

  test.each([
    ['disable', disable, true],
    ['demote', demote, true],
    ['suspend', suspend, false],
  ] as const)(
    'two who %s each other at the same moment: one stays, 25 rounds',
    async (_, act, sameCompany) => {
      for (let round = 0; round < 25; round++) {
        await t.owner(`begin; set local session_replication_role = replica;
        delete from user_role using role r where r.id = role_id and r.code = 'SuperAdmin'; commit`)
        const one = await make.superAdmin(t)
        const two = await make.superAdmin(t, sameCompany ? one.companyId : undefined)
        const answers = await Promise.all([act(one, two), act(two, one)])
        // The slower one was refused, or was no longer signed in when its turn came.
        const [won, lost] = answers.map(({ status }) => status).sort()
        expect(won).toBe(200)
        expect([401, 409]).toContain(lost)
        expect(await count()).toBe(1)
      }
    },
  )
})

import { randomBytes } from 'node:crypto'
import { approvalApi } from '@paydesk/contract/billing/approval'
import type { Permission } from '@paydesk/contract/lib/permission'
import { invitationApi } from '@paydesk/contract/people/invitation'
import { userApi } from '@paydesk/contract/people/user'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { hashToken } from '../../lib/actor.ts'
import { refundRecords } from '../../test/input/refundInputs.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'

const t = testApp()
const setRoles = async (admin: TestUser, { userId }: TestUser, codes: string[]) => {
  const roles = await t.owner<{ id: string }>('select id from role where code = any($1)', [codes])
  const [row] = await t.owner<{ version: number }>('select version from app_user where id = $1', [
    userId,
  ])
  const body = { roleIds: roles.map(({ id }) => id), version: row?.version as number }
  expect((await t.as(admin).call(userApi.setRoles, { params: { id: userId }, body })).status).toBe(
    200,
  )
}
const isNew = async ({ userId }: TestUser) =>
  (
    await t.owner('select from app_user where id = $1 and credentials_changed_at is not null', [
      userId,
    ])
  ).length > 0

describe('nobody makes the second person whom their own refund waits for', () => {
  /**
   * What somebody who signs in now is told when they approve a refund that the admin asked for,
   * and a day later.
   */
  async function approving(admin: TestUser, user: TestUser) {
    const { companyId } = admin
    const id = await refundRecords.approval({ t, companyId, caller: admin, mark: '' }, admin.userId)
    const signedIn = { ...user, token: await make.session(t, companyId, user.userId) }
    const approve = async () =>
      (
        await t
          .as(signedIn)
          .call(approvalApi.approve, { params: { id }, body: { version: 1, note: '' } })
      ).body
    const now = (await approve()).errorCode
    await t.owner(
      `update app_user
       set credentials_changed_at = credentials_changed_at - interval '24 hours'
       where id = $1`,
      [user.userId],
    )
    return { now, aDayLater: (await approve()).success }
  }
  const afterADay = { now: 'approval.newCredentials', aDayLater: true }

  test('whoever is given a role that approves does so after a day', async () => {
    const admin = await make.admin(t)
    const operator = await make.operator(t, { companyId: admin.companyId })
    await setRoles(admin, operator, ['Admin'])
    expect(await approving(admin, operator)).toEqual(afterADay)
  })

  test('whoever comes back approves after a day', async () => {
    const admin = await make.admin(t)
    const gone = await make.user(t, {
      companyId: admin.companyId,
      roles: ['Admin'],
      status: 'disabled',
    })
    expect((await t.as(admin).call(userApi.enable, { params: { id: gone.userId } })).status).toBe(
      200,
    )
    expect(await approving(admin, gone)).toEqual(afterADay)
  })
})

test.each<[string, Permission[], boolean]>([
  ['moves money', ['RefundPayPalBill'], true],
  ['decides who does', ['ViewUser', 'UpdateUser'], true],
  ['only looks', ['ViewUser', 'ViewCustomer'], false],
])(
  'a role that %s makes whoever gets it new accordingly; keeping or losing it does not',
  async (_, permissions, expected) => {
    const admin = await make.superAdmin(t)
    const user = await make.user(t, { companyId: admin.companyId })
    const role = await make.role(t, permissions)
    await setRoles(admin, user, [role])
    expect(await isNew(user)).toBe(expected)
    await t.owner('update app_user set credentials_changed_at = null where id = $1', [user.userId])
    await setRoles(admin, user, [role, await make.role(t, ['ViewCustomer'])])
    await setRoles(admin, user, [])
    expect(await isNew(user)).toBe(false)
  },
)

test('when an admin resets the factors, every bound identity goes too: whoever bound it would set up the next factor', async () => {
  const admin = await make.admin(t)
  const { companyId } = admin
  const [user, other] = [
    await make.operator(t, { companyId }),
    await make.operator(t, { companyId }),
  ]
  for (const { userId } of [user, other])
    await t.owner(
      `with f as (
         insert into second_factor (company_id, user_id, secret, enabled_at)
         values ($1, $2, '', now())
       )
       insert into identity (company_id, user_id, issuer, subject, label, created_at)
         select $1, $2, 'https://idp.example', days || $2::text, 'x',
           now() - days * interval '1 day'
         from unnest(array[0, 400]) days`,
      [companyId, userId],
    )
  expect(
    (await t.as(admin).call(userApi.resetSecondFactor, { params: { id: user.userId } })).status,
  ).toBe(200)
  const left = await t.owner('select user_id from identity where company_id = $1', [companyId])
  expect(left).toEqual([{ user_id: other.userId }, { user_id: other.userId }])
  const [entry] = await t.owner(
    `select after from audit_entry where company_id = $1 and action = 'user.resetSecondFactor'`,
    [companyId],
  )
  expect(entry).toMatchObject({ after: { identities: 2 } })
})

test('the link of somebody who was disabled stays dead when they are enabled again', async () => {
  const admin = await make.admin(t)
  const { companyId } = admin
  const { userId } = await make.user(t, {
    companyId,
    status: 'invited',
    email: 'invited@mail.example',
  })
  await t.owner('update app_user set password_hash = null where id = $1', [userId])
  const token = randomBytes(32).toString('base64url')
  await t.owner(
    `insert into invitation (company_id, user_id, token_hash, expires_at)
     values ($1, $2, $3, now() + interval '7 days')`,
    [companyId, userId, hashToken(token)],
  )
  const read = async () => (await t.call(invitationApi.read, { body: { token } })).status
  expect(await read()).toBe(200)
  await t.as(admin).call(userApi.disable, { params: { id: userId } })
  expect(
    (await t.as(admin).call(userApi.enable, { params: { id: userId } })).body.data,
  ).toMatchObject({ status: 'invited' })
  expect(await read()).toBe(422)
  expect((await t.as(admin).call(invitationApi.send, { params: { id: userId } })).status).toBe(200)
})

const letters: Record<string, (admin: TestUser, invited: TestUser) => Promise<{ status: number }>> =
  {
    'an invitation': (admin) =>
      t
        .as(admin)
        .call(userApi.invite, { body: { username: 'n', name: 'n', email: 'n@mail.example' } }),
    'an invitation again': (admin, { userId }) =>
      t.as(admin).call(invitationApi.send, { params: { id: userId } }),
    'an invitation to another address': (admin, { userId }) =>
      t.as(admin).call(userApi.update, {
        params: { id: userId },
        body: { email: 'right@mail.example', version: 1 },
      }),
    'word to the address from before': (admin) =>
      t.as(admin).call(userApi.update, {
        params: { id: admin.userId },
        body: { email: 'new@mail.example', version: 1 },
      }),
  }
// Two that take the letters' count and the audit chain in different orders wait for each other, and
// the whole company waits with them.
test.each(Object.entries(letters))(
  'whoever sends %s waits for its turn without holding the audit chain',
  async (_, send) => {
    const { companyId, ...rest } = await make.user(t, {
      roles: ['Admin'],
      email: 'admin@mail.example',
    })
    const admin = { companyId, ...rest }
    const invited = await make.user(t, {
      companyId,
      status: 'invited',
      email: 'wrong@mail.example',
    })
    // The first entry of all makes the chain.
    await t.as(admin).call(userApi.endSessions, { params: { id: invited.userId } })
    const blocker = new pg.Client({ connectionString: t.ownerUrl })
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query(
      `select pg_advisory_xact_lock(hashtextextended('message ' || $1::text, 0))`,
      [companyId],
    )
    const sending = send(admin, invited)
    await until(
      async () =>
        (
          await t.owner(
            `select
             from pg_stat_activity
             where datname = current_database() and wait_event = 'advisory'`,
          )
        )[0],
    )
    const head = await t
      .owner('select from audit_head where company_id = $1 for update nowait', [companyId])
      .catch((error) => error)
    await blocker.query('commit')
    await blocker.end()
    expect(head).toHaveLength(1)
    expect((await sending).status).toBe(200)
  },
)

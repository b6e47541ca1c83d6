import { loginApi } from '@paydesk/contract/people/login'
import { type Passkey, passkeyApi } from '@paydesk/contract/people/passkey'
import pg from 'pg'
import { expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { Authenticator } from '../../test/server/authenticator.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'

const origin = 'http://localhost:3000'
const t = testApp()
type Ceremony = { ticket: string; options: Record<string, unknown> }

const alive = async (token: string) =>
  (await t.call(loginApi.currentUser, {}, { token })).status === 200
const registerOptions = async (user: TestUser) =>
  (await t.call(passkeyApi.registerOptions, {}, { token: user.token })).body.data as Ceremony

async function register(user: TestUser, device: Authenticator, begun?: Ceremony) {
  const { ticket, options } = begun ?? (await registerOptions(user))
  return t.call(
    passkeyApi.register,
    { body: { ticket, name: '我的电脑', response: device.create(options) } },
    { token: user.token },
  )
}

async function withPasskey() {
  const user = await make.operator(t)
  const device = new Authenticator(origin)
  const answer = await register(user, device)
  return { user, device, passkey: answer.body.data as Passkey }
}

const signInOptions = async () => (await t.call(passkeyApi.signInOptions, {})).body.data as Ceremony
async function signIn(device: Authenticator, begun?: Ceremony) {
  const { ticket, options } = begun ?? (await signInOptions())
  return t.call(passkeyApi.signIn, { body: { ticket, response: device.get(options) } })
}

test('adding a passkey needs a fresh sign-in and ends other sessions; it signs in without a username or second factor', async () => {
  const user = await make.operator(t)
  await make.shown(t, user, null)
  expect(await t.call(passkeyApi.registerOptions, {}, { token: user.token })).toMatchObject({
    status: 403,
    body: { errorCode: 'session.notFresh' },
  })
  await make.shown(t, user, 'password')
  const other = await make.session(t, user.companyId, user.userId)
  const device = new Authenticator(origin)
  expect(await register(user, device)).toMatchObject({
    status: 200,
    body: { data: { name: '我的电脑', lastUsedAt: null, synced: false } },
  })
  expect([await alive(user.token), await alive(other)]).toEqual([true, false])
  const { token } = (await signIn(device)).body.data as { token: string }
  expect((await t.call(loginApi.currentUser, {}, { token })).body.data).toMatchObject({
    id: user.userId,
  })
  const { list } = (await t.call(passkeyApi.list, {}, { token })).body.data as { list: Passkey[] }
  expect(list).toMatchObject([{ name: '我的电脑', lastUsedAt: expect.any(String) }])
})

test('a challenge is answered once, in time, and only by the user it was made for', async () => {
  const { user, device } = await withPasskey()
  const begun = await signInOptions()
  const response = device.get(begun.options)
  const send = () => t.call(passkeyApi.signIn, { body: { ticket: begun.ticket, response } })
  expect((await send()).status).toBe(200)
  expect((await send()).body).toMatchObject({ errorCode: 'login.passkeyRefused' })
  const other = await make.operator(t)
  expect(
    (await register(other, new Authenticator(origin), await registerOptions(user))).body,
  ).toMatchObject({
    errorCode: 'login.passkeyRefused',
  })
  const late = await signInOptions()
  await t.owner(`update ticket set expires_at = now() where kind = 'passkeySignIn'`)
  expect((await signIn(device, late)).body).toMatchObject({ errorCode: 'login.passkeyRefused' })
})

test('another origin, an altered signature, no PIN or fingerprint, another challenge, a copied authenticator: none gets in', async () => {
  const { user, device } = await withPasskey()
  const refused = { status: 422, body: { errorCode: 'login.passkeyRefused' } }
  expect(await register(user, new Authenticator('https://evil.example'))).toMatchObject(refused)
  const forged = await signInOptions()
  const response = device.get(forged.options)
  const bytes = Buffer.from(response.response.signature, 'base64url')
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1
  response.response.signature = bytes.toString('base64url')
  expect(
    await t.call(passkeyApi.signIn, { body: { ticket: forged.ticket, response } }),
  ).toMatchObject(refused)
  device.verifiesUser = false
  expect(await signIn(device)).toMatchObject(refused)
  device.verifiesUser = true
  const [one, two] = [await signInOptions(), await signInOptions()]
  expect(
    await t.call(passkeyApi.signIn, {
      body: { ticket: one.ticket, response: device.get(two.options) },
    }),
  ).toMatchObject(refused)
  expect((await signIn(device)).status).toBe(200)
  device.counter = 0
  expect(await signIn(device)).toMatchObject(refused)
  expect(await signIn(new Authenticator(origin))).toMatchObject(refused)
})

test('the same passkey cannot be added twice; it is renamed and removed by its owner only', async () => {
  const { user, device, passkey } = await withPasskey()
  const other = await make.operator(t, { companyId: user.companyId })
  expect(await register(other, device)).toMatchObject({
    status: 409,
    body: { errorCode: 'passkey.taken' },
  })
  const rename = (who: TestUser) =>
    t.call(
      passkeyApi.rename,
      { params: { id: passkey.id }, body: { name: '新名字' } },
      { token: who.token },
    )
  const remove = (who: TestUser) =>
    t.call(passkeyApi.remove, { params: { id: passkey.id } }, { token: who.token })
  expect([(await rename(other)).status, (await remove(other)).status]).toEqual([404, 404])
  expect(await rename(user)).toMatchObject({ status: 200, body: { data: { name: '新名字' } } })
  expect((await remove(user)).status).toBe(200)
  expect((await signIn(device)).body).toMatchObject({ errorCode: 'login.passkeyRefused' })
  const actions = await t.owner<{ action: string }>(
    'select action from audit_entry where company_id = $1 order by seq',
    [user.companyId],
  )
  expect(actions.map(({ action }) => action)).toEqual([
    'user.addPasskey',
    'user.renamePasskey',
    'user.removePasskey',
  ])
})

test('whoever must have a second factor keeps the last one, also when two passkeys are removed at once', async () => {
  const admin = await make.admin(t)
  const passkeys = async () => {
    const { list } = (await t.call(passkeyApi.list, {}, { token: admin.token })).body.data as {
      list: Passkey[]
    }
    return list.map(({ id }) => id)
  }
  const remove = async (id: string | undefined) =>
    t.call(passkeyApi.remove, { params: { id: id as string } }, { token: admin.token })
  for (let i = 0; i < 2; i++)
    expect((await register(admin, new Authenticator(origin))).status).toBe(200)
  // Both have begun before either goes on: whoever holds the user lets them go at the same moment.
  const holder = new pg.Client({ connectionString: t.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from app_user where id = $1 for no key update', [admin.userId])
  const removing = (await passkeys()).map(remove)
  const waiting = () =>
    t.owner(
      `select
       from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
  await until(async () => (await waiting())[1])
  await holder.query('commit')
  await holder.end()
  const both = await Promise.all(removing)
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const [last] = await passkeys()
  expect(await remove(last)).toMatchObject({
    status: 409,
    body: { errorCode: 'secondFactor.required' },
  })
  // One that was begun and never confirmed is none.
  await t.owner(`insert into second_factor (company_id, user_id, secret) values ($1, $2, '')`, [
    admin.companyId,
    admin.userId,
  ])
  expect((await remove(last)).status).toBe(409)
  await t.owner('update second_factor set enabled_at = now() where user_id = $1', [admin.userId])
  expect((await remove(last)).status).toBe(200)
})

test('nobody has more than twenty passkeys, sees those of somebody else, or is stopped by theirs', async () => {
  const { user, passkey } = await withPasskey()
  const other = await make.operator(t, { companyId: user.companyId })
  const names = async (who: TestUser) =>
    (
      (await t.call(passkeyApi.list, {}, { token: who.token })).body.data as { list: Passkey[] }
    ).list.map(({ id }) => id)
  expect([await names(user), await names(other)]).toEqual([[passkey.id], []])
  await t.owner(
    `insert into passkey (company_id, user_id, name, credential_id, public_key, counter, synced)
     select $1, $2, 'A', sha256(i::text::bytea), '', 0, false from generate_series(1, 19) i`,
    [user.companyId, user.userId],
  )
  const options = (who: TestUser) => t.call(passkeyApi.registerOptions, {}, { token: who.token })
  expect(await options(user)).toMatchObject({ status: 409, body: { errorCode: 'passkey.tooMany' } })
  expect((await options(other)).status).toBe(200)
})

test.each([
  ['disabled', `update app_user set status = 'disabled' where id = $1`],
  [
    'of a suspended company',
    `update company
     set status = 'suspended'
     where id = (select company_id from app_user where id = $1)`,
  ],
])('a user who is %s does not get in', async (_, statement) => {
  const { user, device } = await withPasskey()
  await t.owner(statement, [user.userId])
  expect((await signIn(device)).body).toMatchObject({ errorCode: 'login.passkeyRefused' })
})

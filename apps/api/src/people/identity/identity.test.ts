import { type Identity, identityApi } from '@paydesk/contract/people/identity'
import { loginApi, type SignInReply } from '@paydesk/contract/people/login'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { oidcServer } from '../../test/server/oidcServer.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'

const server = await oidcServer('http://localhost:3000/user/oidc')
const t = testApp({ environment: () => server.environment })
const plain = testApp()
const down = testApp({
  environment: () => ({ ...server.environment, OIDC_ISSUER: 'http://127.0.0.1:9' }),
})

type Departure = { url: string; proof: string }
const bindBegin = (user: TestUser) => t.call(identityApi.bindBegin, {}, { token: user.token })

async function bind(user: TestUser, login: string) {
  const { url, proof } = (await bindBegin(user)).body.data as Departure
  return t.call(
    identityApi.bind,
    { body: { proof, ...(await server.visit(url, login)) } },
    { token: user.token },
  )
}

async function bound(login: string) {
  const user = await make.operator(t)
  return { user, identity: (await bind(user, login)).body.data as Identity }
}

const depart = async () =>
  (await t.call(identityApi.signInBegin, { body: {} })).body.data as Departure
async function signIn(login: string) {
  const { url, proof } = await depart()
  return t.call(identityApi.signIn, { body: { proof, ...(await server.visit(url, login)) } })
}
const refused = { status: 422, body: { errorCode: 'login.identityRefused' } }

test('an identity that was bound with a fresh sign-in signs in until it is unbound', async () => {
  const user = await make.operator(t)
  await make.shown(t, user, null)
  expect(await bindBegin(user)).toMatchObject({
    status: 403,
    body: { errorCode: 'session.notFresh' },
  })
  await make.shown(t, user, 'password')
  expect(await signIn('li.lei')).toMatchObject({
    status: 422,
    body: { errorCode: 'login.identityUnknown' },
  })
  expect(await bind(user, 'li.lei')).toMatchObject({
    status: 200,
    body: { data: { issuer: server.issuer, label: 'li.lei@idp.example' } },
  })
  const { token } = (await signIn('li.lei')).body.data as { token: string }
  expect((await t.call(loginApi.currentUser, {}, { token })).body.data).toMatchObject({
    id: user.userId,
  })
  const { list, provider } = (await t.call(identityApi.list, {}, { token })).body.data as {
    list: Identity[]
    provider: object
  }
  expect(list).toMatchObject([{ label: 'li.lei@idp.example', lastUsedAt: expect.any(String) }])
  expect(provider).toEqual({ label: '企业账号' })
  expect(
    (await t.call(identityApi.unbind, { params: { id: list[0]?.id as string } }, { token })).status,
  ).toBe(200)
  expect(await signIn('li.lei')).toMatchObject({
    status: 422,
    body: { errorCode: 'login.identityUnknown' },
  })
  const actions = await t.owner<{ action: string }>(
    'select action from audit_entry where company_id = $1 order by seq',
    [user.companyId],
  )
  expect(actions.map(({ action }) => action)).toEqual([
    'user.bindIdentity',
    'session.signIn',
    'user.unbindIdentity',
  ])
})

test('an answer of the provider whose signature is not its own is refused', async () => {
  const { user } = await bound('signed.by.nobody')
  const { url, proof } = await depart()
  const back = await server.visit(url, 'signed.by.nobody')
  const honest = globalThis.fetch
  let altered = 0
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const response = await honest(...args)
    if (!String(args[0]).endsWith('/token')) return response
    const tokens = (await response.json()) as { id_token: string }
    const [head, claims, signature = ''] = tokens.id_token.split('.')
    const wrong = Buffer.from(signature, 'base64url').reverse().toString('base64url')
    altered++
    return Response.json({ ...tokens, id_token: [head, claims, wrong].join('.') })
  })
  const answer = await t.call(identityApi.signIn, { body: { proof, ...back } })
  vi.unstubAllGlobals()
  expect(answer).toMatchObject(refused)
  expect(altered).toBe(1)
  expect(
    await t.owner('select from session where user_id = $1 and ended_at is null', [user.userId]),
  ).toHaveLength(1)
})

test('a session that was ended on the way binds nothing', async () => {
  const user = await make.operator(t)
  await make.shown(t, user, 'password')
  const blocker = new pg.Client({ connectionString: t.ownerUrl })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('select from app_user where id = $1 for no key update', [user.userId])
  const binding = bind(user, 'ended.on.the.way')
  await until(
    async () =>
      (
        await t.owner(
          `select
           from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
      )[0],
  )
  await blocker.query('update session set ended_at = now() where user_id = $1', [user.userId])
  await blocker.query('commit')
  await blocker.end()
  expect((await binding).status).toBe(401)
  expect(await t.owner('select from identity where user_id = $1', [user.userId])).toEqual([])
})

test('the way there carries state, nonce and a PKCE challenge, and never the token', async () => {
  const { url } = await depart()
  const { searchParams } = new URL(url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'paydesk',
    redirect_uri: 'http://localhost:3000/user/oidc',
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    state: expect.any(String),
    nonce: expect.any(String),
    code_challenge: expect.any(String),
  })
})

test('an answer counts once, only in the browser that left, and only for the purpose it left with', async () => {
  const { user } = await bound('han.meimei')
  const { url, proof } = await depart()
  const back = await server.visit(url, 'han.meimei')
  expect(
    await t.call(identityApi.signIn, { body: { proof: 'x'.repeat(43), ...back } }),
  ).toMatchObject(refused)
  // The wrong proof has used the journey up: nobody can finish what an attacker's link started.
  expect(await t.call(identityApi.signIn, { body: { proof, ...back } })).toMatchObject(refused)

  const binding = (await bindBegin(user)).body.data as Departure
  const forBinding = { proof: binding.proof, ...(await server.visit(binding.url, 'han.meimei')) }
  expect(await t.call(identityApi.signIn, { body: forBinding })).toMatchObject(refused)

  const again = await depart()
  const answer = { proof: again.proof, ...(await server.visit(again.url, 'han.meimei')) }
  expect((await t.call(identityApi.signIn, { body: answer })).status).toBe(200)
  expect(await t.call(identityApi.signIn, { body: answer })).toMatchObject(refused)
})

test('a made-up code, another journey’s code and another issuer are refused', async () => {
  await bound('jim')
  const made = await depart()
  const state = new URL(made.url).searchParams.get('state') as string
  expect(
    await t.call(identityApi.signIn, {
      body: { proof: made.proof, state, code: 'made-up', iss: server.issuer },
    }),
  ).toMatchObject(refused)
  const [one, two] = [await depart(), await depart()]
  const [a, b] = [await server.visit(one.url, 'jim'), await server.visit(two.url, 'jim')]
  expect(
    await t.call(identityApi.signIn, { body: { proof: one.proof, ...a, code: b.code } }),
  ).toMatchObject(refused)
  const other = await depart()
  const back = await server.visit(other.url, 'jim')
  expect(
    await t.call(identityApi.signIn, {
      body: { proof: other.proof, ...back, iss: 'https://evil.example' },
    }),
  ).toMatchObject(refused)
})

test('one identity belongs to one user, and is unbound by its owner only', async () => {
  const { user, identity } = await bound('lucy')
  const other = await make.operator(t, { companyId: user.companyId })
  expect(await bind(other, 'lucy')).toMatchObject({
    status: 409,
    body: { errorCode: 'identity.taken' },
  })
  expect(
    (await t.call(identityApi.unbind, { params: { id: identity.id } }, { token: other.token }))
      .status,
  ).toBe(404)
  await t.owner(`update app_user set status = 'disabled' where id = $1`, [user.userId])
  expect(await signIn('lucy')).toMatchObject({
    status: 422,
    body: { errorCode: 'login.identityUnknown' },
  })
})

test('the second factor is asked for after the provider, too', async () => {
  const { user } = await bound('tom')
  await t.in(user.companyId, async (db) => {
    const place = {
      companyId: user.companyId,
      table: 'second_factor',
      column: 'secret',
      row: user.userId,
    }
    const secret = await t.outside.secrets.seal(db, place, 'JBSWY3DPEHPK3PXP')
    await db
      .insertInto('secondFactor')
      .values({
        companyId: user.companyId,
        userId: user.userId,
        secret,
        enabledAt: new Date().toISOString(),
      })
      .execute()
  })
  expect((await signIn('tom')).body.data as SignInReply).toMatchObject({
    secondFactor: { enrol: false },
  })
})

test('a provider that does not answer is a 503, not a bug', async () => {
  expect(await down.call(identityApi.signInBegin, { body: {} })).toMatchObject({
    status: 503,
    body: { errorCode: 'unavailable' },
  })
})

test('without a provider the method is not offered', async () => {
  expect((await plain.call(loginApi.methods, {})).body.data).toMatchObject({
    oidc: null,
    phone: true,
    mailbox: true,
  })
  expect((await t.call(loginApi.methods, {})).body.data).toMatchObject({
    oidc: { label: '企业账号' },
  })
  expect((await plain.call(identityApi.signInBegin, { body: {} })).body).toMatchObject({
    errorCode: 'login.methodUnavailable',
  })
})

import { loginApi } from '@paydesk/contract/people/login'
import { describe, expect, test } from 'vitest'
import { network } from '../../lib/throttle.ts'
import { make, password } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
const signIn = (
  username: string,
  secret = password,
  options: { remember?: boolean; address?: string } = {},
) =>
  t.call(
    loginApi.account,
    { body: { username, password: secret, remember: options.remember ?? false } },
    options.address ? { address: options.address } : {},
  )
const currentUser = (token: string) => t.call(loginApi.currentUser, {}, { token })

describe('sign-in', () => {
  test('answers an opaque token that works raw in the Authorization header; the database knows only its hash', async () => {
    const user = await make.operator(t)
    const answer = await signIn(user.username.toUpperCase())
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    const { token } = answer.body.data as { token: string }
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect((await currentUser(token)).body.data).toMatchObject({
      username: user.username,
      roles: ['Operator'],
      permissions: expect.arrayContaining(['ViewPayPalBill']),
    })
    expect((await currentUser(`Bearer ${token}`)).status).toBe(401)
    const stored = await t.owner<{ token_hash: Buffer }>(
      'select token_hash from session where user_id = $1',
      [user.userId],
    )
    expect(stored.some(({ token_hash }) => token_hash.toString().includes(token))).toBe(false)
  })

  test('wrong password, unknown user, disabled user and suspended company read the same', async () => {
    const user = await make.operator(t)
    const disabled = await make.user(t, { status: 'disabled' })
    const suspended = await make.user(t, {
      companyId: await make.company(t, { status: 'suspended' }),
    })
    const answers = await Promise.all([
      signIn(user.username, 'wrong', { address: '10.0.0.1' }),
      signIn('nobody-at-all', 'wrong', { address: '10.0.0.2' }),
      signIn(disabled.username, password, { address: '10.0.0.3' }),
      signIn(suspended.username, password, { address: '10.0.0.4' }),
    ])
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 422, body: answers[0]?.body })
    expect(answers[0]?.body).toMatchObject({
      errorCode: 'login.incorrect',
      errorMessage: '用户名或密码错误',
    })
  })

  test('unknown and known usernames take the same time', async () => {
    await signIn('warm-up', 'wrong', { address: '10.1.1.1' })
    const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
    const ratio = () =>
      Math.max(fastest.known, fastest.unknown) / Math.min(fastest.known, fastest.unknown)
    // The fastest of each are compared: a busy machine only ever adds time. The more attempts, the
    // nearer each comes to its true time, so a real difference stays however often they are tried,
    // and a chance one goes. A left-out hash would show as a tenth.
    for (let round = 0; round < 10 && !(ratio() < 1.5); round++) {
      const users = await Promise.all([make.operator(t), make.operator(t), make.operator(t)])
      for (let index = 0; index < 24; index++)
        // The two alternate, so that whatever else the machine does slows both alike.
        for (const kind of ['known', 'unknown'] as const) {
          const username =
            kind === 'known' ? (users[index % 3]?.username as string) : `nobody-${round}-${index}`
          const startedAt = performance.now()
          await signIn(username, 'wrong', { address: `10.1.${round + 2}.${index}` })
          fastest[kind] = Math.min(fastest[kind], performance.now() - startedAt)
        }
    }
    expect(ratio()).toBeLessThan(1.5)
  }, 60_000)

  test('an account is locked after ten attempts, also when they come at once, and a success clears the count', async () => {
    const user = await make.operator(t)
    for (let index = 0; index < 8; index++)
      await signIn(user.username, 'wrong', { address: `10.2.0.${index}` })
    expect((await signIn(user.username, password, { address: '10.2.0.9' })).status).toBe(200)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        signIn(user.username, 'wrong', { address: `10.2.1.${index}` }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    const locked = await signIn(user.username, password, { address: '10.2.2.1' })
    expect(locked).toMatchObject({ status: 429, body: { errorCode: 'login.tooManyAttempts' } })
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('an unknown username is locked in the same way', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        signIn('ghost', 'wrong', { address: `10.3.0.${index}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  })

  test('other spellings of a name, and other addresses of one IPv6 network, share its count', async () => {
    const spellings = ['trickier', 'TRICKIER', 'trİckier', 'trİckİer', 'trickİer']
    for (const spelling of spellings) await signIn(spelling, 'wrong', { address: '10.5.0.1' })
    const counts = await t.owner<{ keys: number; names: number }>(
      `select (select count(*)::int from login_throttle where key like 'user:tr%ckier') as keys,
         (
           select count(distinct lower(spelling))::int from unnest($1::text[]) as spelling
         ) as names`,
      [spellings],
    )
    expect(counts[0]?.keys).toBe(counts[0]?.names)
    expect(network('2001:db8:1:2:3:4:5:6')).toBe(network('2001:db8:1:2::9'))
    expect(network('::1')).not.toBe(network('2001:db8::1'))
    expect(network('10.0.0.1')).toBe('10.0.0.1')
  })

  test('one address cannot try many accounts', async () => {
    const spray = (from: number) =>
      Promise.all(
        Array.from({ length: 55 }, (_, index) =>
          signIn(`spray-${from + index}`, 'wrong', { address: '10.4.0.1' }),
        ),
      )
    // In two parts, because an address has no more than that under way at once.
    const attempts = [...(await spray(0)), ...(await spray(55))]
    expect(
      attempts.map(({ body }) => body.errorCode).filter((code) => code === 'login.tooManyAttempts'),
    ).toHaveLength(10)
    expect(attempts.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  test.each([
    {},
    { username: '' },
    { username: 'a', password: '' },
    { username: 'a', password: 'b'.repeat(201) },
    { username: ['a'], password: 'b' },
  ])('%o is refused with the fields that are wrong', async (body) => {
    const answer = await t.send({ method: 'POST', url: '/api/login/account', payload: body })
    expect(answer).toMatchObject({
      status: 422,
      body: { success: false, errorCode: 'request.invalid' },
    })
  })
})

describe('session', () => {
  test('is dead on the next request after signing out', async () => {
    const user = await make.operator(t)
    expect((await currentUser(user.token)).status).toBe(200)
    expect((await t.call(loginApi.outLogin, {}, { token: user.token })).body).toMatchObject({
      success: true,
      data: null,
    })
    expect((await currentUser(user.token)).status).toBe(401)
  })

  test.each([
    ['the user is disabled', `update app_user set status = 'disabled' where id = $1`],
    [
      'the company is suspended',
      `update company
       set status = 'suspended'
       where id = (select company_id from app_user where id = $1)`,
    ],
    [
      'it has been idle too long',
      `update session set last_seen_at = now() - interval '61 minutes' where user_id = $1`,
    ],
    ['its absolute lifetime is over', `update session set expires_at = now() where user_id = $1`],
  ])('is dead when %s', async (_, statement) => {
    const user = await make.operator(t)
    await t.owner(statement, [user.userId])
    expect((await currentUser(user.token)).status).toBe(401)
  })

  test('loses a permission from the next request on after a role is taken away', async () => {
    const user = await make.operator(t)
    await t.owner('delete from user_role where user_id = $1', [user.userId])
    expect((await currentUser(user.token)).body.data).toMatchObject({ roles: [], permissions: [] })
  })

  test('is kept alive by use, with at most one write a minute', async () => {
    const user = await make.operator(t)
    await t.owner(
      `update session set last_seen_at = now() - interval '2 minutes' where user_id = $1`,
      [user.userId],
    )
    const seen = async () =>
      (
        await t.owner<{ at: Date }>('select last_seen_at as at from session where user_id = $1', [
          user.userId,
        ])
      )[0]?.at.getTime()
    await currentUser(user.token)
    const first = await seen()
    await currentUser(user.token)
    expect(await seen()).toBe(first)
    expect(Date.now() - (first ?? 0)).toBeLessThan(60_000)
  })

  test.each(['', 'undefined', 'a'.repeat(5000), "' or 1=1 --"])(
    'the token %s is nobody',
    async (token) => {
      expect(await currentUser(token)).toMatchObject({ status: 401, body: { errorCode: 401 } })
    },
  )
})

describe('in production mode', () => {
  const production = testApp({ production: true })
  test('demo users cannot sign in', async () => {
    const demo = await make.user(production, { demo: true })
    const real = await make.user(production)
    const as = (username: string) =>
      production.call(loginApi.account, { body: { username, password } })
    expect((await as(demo.username)).status).toBe(422)
    expect((await as(real.username)).status).toBe(200)
  })
})

test('a caller is known also by a server that takes no writes: when they were last seen is not noted then', async () => {
  const user = await make.operator(t)
  await t.owner(
    `update session set last_seen_at = now() - interval '5 minutes' where user_id = $1`,
    [user.userId],
  )
  const client = await t.pool.connect()
  await client.query('begin read only')
  const { rows } = await client.query(
    'select user_id from authenticate_request(sha256($1), false)',
    [user.token],
  )
  await client.query('rollback')
  client.release()
  expect(rows).toEqual([{ user_id: user.userId }])
})

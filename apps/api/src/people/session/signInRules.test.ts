import { randomBytes } from 'node:crypto'
import { accountApi } from '@paydesk/contract/people/account'
import { invitationApi } from '@paydesk/contract/people/invitation'
import { loginApi } from '@paydesk/contract/people/login'
import { passkeyApi } from '@paydesk/contract/people/passkey'
import pg from 'pg'
import { expect, test } from 'vitest'
import { hashToken } from '../../lib/actor.ts'
import { make, password, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'
import { lifetimeOf } from './policy.ts'

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

const incorrect = { status: 422, body: { errorCode: 'login.incorrect' } }
/**
 * The sign-in reads the user as it was, then waits for the row that the change holds, and goes on
 * when the change is committed.
 */
async function signInDuring(user: TestUser, change: string) {
  const blocker = new pg.Client({ connectionString: t.ownerUrl })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query(change, [user.userId])
  const attempt = signIn(user.username, password, { address: '10.6.0.1' })
  await until(async () => (await waitingForLocks()) || undefined)
  await blocker.query('commit')
  await blocker.end()
  return attempt
}
const waitingForLocks = async () =>
  (
    await t.owner(
      `select
       from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length

test('a password that changes while it is being checked opens no session', async () => {
  const user = await make.operator(t)
  expect(
    await signInDuring(user, `update app_user set password_hash = 'changed' where id = $1`),
  ).toMatchObject(incorrect)
})

test('a user who is disabled while the password is being checked gets no session, which would come alive with the user again', async () => {
  const user = await make.operator(t)
  expect(
    await signInDuring(user, `update app_user set status = 'disabled' where id = $1`),
  ).toMatchObject(incorrect)
  expect(await t.owner('select from session where user_id = $1', [user.userId])).toHaveLength(1)
})

test.each([
  [
    'links that set a password',
    100,
    (address: string) =>
      t.call(
        loginApi.reset,
        { body: { token: 'x'.repeat(43), password: 'a good one 1234' } },
        { address },
      ),
  ],
  [
    'invitations',
    100,
    (address: string) =>
      t.call(invitationApi.read, { body: { token: 'x'.repeat(43) } }, { address }),
  ],
  [
    'sign-ins by passkey',
    300,
    (address: string) => t.call(passkeyApi.signInOptions, {}, { address }),
  ],
])('one address begins a limited number of %s in a quarter of an hour', async (_, limit, begin) => {
  const address = `10.8.1.${randomBytes(1)[0]}`
  await begin(address)
  // As if all but one of the others had been before.
  await t.owner(
    `update login_throttle
     set attempts = $2
     where key like '%:' || $1 and key not like 'address:%'`,
    [address, limit - 1],
  )
  expect((await begin(address)).status).not.toBe(429)
  expect((await begin(address)).status).toBe(429)
  expect((await begin('10.8.255.1')).status).not.toBe(429)
})

test('a success takes itself off the count of its address and forgives the account, nobody else', async () => {
  const [user, other] = [await make.operator(t), await make.operator(t)]
  const address = '10.8.9.9'
  const counts = async () =>
    Object.fromEntries(
      (
        await t.owner<{ key: string; attempts: number }>(
          'select key, attempts from login_throttle where key = any($1)',
          [[`user:${user.username}`, `user:${other.username}`, `address:user:${address}`]],
        )
      ).map(({ key, attempts }) => [key, attempts]),
    )
  for (const { username } of [user, user, other]) await signIn(username, 'wrong', { address })
  expect(await counts()).toEqual({
    [`user:${user.username}`]: 2,
    [`user:${other.username}`]: 1,
    [`address:user:${address}`]: 3,
  })
  expect((await signIn(user.username, password, { address })).status).toBe(200)
  expect(await counts()).toEqual({ [`user:${other.username}`]: 1, [`address:user:${address}`]: 3 })
})

test('remember me lengthens the session', async () => {
  const user = await make.operator(t)
  const hours = async (remember: boolean) => {
    const { data } = (await signIn(user.username, password, { remember })).body as {
      data: { expiresAt: string }
    }
    return Math.round((Date.parse(data.expiresAt) - Date.now()) / 3_600_000)
  }
  expect([await hours(false), await hours(true)]).toEqual([12, 720])
  // A company that remembers nobody.
  await t.owner(
    `insert into company_setting (company_id, tabs)
     values ($1, '{"security": {"rememberDays": 0}}')`,
    [user.companyId],
  )
  expect([await hours(false), await hours(true)]).toEqual([12, 12])
})

test.each([
  [false, 30, { idle: 3600, absolute: 12 * 3600 }],
  [true, 0, { idle: 3600, absolute: 12 * 3600 }],
  [true, 3, { idle: 3 * 86_400, absolute: 3 * 86_400 }],
  [true, 7, { idle: 7 * 86_400, absolute: 7 * 86_400 }],
  [true, 30, { idle: 7 * 86_400, absolute: 30 * 86_400 }],
])('remembered: %s, for %s days: a session lasts %o', (remember, rememberDays, lifetime) => {
  expect(
    lifetimeOf(
      { idleHours: 1, absoluteHours: 12, rememberDays, secondFactorRequired: false },
      remember,
    ),
  ).toEqual(lifetime)
})

test('a lock ends with its quarter of an hour, and the count begins anew', async () => {
  const user = await make.operator(t)
  const attempt = async (index: number) =>
    (await signIn(user.username, 'wrong', { address: `10.7.0.${index}` })).status
  for (let index = 0; index < 10; index++) expect(await attempt(index)).toBe(422)
  expect(await attempt(10)).toBe(429)
  const [row] = await t.owner<{ seconds: number }>(
    `select extract(epoch from window_ends_at - now())::float8 as seconds
     from login_throttle
     where key = 'user:' || $1`,
    [user.username],
  )
  expect(row?.seconds).toBeGreaterThan(14 * 60)
  expect(row?.seconds).toBeLessThanOrEqual(15 * 60)
  await t.owner(
    `update login_throttle
     set window_ends_at = now() - interval '1 second'
     where key = 'user:' || $1`,
    [user.username],
  )
  for (let index = 0; index < 10; index++) expect(await attempt(20 + index)).toBe(422)
  expect(await attempt(30)).toBe(429)
})

test('an address is locked for every account after a hundred attempts, and others are not', async () => {
  const address = '10.4.4.4'
  await signIn('nobody-1', 'wrong', { address })
  await t.owner('update login_throttle set attempts = 99 where key = $1', [
    `address:user:${address}`,
  ])
  expect((await signIn('nobody-2', 'wrong', { address })).status).toBe(422)
  expect((await signIn('nobody-3', 'wrong', { address })).status).toBe(429)
  expect((await signIn('nobody-3', 'wrong', { address: '10.4.4.5' })).status).toBe(422)
})

test('an address that is locked for one kind of attempt is free for the others, and for whoever is signed in', async () => {
  const address = '10.4.4.6'
  const user = await make.operator(t)
  const forgot = () =>
    t.call(
      loginApi.forgot,
      { body: { account: `nobody-${randomBytes(4).toString('hex')}` } },
      { address },
    )
  await forgot()
  await t.owner('update login_throttle set attempts = 100 where key = $1', [
    `address:forgot:${address}`,
  ])
  expect((await forgot()).status).toBe(429)
  expect((await signIn(user.username, password, { address })).status).toBe(200)
  await t.owner(
    'insert into login_throttle (key, attempts, window_ends_at) values ($1, 500, now() + interval $$1 hour$$)',
    [`address:reauthenticate:${address}`],
  )
  const answer = await t.call(
    accountApi.reauthenticate,
    { body: { password } },
    { token: user.token, address },
  )
  expect(answer.status).toBe(200)
})

test('links that nobody has use up an address’s tries, and links that somebody has still work there', async () => {
  const address = '10.4.4.7'
  const admin = await make.admin(t)
  const invited = await make.user(t, {
    companyId: admin.companyId,
    email: 'x@example.com',
    status: 'invited',
  })
  const read = (token: string) => t.call(invitationApi.read, { body: { token } }, { address })
  const token = randomBytes(32).toString('base64url')
  await t.owner(
    `insert into invitation (company_id, user_id, token_hash, expires_at)
     values ($1, $2, $3, now() + interval '1 day')`,
    [invited.companyId, invited.userId, hashToken(token)],
  )
  expect((await read('x'.repeat(43))).status).toBe(422)
  await t.owner('update login_throttle set attempts = 100 where key = $1', [`link:${address}`])
  expect((await read('x'.repeat(43))).status).toBe(429)
  expect((await read(token)).status).toBe(200)
})

test('a stranger who begins many passkey sign-ins keeps nobody from confirming a session', async () => {
  const address = '10.4.4.8'
  const user = await make.operator(t)
  const begin = (token?: string) =>
    t.call(passkeyApi.signInOptions, {}, { address, ...(token && { token }) })
  await begin()
  await t.owner('update login_throttle set attempts = 300 where key = $1', [`passkey:${address}`])
  expect((await begin()).status).toBe(429)
  expect((await begin('invented')).status).toBe(429)
  expect((await begin(user.token)).status).toBe(200)
})

test('IPv6 addresses of one network count together where only the address counts', async () => {
  const begin = (last: string) =>
    t.call(passkeyApi.signInOptions, {}, { address: `2001:db8:7:7::${last}` })
  await begin('1')
  await t.owner(`update login_throttle set attempts = 300 where key = 'passkey:2001:db8:7:7::/64'`)
  expect((await begin('2')).status).toBe(429)
})

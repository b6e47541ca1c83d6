import { type AccountSession, accountApi } from '@paydesk/contract/people/account'
import { loginApi } from '@paydesk/contract/people/login'
import {
  notificationChoiceApi,
  notificationKinds,
} from '@paydesk/contract/people/notificationChoice'
import { expect, test } from 'vitest'
import { make, password, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { renewRecoveryCodes } from '../secondFactor/secondFactor.ts'
import { placeOf } from './ownSessions.ts'

const t = testApp()
const better = 'a much better one 9'
const alive = async (token: string) =>
  (await t.call(loginApi.currentUser, {}, { token })).status === 200
const change = (user: TestUser, oldPassword: string, next: string) =>
  t.call(
    accountApi.changePassword,
    { body: { oldPassword, password: next } },
    { token: user.token },
  )
const signIn = (username: string, secret: string) =>
  t.call(loginApi.account, { body: { username, password: secret } })
const actions = async (user: TestUser) =>
  (
    await t.owner<{ action: string }>(
      'select action from audit_entry where company_id = $1 order by seq',
      [user.companyId],
    )
  ).map(({ action }) => action)

test('changing the password ends my other sessions and keeps this one; the old password is dead', async () => {
  const user = await make.operator(t)
  const others = [
    await make.session(t, user.companyId, user.userId),
    await make.session(t, user.companyId, user.userId),
  ]
  expect(await change(user, password, better)).toMatchObject({ status: 200 })
  expect([
    await alive(user.token),
    await alive(others[0] as string),
    await alive(others[1] as string),
  ]).toEqual([true, false, false])
  expect((await signIn(user.username, password)).status).toBe(422)
  expect((await signIn(user.username, better)).status).toBe(200)
  expect(await actions(user)).toEqual(['user.changePassword', 'session.signIn'])
})

test('whoever knows the password wins no new tries for codes with it', async () => {
  const user = await make.operator(t)
  const show = async (given: { password: string } | { code: string }) =>
    (await t.call(accountApi.reauthenticate, { body: given }, { token: user.token })).body.errorCode
  for (let index = 0; index < 9; index++)
    expect(await show({ code: '000000' })).toBe('login.codeIncorrect')
  expect(await show({ password })).toBe(null)
  expect(await show({ code: '000000' })).toBe('login.codeIncorrect')
  expect(await show({ password })).toBe(null)
  expect(await show({ code: '000000' })).toBe('login.tooManyAttempts')
  expect(await show({ password })).toBe(null)
})

test('a new password that is weak, unchanged or made of one’s own name is refused, and so is a wrong old one, ten times', async () => {
  const user = await make.operator(t)
  const attempt = async (old: string, next: string) => (await change(user, old, next)).body
  expect(await attempt(password, 'Password123!')).toMatchObject({ errorCode: 'password.common' })
  expect(await attempt(password, `${user.username}12`)).toMatchObject({
    errorCode: 'password.ownWords',
  })
  expect(await attempt(password, password)).toMatchObject({ errorCode: 'password.same' })
  for (let index = 0; index < 7; index++)
    expect(await attempt('wrong', better)).toMatchObject({ errorCode: 'password.incorrect' })
  expect(await attempt(password, better)).toMatchObject({ errorCode: 'login.tooManyAttempts' })
})

test('the password or a code, shown again, counts for this session for ten minutes', async () => {
  const user = await make.operator(t)
  await make.shown(t, user, null)
  const reauthenticate = (body: { password: string } | { code: string }) =>
    t.call(accountApi.reauthenticate, { body }, { token: user.token })
  const shown = async (token = user.token) =>
    (
      await t.owner<{ shown: string }>('select shown from authenticate_request(sha256($1), true)', [
        token,
      ])
    )[0]?.shown
  expect(await shown()).toBeNull()
  expect(await reauthenticate({ password: 'wrong' })).toMatchObject({
    status: 422,
    body: { errorCode: 'password.incorrect' },
  })
  expect(await reauthenticate({ code: '123456' })).toMatchObject({
    status: 422,
    body: { errorCode: 'login.codeIncorrect' },
  })
  expect(await shown()).toBeNull()
  await reauthenticate({ password })
  expect(await shown()).toBe('password')
  await t.owner(
    `update session set reauthenticated_at = now() - interval '601 seconds' where user_id = $1`,
    [user.userId],
  )
  expect(await shown()).toBeNull()
  const { token } = (await signIn(user.username, password)).body.data as { token: string }
  expect(await shown(token)).toBe('password')
  expect((await t.call(accountApi.security, {}, { token })).body.data).toMatchObject({
    secondFactor: null,
    passkeyCount: 0,
  })
  const [code] = await t.in(user.companyId, (db) => renewRecoveryCodes(db, user))
  expect(await reauthenticate({ code: code as string })).toMatchObject({ status: 200 })
  expect([await shown(), await shown(token)]).toEqual(['factor', 'password'])
  await t.owner(
    `update session set factor_at = now() - interval '601 seconds' where user_id = $1`,
    [user.userId],
  )
  expect(await shown()).toBe('password')
})

test('my sessions: this one first, with device, address and place; I can end one or all others, but nobody else’s', async () => {
  const user = await make.operator(t)
  const stranger = await make.operator(t, { companyId: user.companyId })
  const other = await make.session(t, user.companyId, user.userId)
  await t.owner(
    `update session
     set address = '203.0.113.9', user_agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140'
     where user_id = $1 and token_hash = sha256($2)`,
    [user.userId, other],
  )
  const list = async (token: string) =>
    ((await t.call(accountApi.sessions, {}, { token })).body.data as { list: AccountSession[] })
      .list
  const mine = await list(user.token)
  expect(mine).toMatchObject([
    { current: true, address: '127.0.0.1', place: 'internal' },
    { current: false, address: '203.0.113.9', place: 'unknown', device: 'Chrome · Windows' },
  ])
  const end = (token: string, id: string) =>
    t.call(accountApi.endSession, { params: { id } }, { token })
  expect((await end(stranger.token, mine[1]?.id as string)).status).toBe(404)
  expect(await alive(other)).toBe(true)
  expect((await end(user.token, mine[1]?.id as string)).status).toBe(200)
  expect(await alive(other)).toBe(false)
  const [third, fourth] = [
    await make.session(t, user.companyId, user.userId),
    await make.session(t, user.companyId, user.userId),
  ]
  expect((await t.call(accountApi.endOtherSessions, {}, { token: user.token })).body.data).toEqual({
    ended: 2,
  })
  expect([
    await alive(third),
    await alive(fourth),
    await alive(user.token),
    await alive(stranger.token),
  ]).toEqual([false, false, true, true])
  expect(await actions(user)).toEqual(['session.end', 'session.endOthers'])
})

test('a session token is never the caller’s choice, and signing in again makes another one', async () => {
  const user = await make.operator(t)
  const chosen = 'A'.repeat(43)
  const first = await t.call(
    loginApi.account,
    { body: { username: user.username, password } },
    { token: chosen },
  )
  const second = await signIn(user.username, password)
  const tokens = [first, second].map(({ body }) => (body.data as { token: string }).token)
  expect(new Set([...tokens, chosen, user.token]).size).toBe(4)
  expect(await alive(chosen)).toBe(false)
})

test.each([
  ['127.0.0.1', 'internal'],
  ['10.1.2.3', 'internal'],
  ['172.31.0.1', 'internal'],
  ['172.32.0.1', 'unknown'],
  ['::ffff:192.168.1.1', 'internal'],
  ['::1', 'internal'],
  ['fd00::1', 'internal'],
  ['2001:db8::1', 'unknown'],
  ['8.8.8.8', 'unknown'],
  ['', 'unknown'],
])('%s is %s', (address, place) => expect(placeOf(address)).toBe(place))

test('notification choices: defaults, a change, a stale change', async () => {
  const user = await make.operator(t)
  const read = async () =>
    (await t.call(notificationChoiceApi.read, {}, { token: user.token })).body.data as {
      version: number
      choices: { kind: string; email: boolean }[]
    }
  const replace = (body: {
    version: number
    choices: { kind: 'newDevice'; console: boolean; email: boolean }[]
  }) => t.call(notificationChoiceApi.replace, { body }, { token: user.token })
  const before = await read()
  expect(before.version).toBe(0)
  expect(before.choices).toHaveLength(notificationKinds.length)
  const choices = [{ kind: 'newDevice' as const, console: true, email: false }]
  expect(await replace({ version: 0, choices })).toMatchObject({
    status: 200,
    body: { data: { version: 1 } },
  })
  expect(
    (await read()).choices.filter(
      (choice, index) => JSON.stringify(choice) !== JSON.stringify(before.choices[index]),
    ),
  ).toEqual(choices)
  expect(await replace({ version: 0, choices })).toMatchObject({
    status: 409,
    body: { errorCode: 'conflict.stale', data: { version: 1 } },
  })
  const both = await Promise.all([
    replace({ version: 1, choices }),
    replace({ version: 1, choices }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

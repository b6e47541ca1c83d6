import { accountApi } from '@paydesk/contract/people/account'
import { loginApi } from '@paydesk/contract/people/login'
import { beforeAll, expect, test } from 'vitest'
import { make, password, type TestUser } from '../../test/make.ts'
import { mailServer } from '../../test/server/mailServer.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'

const smtp = await mailServer()
const t = testApp({
  environment: () => ({ SMTP_URL: smtp.url, MAIL_FROM: '收款管理 <no-reply@paydesk.example>' }),
})
/** This app has no worker, so that nothing but the request itself is at work. */
const quiet = testApp()
beforeAll(() => t.work())

const better = 'a much better one 9'
let sender = 0
const forgot = (account: string, address = `10.6.0.${sender++}`) =>
  t.call(loginApi.forgot, { body: { account } }, { address })
const reset = (token: string, next = better) =>
  t.call(loginApi.reset, { body: { token, password: next } })
const signIn = (username: string, secret: string) =>
  t.call(loginApi.account, { body: { username, password: secret } })
const tokenIn = (text: string) => /#token=([\w-]+)/.exec(text)?.[1] as string
const linkOver = { status: 422, body: { errorCode: 'login.linkOver' } }
const unique = () => `${Math.random().toString(36).slice(2)}@mail.example`

test('the link arrives by SMTP, in the user’s language, sets a new password once, and ends every session', async () => {
  const email = unique()
  const user = await make.user(t, { email })
  expect(await forgot(user.username.toUpperCase())).toMatchObject({
    status: 200,
    body: { data: null },
  })
  const mail = await smtp.withLink(email)
  expect(mail).toMatchObject({ from: 'no-reply@paydesk.example', subject: '重置您的收款管理密码' })
  expect(mail.text).toContain(`http://localhost:3000/user/reset#token=`)
  const token = tokenIn(mail.text)
  expect(await reset(token, 'Welcome2026!')).toMatchObject({
    status: 422,
    body: { errorCode: 'password.common' },
  })
  expect(await reset(token)).toMatchObject({ status: 200 })
  expect(await reset(token)).toMatchObject(linkOver)
  expect((await t.call(loginApi.currentUser, {}, { token: user.token })).status).toBe(401)
  expect([
    (await signIn(user.username, password)).status,
    (await signIn(user.username, better)).status,
  ]).toEqual([422, 200])
  expect((await smtp.to(email)).text).toContain(user.username)
})

test('a new password by link takes away the identities that were bound within four days: a thief’s would still sign in', async () => {
  const email = unique()
  const user = await make.user(t, { email })
  for (const [hours, label] of Object.entries({ 1: 'thief', 95: 'doubtful', 97: 'mine' }))
    await t.owner(
      `insert into identity (company_id, user_id, issuer, subject, label, created_at)
       values (
         $1, $2::uuid, 'https://idp.example', $3::text || $2::uuid::text, $3::text,
         now() - $4::integer * interval '1 hour'
       )`,
      [user.companyId, user.userId, label, hours],
    )
  await forgot(user.username)
  expect((await reset(tokenIn((await smtp.withLink(email)).text))).status).toBe(200)
  expect(await t.owner('select label from identity where user_id = $1', [user.userId])).toEqual([
    { label: 'mine' },
  ])
})

test('the mail is in English for a reader of English; an address of several users gets a link for each', async () => {
  const email = unique()
  const users = [await make.user(t, { email }), await make.user(t, { email })]
  await t.owner(`update app_user set locale = 'en-US' where email = $1`, [email])
  await forgot(email)
  await smtp.to(email)
  const mails = await until(() => {
    const all = smtp.received.filter(({ to }) => to === email)
    return all.length === 2 ? all : undefined
  })
  expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Set a new Paydesk password'))
  for (const { username } of users)
    expect(mails.filter(({ text }) => text.includes(username))).toHaveLength(1)
})

test('only the newest link works, for thirty minutes, and for one of two who use it at once', async () => {
  const email = unique()
  const user = await make.user(t, { email })
  const ask = async () => {
    smtp.received.length = 0
    await forgot(user.username)
    return tokenIn((await smtp.withLink(email)).text)
  }
  const [first, second] = [await ask(), await ask()]
  expect(await reset(first)).toMatchObject(linkOver)
  await t.owner(`update ticket set expires_at = now() where kind = 'resetPassword'`)
  expect(await reset(second)).toMatchObject(linkOver)
  const third = await ask()
  const both = await Promise.all([reset(third), reset(third, 'another good one 7')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await reset('x'.repeat(43))).toMatchObject(linkOver)
})

test.each([
  [
    'the password was changed',
    (user: TestUser) =>
      t.as(user).call(accountApi.changePassword, {
        body: { oldPassword: password, password: 'changed by myself 3' },
      }),
  ],
  ['all sessions were ended', (user: TestUser) => t.as(user).call(accountApi.endOtherSessions, {})],
])('a link on its way ends when %s', async (_, act) => {
  const email = unique()
  const user = await make.user(t, { email })
  await forgot(user.username)
  const token = tokenIn((await smtp.withLink(email)).text)
  expect((await act(user)).status).toBe(200)
  expect(await reset(token)).toMatchObject(linkOver)
})

/** The statements that a request sends to the database. */
function recordStatements(app: TestApp): string[] {
  const statements: string[] = []
  const watched = new WeakSet<object>()
  app.pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((first: string | { text: string }, ...rest: unknown[]) => {
      statements.push(typeof first === 'string' ? first : first.text)
      return query(first, ...rest)
    }) as typeof client.query
  })
  return statements
}

test('known, unknown, disabled and without an address: the same words, the same work, and mail for nobody else', async () => {
  const [known, disabled] = [
    await make.user(t, { email: unique() }),
    await make.user(t, { email: unique(), status: 'disabled' }),
  ]
  const silent = await make.user(t)
  for (const { username } of [known, disabled, silent]) await forgot(username)
  await until(async () =>
    (await t.owner('select id from message where user_id = $1', [known.userId])).length > 0
      ? true
      : undefined,
  )
  expect(
    await t.owner('select id from message where user_id = any($1)', [
      [disabled.userId, silent.userId],
    ]),
  ).toEqual([])

  // Equal statements stand for equal time: on a busy machine the clock says more about the machine
  // than about the program.
  const accounts = [
    await make.user(quiet, { email: unique() }),
    { username: 'nobody-at-all' },
    await make.user(quiet, { email: unique(), status: 'disabled' }),
    await make.user(quiet),
  ]
  const statements = recordStatements(quiet)
  const seen: string[] = []
  for (const { username } of accounts) {
    statements.length = 0
    const { status, body } = await quiet.call(
      loginApi.forgot,
      { body: { account: username } },
      { address: `10.7.0.${seen.length}` },
    )
    seen.push(JSON.stringify([status, body, statements]))
  }
  expect(statements.length).toBeGreaterThan(3)
  expect(new Set(seen).size).toBe(1)
})

test('five requests for one account in a quarter of an hour, then no more', async () => {
  const statuses = []
  for (let index = 0; index < 7; index++) statuses.push((await forgot('flooded')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
})

test('a server that refuses is tried again; once sent, the link is forgotten, and it never stood in a table or a job', async () => {
  const email = unique()
  const user = await make.user(t, { email })
  smtp.refuseNext(1)
  await forgot(user.username)
  const mail = await smtp.withLink(email)
  const token = tokenIn(mail.text)
  const [message] = await until(async () => {
    const rows = await t.owner<{ params: Buffer | null; id: string }>(
      'select id, params from message where user_id = $1 and sent_at is not null',
      [user.userId],
    )
    return rows.length > 0 ? rows : undefined
  })
  expect(message?.params).toBeNull()
  expect(mail.messageId).toBe(`<${message?.id}@localhost>`)
  const dump = JSON.stringify([
    await t.owner('select to_jsonb(x)::text as row from message x'),
    await t.owner('select to_jsonb(x)::text as row from ticket x'),
    await t.owner('select to_jsonb(x)::text as row from pgboss.job x'),
    await t.owner('select to_jsonb(x)::text as row from audit_entry x'),
  ])
  expect(dump).not.toContain(token)
})

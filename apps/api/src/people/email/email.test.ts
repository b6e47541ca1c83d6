import { accountApi } from '@paydesk/contract/people/account'
import { invitationApi } from '@paydesk/contract/people/invitation'
import { loginApi } from '@paydesk/contract/people/login'
import { userApi } from '@paydesk/contract/people/user'
import { beforeAll, expect, test } from 'vitest'
import { make, password, type TestUser } from '../../test/make.ts'
import { mailServer } from '../../test/server/mailServer.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'

const smtp = await mailServer()
const t = testApp({
  environment: () => ({ SMTP_URL: smtp.url, MAIL_FROM: '收款管理 <no-reply@paydesk.example>' }),
})
beforeAll(() => t.work())

const unique = () => `${Math.random().toString(36).slice(2)}@mail.example`
const tokenIn = (text: string) => /undoEmail#token=([\w-]+)/.exec(text)?.[1] as string
const undo = (token: string) => t.call(loginApi.undoEmail, { body: { token } })
const linkOver = { status: 422, body: { errorCode: 'login.linkOver' } }
const alive = async (token: string) =>
  (await t.call(loginApi.currentUser, {}, { token })).status === 200
const emailOf = async ({ userId }: TestUser) =>
  (await t.owner<{ email: string | null }>('select email from app_user where id = $1', [userId]))[0]
    ?.email
const changeOwn = async (user: TestUser, email: string) => {
  const [row] = await t.owner<{ version: number }>('select version from app_user where id = $1', [
    user.userId,
  ])
  return t.as(user).call(accountApi.update, { body: { email, version: row?.version as number } })
}

test('whoever took a session over cannot keep the account: the old address hears of it and takes the change back', async () => {
  const [old, thief] = [unique(), unique()]
  const user = await make.user(t, { email: old })
  await changeOwn(user, thief)
  const mail = await smtp.withLink(old)
  expect(mail.text).toContain(user.username)
  // The thief sets a password by a link to the new address and has one more link on its way.
  await t.call(loginApi.forgot, { body: { account: thief } }, { address: '10.7.0.1' })
  const link = /reset#token=([\w-]+)/.exec(
    (await smtp.withLink(thief, 'reset#token=')).text,
  )?.[1] as string
  expect(await undo(tokenIn(mail.text))).toMatchObject({
    status: 200,
    body: { data: { username: user.username, email: old } },
  })
  expect(await emailOf(user)).toBe(old)
  expect(await alive(user.token)).toBe(false)
  expect(
    await t.call(loginApi.reset, { body: { token: link, password: 'a much better one 9' } }),
  ).toMatchObject(linkOver)
  // The password may be known to the thief: nobody gets in with it, and a new one goes by mail to
  // the old address.
  expect(
    (await t.call(loginApi.account, { body: { username: user.username, password } })).status,
  ).toBe(422)
  await t.call(loginApi.forgot, { body: { account: user.username } }, { address: '10.7.0.2' })
  await smtp.withLink(old, 'reset#token=')
  expect(await undo(tokenIn(mail.text))).toMatchObject(linkOver)
  const actions = await t.owner<{ action: string }>(
    `select action from audit_entry where company_id = $1 and entity = 'user' order by seq`,
    [user.companyId],
  )
  expect(actions.map(({ action }) => action)).toEqual(['user.updateOwn', 'user.undoEmail'])
})

test('a link for a new password that went to the old address is dead after the change', async () => {
  const old = unique()
  const user = await make.user(t, { email: old })
  await t.call(loginApi.forgot, { body: { account: old } }, { address: '10.7.0.3' })
  const link = /reset#token=([\w-]+)/.exec(
    (await smtp.withLink(old, 'reset#token=')).text,
  )?.[1] as string
  await changeOwn(user, unique())
  expect(
    await t.call(loginApi.reset, { body: { token: link, password: 'a much better one 9' } }),
  ).toMatchObject(linkOver)
})

test('also when an administrator made the change; someone who is only invited gets a new link there, and the old one is dead', async () => {
  const admin = await make.admin(t)
  const old = unique()
  const user = await make.user(t, { companyId: admin.companyId, email: old })
  await t
    .as(admin)
    .call(userApi.update, { params: { id: user.userId }, body: { email: unique(), version: 1 } })
  expect(await undo(tokenIn((await smtp.withLink(old)).text))).toMatchObject({ status: 200 })
  expect(await emailOf(user)).toBe(old)
  const [mistyped, right] = [unique(), unique()]
  const invited = await make.user(t, {
    companyId: admin.companyId,
    email: mistyped,
    status: 'invited',
  })
  await t.as(admin).call(invitationApi.send, { params: { id: invited.userId } })
  const linkIn = (text: string) => /invitation#token=([\w-]+)/.exec(text)?.[1] as string
  const first = linkIn((await smtp.withLink(mistyped)).text)
  const change = async (email: string | null) => {
    const [row] = await t.owner<{ version: number }>('select version from app_user where id = $1', [
      invited.userId,
    ])
    return t.as(admin).call(userApi.update, {
      params: { id: invited.userId },
      body: { email, version: row?.version as number },
    })
  }
  expect((await change(right)).status).toBe(200)
  const read = (token: string) => t.call(invitationApi.read, { body: { token } })
  expect(await read(first)).toMatchObject(linkOver)
  const second = linkIn((await smtp.withLink(right)).text)
  expect((await read(second)).status).toBe(200)
  expect((await change(null)).status).toBe(200)
  expect(await read(second)).toMatchObject(linkOver)
  // Nobody has an account at the mistyped address, so nobody there is told of it or
  // could bring it back.
  expect(
    await t.owner(`select from message where recipient = $1 and template like 'emailChanged%'`, [
      mistyped,
    ]),
  ).toEqual([])
})

test('whoever reads the old mailbox takes one change back, and an administrator then moves the user away from it', async () => {
  const admin = await make.admin(t)
  const old = unique()
  const user = await make.user(t, { companyId: admin.companyId, email: old })
  const move = async (email: string) => {
    const [row] = await t.owner<{ version: number }>('select version from app_user where id = $1', [
      user.userId,
    ])
    return t.as(admin).call(userApi.update, {
      params: { id: user.userId },
      body: { email, version: row?.version as number },
    })
  }
  await move(unique())
  expect((await undo(tokenIn((await smtp.withLink(old)).text))).status).toBe(200)
  const right = unique()
  expect((await move(right)).status).toBe(200)
  // A notice of the change that was taken back may come before or after it.
  const isAgain = (text: string) =>
    text.includes(`用户 ${user.username} 的邮箱`) && !text.includes('undoEmail#token=')
  await until(() => smtp.received.find(({ to, text }) => to === old && isAgain(text)))
  expect(await emailOf(user)).toBe(right)
})

test('only the address from before all changes gets a link: neither a thief’s nor one repaired by hand sends them a way back', async () => {
  const [first, second] = [unique(), unique()]
  const user = await make.user(t, { email: first })
  await changeOwn(user, second)
  const fromFirst = tokenIn((await smtp.withLink(first)).text)
  await changeOwn(user, first)
  expect((await smtp.to(second)).text).not.toContain('#token=')
  await changeOwn(user, unique())
  expect((await undo(fromFirst)).status).toBe(200)
  expect(await emailOf(user)).toBe(first)
})

test('nobody fills another’s mailbox by writing their address into a profile again and again', async () => {
  const [victim, other] = [unique(), unique()]
  const user = await make.user(t, { email: unique() })
  const answers: string[] = []
  for (let round = 0; round < 7; round++) {
    await changeOwn(user, victim)
    const { status, body } = await changeOwn(user, other)
    answers.push(String(body.errorCode ?? status))
  }
  // One letter more with the victim's address, and the profile stays as it is.
  expect(answers).toEqual([...Array(5).fill('200'), 'message.tooMany', 'message.tooMany'])
  expect(await emailOf(user)).toBe(victim)
  expect(
    await t.owner(`select from message where recipient = $1 and template like 'emailChanged%'`, [
      victim,
    ]),
  ).toHaveLength(5)
})

test('nothing that was added in these days helps the thief afterwards: passkey, identity, factor, phone, known browser', async () => {
  const old = unique()
  const user = await make.user(t, { email: old, phone: '+4512345670' })
  const add = (days: number, name: string) =>
    t.owner(
      `with p as (
         insert into passkey (
           company_id, user_id, name, credential_id, public_key, counter, synced, created_at
         )
         values (
           $1, $2, $3, convert_to($3, 'UTF8') || uuid_send($2), '', 0, false,
           now() - $4 * interval '1 day'
         )
       )
       insert into identity (company_id, user_id, issuer, subject, label, created_at)
         values (
           $1, $2, 'https://idp.example', $3 || $2::text, $3, now() - $4 * interval '1 day'
         )`,
      [user.companyId, user.userId, name, days],
    )
  await add(5, 'mine')
  await add(1, 'thief')
  await t.owner(
    `insert into second_factor (company_id, user_id, secret, enabled_at)
     values ($1, $2, '', now())`,
    [user.companyId, user.userId],
  )
  await t.owner(
    `insert into known_device (company_id, user_id, token_hash) values ($1, $2, sha256('x'))`,
    [user.companyId, user.userId],
  )
  await changeOwn(user, unique())
  expect((await undo(tokenIn((await smtp.withLink(old)).text))).status).toBe(200)
  const left = await t.owner(
    `select (select array_agg(name) from passkey where user_id = $1) as passkeys,
       (select array_agg(label) from identity where user_id = $1) as identities,
       (select count(*)::int from second_factor where user_id = $1) as factors,
       (select count(*)::int from known_device where user_id = $1) as devices, phone,
       password_changed_at is not null as counted
     from app_user
     where id = $1`,
    [user.userId],
  )
  expect(left).toEqual([
    {
      passkeys: ['mine'],
      identities: ['mine'],
      factors: 0,
      devices: 0,
      phone: null,
      counted: true,
    },
  ])
})

test('the link works for three days, once, and is of no other use', async () => {
  const old = unique()
  const user = await make.user(t, { email: old })
  await changeOwn(user, unique())
  const token = tokenIn((await smtp.withLink(old)).text)
  const [left] = await t.owner<{ hours: number }>(
    `select round(extract(epoch from expires_at - now()) / 3600)::int as hours
     from ticket
     where kind = 'undoEmail' and data ->> 'userId' = $1`,
    [user.userId],
  )
  expect(left?.hours).toBe(72)
  expect(
    await t.call(loginApi.reset, { body: { token, password: 'a much better one 9' } }),
  ).toMatchObject(linkOver)
  const both = await Promise.all([undo(token), undo(token)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
})

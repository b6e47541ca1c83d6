import { invitationApi } from '@paydesk/contract/people/invitation'
import { loginApi } from '@paydesk/contract/people/login'
import { beforeAll, expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { mailServer } from '../../test/server/mailServer.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'

const smtp = await mailServer()
const t = testApp({ environment: () => ({ SMTP_URL: smtp.url }) })
beforeAll(() => t.work())

const chosen = 'a password of my own 5'
const linkOver = { status: 422, body: { errorCode: 'login.linkOver' } }
const accept = (token: string, password = chosen) =>
  t.call(invitationApi.accept, { body: { token, password } })
const read = (token: string) => t.call(invitationApi.read, { body: { token } })

async function invited() {
  const admin = await make.admin(t)
  const email = `${Math.random().toString(36).slice(2)}@mail.example`
  const user = await make.user(t, { companyId: admin.companyId, status: 'invited', email })
  await t.owner('update app_user set password_hash = null where id = $1', [user.userId])
  const send = (who = admin) =>
    t.call(invitationApi.send, { params: { id: user.userId } }, { token: who.token })
  const mails = () => smtp.received.filter(({ to }) => to === email)
  const sendAndRead = async () => {
    const before = mails().length
    await send()
    const mail = await until(() => mails()[before])
    return { mail, token: /#token=([\w-]+)/.exec(mail.text)?.[1] as string }
  }
  return { admin, user, email, send, sendAndRead }
}

test('an invitation arrives, names the inviter and company, sets the password and activates, once', async () => {
  const { user, sendAndRead } = await invited()
  const { mail, token } = await sendAndRead()
  expect(mail.text).toContain('http://localhost:3000/user/invitation#token=')
  expect(mail.subject).toMatch(/邀请您使用收款管理$/)
  expect(await read(token)).toMatchObject({
    status: 200,
    body: { data: { username: user.username, companyName: expect.stringMatching(/^Company/) } },
  })
  expect(await accept(token, '12345678')).toMatchObject({
    status: 422,
    body: { errorCode: 'password.common' },
  })
  const both = await Promise.all([accept(token), accept(token)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  expect([(await read(token)).status, (await accept(token)).status]).toEqual([422, 422])
  expect(
    (await t.call(loginApi.account, { body: { username: user.username, password: chosen } }))
      .status,
  ).toBe(200)
  const actions = await t.owner<{ action: string }>(
    'select action from audit_entry where company_id = $1 order by seq',
    [user.companyId],
  )
  expect(actions.map(({ action }) => action)).toEqual([
    'user.resendInvitation',
    'user.acceptInvitation',
    'session.signIn',
  ])
})

test('a new link kills the old one; a link lives seven days, and dies with its user or company', async () => {
  const { user, sendAndRead } = await invited()
  const first = await sendAndRead()
  const second = await sendAndRead()
  expect(await read(first.token)).toMatchObject(linkOver)
  expect((await read(second.token)).status).toBe(200)
  const [row] = await t.owner<{ days: number }>(
    `select round(extract(epoch from expires_at - now()) / 86400)::int as days
     from invitation
     where user_id = $1 and expires_at > now()`,
    [user.userId],
  )
  expect(row?.days).toBe(7)
  await t.owner(`update invitation set expires_at = now() where user_id = $1`, [user.userId])
  expect(await accept(second.token)).toMatchObject(linkOver)
  const third = await sendAndRead()
  await t.owner(`update app_user set status = 'disabled' where id = $1`, [user.userId])
  expect(await read(third.token)).toMatchObject(linkOver)
  expect(await accept(third.token)).toMatchObject(linkOver)
})

test('only someone who manages users sends one, in their own company, to an invited user who has an address', async () => {
  const { user, admin, send } = await invited()
  expect((await send(await make.operator(t, { companyId: admin.companyId }))).status).toBe(403)
  expect((await send(await make.admin(t))).status).toBe(404)
  const active = await make.user(t, { companyId: admin.companyId })
  const invite = (id: string) =>
    t.call(invitationApi.send, { params: { id } }, { token: admin.token })
  expect((await invite(active.userId)).body).toMatchObject({ errorCode: 'invitation.notInvited' })
  await t.owner('update app_user set email = null where id = $1', [user.userId])
  expect((await invite(user.userId)).body).toMatchObject({ errorCode: 'invitation.noEmail' })
})

test('nobody touches the invitation of a user who outranks them', async () => {
  const admin = await make.admin(t)
  const { companyId } = admin
  const boss = await make.superAdmin(t, companyId)
  const { userId } = await make.user(t, {
    companyId,
    roles: ['SuperAdmin'],
    status: 'invited',
    email: 'boss@mail.example',
  })
  const send = ({ token }: { token: string }) =>
    t.call(invitationApi.send, { params: { id: userId } }, { token })
  expect(await send(admin)).toMatchObject({ status: 403, body: { errorCode: 'user.outranks' } })
  expect(await t.owner('select id from invitation where user_id = $1', [userId])).toEqual([])
  expect((await send(boss)).status).toBe(200)
})

test('an invited user who has not accepted can neither sign in nor reset a password', async () => {
  const { user, email } = await invited()
  expect(
    (await t.call(loginApi.account, { body: { username: user.username, password: chosen } }))
      .status,
  ).toBe(422)
  await t.call(loginApi.forgot, { body: { account: email } })
  await until(async () =>
    (
      await t.owner(
        `select 1 from pgboss.job where name = 'session.sendResetLinks' and state = 'completed'`,
      )
    ).length > 0
      ? true
      : undefined,
  )
  expect(await t.owner(`select id from message where user_id = $1`, [user.userId])).toEqual([])
})

const tooMany = { status: 429, body: { errorCode: 'message.tooMany', showType: 1 } }

test('a person is invited five times an hour, however often it is asked for at once; another’s invitation goes out', async () => {
  const { admin, user, send } = await invited()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send()))
  expect(answers.map(({ status }) => status).sort()).toEqual([
    200, 200, 200, 200, 200, 429, 429, 429,
  ])
  const over = await send()
  expect(over).toMatchObject(tooMany)
  expect(Number(over.headers['retry-after'])).toBe(3600)
  expect(await t.owner(`select id from message where user_id = $1`, [user.userId])).toHaveLength(5)
  const other = await make.user(t, {
    companyId: admin.companyId,
    status: 'invited',
    email: 'another@mail.example',
  })
  expect(
    (await t.as(admin).call(invitationApi.send, { params: { id: other.userId } })).status,
  ).toBe(200)
  await t.owner(
    `update message set created_at = now() - interval '61 minutes' where user_id = $1`,
    [user.userId],
  )
  expect((await send()).status).toBe(200)
})

test('a company sends a hundred invitations an hour, and is told when the next may go; other companies go on', async () => {
  const { admin, user, send } = await invited()
  const fill = (count: number) =>
    t.owner(
      `insert into message (
         company_id, channel, recipient, template, language, sent_at, created_at
       )
       select $1, 'mail', 'p' || i || '@mail.example', 'invitation', 'zh-CN', now(),
         now() - interval '50 minutes'
       from generate_series(1, $2::integer) i`,
      [user.companyId, count],
    )
  await fill(99)
  expect((await send()).status).toBe(200)
  const over = await send()
  expect(over).toMatchObject(tooMany)
  expect(over.body.errorMessage).toBe('邮件发送过于频繁，请 10 分钟后再试')
  expect(
    await t.owner(`select seq from audit_entry where company_id = $1`, [admin.companyId]),
  ).toHaveLength(1)
  expect((await (await invited()).send()).status).toBe(200)
})

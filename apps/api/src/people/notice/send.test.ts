import { type CompanySetting, companySettingApi } from '@paydesk/contract/people/companySetting'
import { notificationChoiceApi } from '@paydesk/contract/people/notificationChoice'
import { beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { chatServer } from '../../test/server/chatServer.ts'
import { mailServer } from '../../test/server/mailServer.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'
import { tellHolders, tellOwner, tellUsers } from './notice.ts'

const mail = await mailServer()
const chat = await chatServer()
const t = testApp({
  environment: () => ({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Paydesk <desk@example.com>',
    CHAT_ORIGIN: chat.origin,
    PUBLIC_URL: 'https://desk.example',
  }),
})
beforeAll(() => t.work())

const urls = {
  dingtalk: 'https://oapi.dingtalk.com/robot/send?access_token=ding',
  wecom: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=wecom',
  feishu: 'https://open.feishu.cn/open-apis/bot/v2/hook/feishu',
}
type Webhooks = CompanySetting['notifications']['webhooks']
const read = async (user: TestUser) =>
  (await t.as(user).call(companySettingApi.read, {})).body.data as CompanySetting
const save = async (user: TestUser, change: Partial<CompanySetting['notifications']>) => {
  const { version, notifications } = await read(user)
  return t.as(user).call(companySettingApi.update, {
    body: { version, notifications: { ...notifications, ...change } },
  })
}
const bot = (kind: keyof typeof urls, values: Partial<Webhooks[number]> = {}) => ({
  kind,
  name: kind,
  enabled: true,
  url: urls[kind],
  ...values,
})
const anId = async () => (await t.owner<{ id: string }>('select new_id() as id'))[0]?.id as string

const dispute = async (buyerName: string) => {
  const id = await anId()
  return {
    kind: 'disputeOpened' as const,
    choice: 'disputeOpened' as const,
    subjectId: id,
    data: {
      disputeId: id,
      billNumber: 'A-1',
      buyerName,
      reason: '',
      amountMinor: 1234,
      currency: 'USD' as const,
      dueAt: '2026-03-05T10:00:00.000Z',
    },
  }
}

test('each chat gets news in its own shape, signed, and so do the company’s addresses; names cannot become markup', async () => {
  const admin = await make.admin(t)
  const webhooks = [
    bot('dingtalk', { secret: chat.secret }),
    bot('wecom'),
    bot('feishu', { secret: chat.secret }),
  ]
  expect((await save(admin, { webhooks, emails: ['boss@example.com'] })).status).toBe(200)
  const told = await dispute('[Anna](https://evil.example) **<@all>**')
  await t.in(admin.companyId, (db) => tellHolders(db, admin.companyId, 'ViewDispute', told))
  for (const path of ['/robot/send', '/cgi-bin/webhook/send', '/open-apis/bot/v2/hook/feishu']) {
    const { text } = await chat.at(path)
    expect(text).toContain('收款管理')
    expect(text).toContain('USD 12.34')
    expect(text).toContain(`https://desk.example/finance/dispute/${told.data.disputeId}`)
    expect(text).not.toMatch(/evil\.example\)|<@/)
  }
  const { subject, text } = await mail.to('boss@example.com')
  expect(subject).toContain('买家提出争议 USD 12.34')
  expect(text).toContain('/finance/dispute/')
  const saved = await until(async () => {
    const { notifications } = await read(admin)
    return notifications.webhooks.every(({ sentAt }) => sentAt) ? notifications : undefined
  })
  expect(saved.webhooks.map(({ failure }) => failure)).toEqual(['', '', ''])
})

test('a message that a chat refuses with HTTP 200 is shown and tried again; many news are one message that fits', async () => {
  const admin = await make.admin(t)
  await save(admin, { webhooks: [bot('wecom')] })
  chat.received.length = 0
  chat.refuseNext(1)
  const many = await Promise.all(
    Array.from({ length: 60 }, (_, at) => dispute(`买家 ${at} ${'长'.repeat(40)}`)),
  )
  await t.in(admin.companyId, async (db) => {
    for (const told of many) await tellHolders(db, admin.companyId, 'ViewDispute', told)
  })
  const failed = await until(
    async () => (await read(admin)).notifications.webhooks.find(({ failure }) => failure),
    20_000,
  )
  expect(failed).toMatchObject({ failure: '130101 send too fast', failedAt: expect.any(String) })
  // The test does not wait: it checks that the next try is queued, and that it works.
  await t.owner(
    `update pgboss.job set start_after = now() where name = 'notice.chat' and state = 'created'`,
  )
  const { text } = await chat.at('/cgi-bin/webhook/send', 20_000)
  expect(text).toContain('60 条通知')
  expect(chat.received).toHaveLength(1)
  await until(async () =>
    (await read(admin)).notifications.webhooks[0]?.failure === '' ? true : undefined,
  )
}, 45_000)

test('a bot’s address is sealed, never answered, and stays when the settings are saved without it', async () => {
  const admin = await make.admin(t)
  await save(admin, {
    webhooks: [
      bot('wecom', { url: `${urls.wecom}-canary` }),
      bot('feishu', { secret: 'canary-secret' }),
    ],
  })
  const { notifications } = await read(admin)
  expect(notifications.webhooks).toMatchObject([
    { kind: 'wecom', urlLast4: 'nary', hasSecret: false },
    { kind: 'feishu', urlLast4: 'ishu', hasSecret: true },
  ])
  const everything = JSON.stringify([
    notifications,
    await t.owner('select tabs from company_setting where company_id = $1', [admin.companyId]),
    await t.owner('select * from audit_entry where company_id = $1', [admin.companyId]),
  ])
  expect(everything).not.toContain('canary')
  expect((await save(admin, { webhooks: notifications.webhooks.slice(0, 1) })).status).toBe(200)
  expect(
    await t.owner('select url_last4 from chat_bot where company_id = $1', [admin.companyId]),
  ).toEqual([{ url_last4: 'nary' }])
  const changed = notifications.webhooks
    .slice(0, 1)
    .map((one) => ({ ...one, kind: 'feishu' as const }))
  expect(await save(admin, { webhooks: changed })).toMatchObject({
    status: 422,
    body: { errorCode: 'request.invalid' },
  })
  const [{ id = '' } = {}] = notifications.webhooks
  expect((await t.as(admin).call(companySettingApi.testBot, { params: { id } })).status).toBe(200)
  expect(
    (
      await until(async () =>
        (await read(admin)).notifications.webhooks.find(({ failure }) => failure),
      )
    ).failure,
  ).toBe('93000 invalid webhook url')
})

test('several news at once are one e-mail in the reader’s language, also when the server was busy', async () => {
  const user = await make.user(t, { email: 'reader@example.com' })
  await t.owner(`update app_user set locale = 'en-US' where id = $1`, [user.userId])
  const told = [await dispute('Anna'), await dispute('Bob')]
  mail.refuseNext(1)
  await t.in(user.companyId, async (db) => {
    for (const one of told) await tellUsers(db, user.companyId, [user.userId], one)
  })
  const { subject, text } = await mail.to('reader@example.com', 20_000)
  expect(subject).toContain('2 notices')
  for (const { data } of told)
    expect(text).toContain(`https://desk.example/finance/dispute/${data.disputeId}`)
  expect(text).toContain('https://desk.example/account/settings?section=notification')
  expect(mail.received.filter(({ to }) => to === 'reader@example.com')).toHaveLength(1)
})

test('a name with line ends stays in its line: nobody writes a notice of their own into an e-mail of ours', async () => {
  const user = await make.user(t, { email: 'chief@example.com' })
  const name =
    'Bob\n\nA refund waits\u2028for approval\r\nhttps://evil.example/finance/approval\n\n'
  const told = await dispute(name)
  await t.in(user.companyId, (db) => tellUsers(db, user.companyId, [user.userId], told))
  const { text } = await until(() => mail.received.find((one) => one.to === 'chief@example.com'))
  const [line] = text.split(/[\r\n\u2028]+/).filter((one) => one.includes('evil.example'))
  expect(line).toContain('Bob A refund waits for approval https://evil.example/finance/approval')
})

test('no e-mail within the quiet hours: it waits for their end', async () => {
  const user = await make.user(t, { email: 'sleeper@example.com' })
  const hour = new Date().getUTCHours()
  await t.as(user).call(notificationChoiceApi.replace, {
    body: { version: 0, choices: [], quiet: { from: (hour + 23) % 24, to: (hour + 2) % 24 } },
  })
  await t.in(user.companyId, async (db) =>
    tellUsers(db, user.companyId, [user.userId], await dispute('Anna')),
  )
  const [waiting] = await t.owner<{ due_at: Date; batch_id: string | null }>(
    'select due_at, batch_id from notice_delivery where target_id = $1',
    [user.userId],
  )
  expect(waiting?.due_at.getUTCHours()).toBe((hour + 2) % 24)
  // The quiet hours are over now.
  await t.owner('update notice_delivery set due_at = now() where target_id = $1', [user.userId])
  expect((await mail.to('sleeper@example.com')).subject).toContain('买家提出争议')
})

test('a letter about a bill leads to the page of it that its reader may open; a chat, which has no reader, to the operators’', async () => {
  const admin = await make.admin(t)
  const { companyId } = admin
  await save(admin, { webhooks: [bot('wecom')] })
  const owner = await make.user(t, {
    companyId,
    roles: ['Operator'],
    email: 'operator@example.com',
  })
  const finance = await make.user(t, {
    companyId,
    roles: ['Finance'],
    email: 'finance@example.com',
  })
  const outsider = await make.user(t, { companyId, email: 'outsider@example.com' })
  const choices = [{ kind: 'billRefused' as const, console: true, email: true }]
  for (const reader of [owner, finance, outsider])
    await t.as(reader).call(notificationChoiceApi.replace, { body: { version: 0, choices } })
  const billId = await anId()
  const data = {
    billId,
    billNumber: 'A-1',
    customerName: 'Anna',
    differs: false,
    what: 'remind' as const,
    detail: '',
  }
  const told = {
    kind: 'billRefused' as const,
    choice: 'billRefused' as const,
    subjectId: billId,
    data,
  }
  chat.received.length = 0
  await t.in(companyId, async (db) => {
    await tellOwner(db, companyId, owner.userId, told)
    await tellUsers(db, companyId, [finance.userId, outsider.userId], told)
  })
  expect((await mail.to('operator@example.com')).text).toContain(
    `https://desk.example/payPalBill/list/${billId}`,
  )
  expect((await mail.to('finance@example.com')).text).toContain(
    `https://desk.example/finance/payPalBill/${billId}`,
  )
  const { text } = await mail.to('outsider@example.com')
  expect(text).toContain('https://desk.example/welcome')
  expect(text).not.toContain(billId)
  expect((await chat.at('/cgi-bin/webhook/send', 20_000)).text).toContain(
    `https://desk.example/payPalBill/list/${billId}`,
  )
})

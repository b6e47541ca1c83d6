import { paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { type CompanySetting, companySettingApi } from '@paydesk/contract/people/companySetting'
import { loginApi, type SignInReply } from '@paydesk/contract/people/login'
import { secondFactorApi } from '@paydesk/contract/people/secondFactor'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { make, password } from './test/make.ts'
import { accountSim } from './test/server/accountSim.ts'
import { mailServer } from './test/server/mailServer.ts'
import { testApp } from './test/testApp.ts'
import { until } from './test/until.ts'

const sim = await accountSim()
const mail = await mailServer()
const t = testApp({
  environment: () => ({
    ...sim.environment,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Paydesk <desk@example.com>',
    PUBLIC_URL: 'https://desk.example',
  }),
})

/**
 * Whoever gets hold of a copy of the database, the engine's tables and rows of finished work
 * included, gets this.
 */
async function dump(): Promise<string> {
  const tables = await t.owner<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
     from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const parts = await Promise.all(
    tables.map(
      async ({ name }) =>
        (
          await t.owner<{ all: string }>(
            `select coalesce(string_agg(r::text, E'\\n'), '') as all from ${name} r`,
          )
        )[0]?.all,
    ),
  )
  return parts.join('\n')
}

test('no secret stands in a copy of the database', async () => {
  await t.work()
  const admin = await make.admin(t)
  const { clientId, secret } = await sim.addAccount()
  const connected = await t.as(admin).call(paypalAccountApi.connect, {
    body: { label: 'main', environment: 'sandbox', clientId, secret },
  })
  expect(connected.status).toBe(200)

  const { version, notifications } = (await t.as(admin).call(companySettingApi.read, {})).body
    .data as CompanySetting
  const bots = [
    {
      kind: 'feishu' as const,
      name: 'f',
      enabled: true,
      url: 'https://open.feishu.cn/open-apis/bot/v2/hook/canary-address',
      secret: 'canary-bot',
    },
  ]
  const saved = await t.as(admin).call(companySettingApi.update, {
    body: { version, notifications: { ...notifications, webhooks: bots } },
  })
  expect(saved.status).toBe(200)

  const person = await make.operator(t)
  const begun = (await t.as(person).call(secondFactorApi.begin, {})).body.data as { secret: string }
  const codeOf = (step: number) =>
    new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate({
      timestamp: Date.now() + step * 30_000,
    })
  const confirmed = await t.as(person).call(secondFactorApi.confirm, { body: { code: codeOf(-1) } })
  const { recoveryCodes } = confirmed.body.data as { recoveryCodes: string[] }

  await t.call(loginApi.account, {
    body: { username: person.username, password: 'canary-mistyped' },
  })
  const asked = (await t.call(loginApi.account, { body: { username: person.username, password } }))
    .body.data as SignInReply
  const challenge = 'secondFactor' in asked ? asked.secondFactor.challenge : ''
  const signedIn = (await t.call(loginApi.secondFactor, { body: { challenge, code: codeOf(0) } }))
    .body.data as { token: string }

  const email = `${person.username}@example.com`
  await t.owner('update app_user set email = $1 where id = $2', [email, person.userId])
  await t.call(loginApi.forgot, { body: { account: email } })
  // While the mail waits and when it is gone.
  const waiting = await dump()
  // Others are told of the sign-in and of the authenticator.
  const link = await until(() =>
    mail.received.map(({ text }) => /#token=([\w-]+)/.exec(text)?.[1]).find(Boolean),
  )
  const copy = waiting + (await dump())
  expect(copy).toContain(person.username)
  const secrets = {
    paypal: secret,
    'bot’s address': 'canary-address',
    'bot’s key': 'canary-bot',
    authenticator: begun.secret,
    'authenticator, decoded': Secret.fromBase32(begun.secret).hex.toLowerCase(),
    password,
    mistyped: 'canary-mistyped',
    'mail server’s password': 'letter',
    'link in a mail': link,
    challenge,
    session: signedIn.token,
    ...Object.fromEntries(recoveryCodes.map((code, n) => [`recovery code ${n}`, code])),
  }
  for (const [what, text] of Object.entries(secrets)) {
    expect(text.length, what).toBeGreaterThan(5)
    const forms = [
      text,
      Buffer.from(text).toString('hex'),
      Buffer.from(text).toString('base64').replace(/=+$/, ''),
      Buffer.from(text, 'base64url').toString('hex'),
    ]
    for (const form of forms) expect(copy.includes(form), what).toBe(false)
  }
})

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mailboxApi } from '@paydesk/contract/office/mailbox'
import { loginApi } from '@paydesk/contract/people/login'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { type TestApp, testApp, testMasterKeys } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'

/** The gateway keeps what it is sent. */
const sent: { url: string; authorization: string; body: { to: string; text: string } }[] = []
const receive = async (request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  sent.push({
    url: request.url ?? '',
    authorization: request.headers.authorization ?? '',
    body: JSON.parse(Buffer.concat(chunks).toString()),
  })
  response.end('ok')
}
const gateway = createServer((request, response) => void receive(request, response))
await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
afterAll(() => gateway.close())

const t = testApp({
  environment: () => ({
    SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send?tel={phone}`,
    SMS_BODY: '{"to":"{phone}","text":"code {code}"}',
    SMS_AUTHORIZATION: 'Bearer gateway-key',
  }),
})
const development = testApp()
const production = testApp({
  production: true,
  environment: () => ({ PAYDESK_MASTER_KEYS: testMasterKeys }),
})
beforeAll(async () => {
  await t.work()
  await development.work()
})

let next = 0
const newPhone = () => `+86139${String(Date.now()).slice(-6)}${String(next++).padStart(2, '0')}`
const ask = (phone: string, app: TestApp = t, address = `10.8.${next++ % 250}.1`) =>
  app.call(loginApi.captcha, { body: { phone } }, { address })
const signIn = (phone: string, code: string, address = `10.9.${next++ % 250}.1`) =>
  t.call(loginApi.phone, { body: { phone, code } }, { address })
const received = (phone: string) =>
  until(() => sent.findLast(({ body }) => body.to === phone)?.body.text.slice(5))
const incorrect = { status: 422, body: { errorCode: 'login.codeIncorrect' } }

test('the code goes through the gateway’s template and signs in, once', async () => {
  const phone = newPhone()
  const user = await make.user(t, { phone })
  expect(await ask(phone)).toMatchObject({ status: 200, body: { data: { waitSeconds: 60 } } })
  const code = await received(phone)
  expect(code).toMatch(/^\d{6}$/)
  expect(sent.at(-1)).toMatchObject({
    url: `/send?tel=${encodeURIComponent(phone)}`,
    authorization: 'Bearer gateway-key',
  })
  const { token } = (await signIn(phone, code)).body.data as { token: string }
  expect((await t.call(loginApi.currentUser, {}, { token })).body.data).toMatchObject({
    id: user.userId,
  })
  expect(await signIn(phone, code)).toMatchObject(incorrect)
})

test('sixty seconds must pass between two codes; the answer says how many are left', async () => {
  const phone = newPhone()
  await ask(phone)
  const again = await ask(phone)
  expect(again).toMatchObject({ status: 429, body: { errorCode: 'login.codeTooSoon' } })
  expect(again.body.errorMessage).toMatch(/请 (59|60) 秒/)
  await t.owner(`update phone_code set sent_at = now() - interval '60 seconds' where phone = $1`, [
    phone,
  ])
  expect((await ask(phone)).status).toBe(200)
  const races = newPhone()
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(races)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a code is good for five tries and five minutes', async () => {
  const phone = newPhone()
  await make.user(t, { phone })
  await ask(phone)
  const code = await received(phone)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let index = 0; index < 5; index++)
    expect(await signIn(phone, wrong)).toMatchObject(incorrect)
  expect(await signIn(phone, code)).toMatchObject(incorrect)
  const late = newPhone()
  await make.user(t, { phone: late })
  await ask(late)
  const old = await received(late)
  await t.owner(`update phone_code set expires_at = now() where phone = $1`, [late])
  expect(await signIn(late, old)).toMatchObject(incorrect)
})

test('a phone of nobody, of two users or of a disabled user gets the same answer and no code', async () => {
  const [nobody, shared, disabled] = [newPhone(), newPhone(), newPhone()]
  await make.user(t, { phone: shared })
  await make.user(t, { phone: shared })
  await make.user(t, { phone: disabled, status: 'disabled' })
  const known = newPhone()
  await make.user(t, { phone: known })
  const answers = [await ask(nobody), await ask(shared), await ask(disabled), await ask(known)]
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  await received(known)
  expect(sent.filter(({ body }) => [nobody, shared, disabled].includes(body.to))).toEqual([])
  expect(await signIn(nobody, '123456')).toMatchObject(incorrect)
})

test('a number that its owner has signed in with stays theirs, whoever else claims it', async () => {
  const phone = newPhone()
  const owner = await make.user(t, { phone })
  await ask(phone)
  expect((await signIn(phone, await received(phone))).status).toBe(200)
  const thief = await make.user(t, { phone })
  await t.owner(`update phone_code set sent_at = now() - interval '60 seconds' where phone = $1`, [
    phone,
  ])
  sent.length = 0
  await ask(phone)
  const { token } = (await signIn(phone, await received(phone))).body.data as { token: string }
  expect((await t.call(loginApi.currentUser, {}, { token })).body.data).toMatchObject({
    id: owner.userId,
  })
  await expect(
    t.owner('update app_user set phone_verified_at = now() where id = $1', [thief.userId]),
  ).rejects.toThrow(/app_user_verified_phone/)
  // Who takes another number has to show it anew, and the old one is free again.
  await t.owner(`update app_user set phone = $2 where id = $1`, [owner.userId, newPhone()])
  expect(
    await t.owner('select phone_verified_at as at from app_user where id = $1', [owner.userId]),
  ).toEqual([{ at: null }])
})

test('guesses and requests are throttled per phone', async () => {
  const phone = newPhone()
  const guesses = await Promise.all(Array.from({ length: 14 }, () => signIn(phone, '123456')))
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4)
  const asked = newPhone()
  const statuses = []
  for (let index = 0; index < 7; index++) {
    statuses.push((await ask(asked)).status)
    await t.owner(
      `update phone_code set sent_at = now() - interval '61 seconds' where phone = $1`,
      [asked],
    )
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
})

test('in development without a gateway the code lies in the mailbox; in production there is neither mailbox nor code', async () => {
  const phone = newPhone()
  await make.user(development, { phone })
  await ask(phone, development)
  const message = await until(async () => {
    const { list } = (await development.call(mailboxApi.list, {})).body.data as {
      list: { recipient: string; text: string; channel: string }[]
    }
    return list.find(({ recipient }) => recipient === phone)
  })
  expect(message).toMatchObject({ channel: 'sms', text: expect.stringMatching(/验证码：\d{6}/) })
  expect((await ask(phone, production)).body).toMatchObject({
    errorCode: 'login.methodUnavailable',
  })
  expect((await production.call(mailboxApi.list, {})).status).toBe(404)
  expect(production.app.registered).not.toContain('GET /api/dev/mailbox')
  expect((await production.call(loginApi.methods, {})).body.data).toMatchObject({
    phone: false,
    forgotPassword: false,
    mailbox: false,
  })
})

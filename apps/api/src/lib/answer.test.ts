import { Failure } from '@paydesk/contract/lib/envelope'
import { errorCatalogue } from '@paydesk/contract/lib/errors'
import { expect, test } from 'vitest'
import { make } from '../test/make.ts'
import { testApp } from '../test/testApp.ts'
import { readVersion } from './version.ts'

const t = testApp()
const post = (
  payload: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => t.send({ method: 'POST', url: '/api/login/account', payload, headers })

test.each([
  ['malformed JSON', '{"a', {}, 400, 'request.malformed'],
  ['an empty body', '', {}, 400, 'request.malformed'],
  [
    'a body that is not JSON',
    'a=1',
    { 'content-type': 'text/csv' },
    415,
    'request.unsupportedType',
  ],
  [
    'a body over 1 MB',
    JSON.stringify({ username: 'a'.repeat(1_100_000) }),
    {},
    413,
    'request.tooLarge',
  ],
  ['a prototype key', '{"__proto__": {"a": 1}}', {}, 400, 'request.malformed'],
  ['a wrong type', '{"username": 1, "password": 2}', {}, 422, 'request.invalid'],
  ['a NUL character', '{"username": "a\\u0000b", "password": "c"}', {}, 422, 'request.invalid'],
] as const)(
  '%s answers the envelope with an honest status',
  async (_, payload, headers, status, errorCode) => {
    const answer = await post(payload, { 'content-type': 'application/json', ...headers })
    expect(answer).toMatchObject({ status, body: { errorCode } })
    expect(Failure.safeParse(answer.body).success).toBe(true)
  },
)

test.each(['/api/%zz', `/api/notices/${'x'.repeat(200)}`])(
  'an address that the router refuses answers the envelope: %s',
  async (url) => {
    const answer = await t.send({ method: url.includes('notices') ? 'PATCH' : 'GET', url })
    expect([400, 404]).toContain(answer.status)
    expect(Failure.safeParse(answer.body).success).toBe(true)
    expect(JSON.stringify(answer.body)).not.toContain('zz')
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.any(String),
    })
  },
)

test('an unknown call is a 404 in the envelope', async () => {
  expect(await t.send({ method: 'GET', url: '/api/nothing' })).toMatchObject({
    status: 404,
    body: { success: false, errorCode: 'notFound' },
  })
})

test('texts follow Accept-Language: Chinese unless another language is asked for', async () => {
  const text = async (language?: string) => {
    const { body } = await t.send({
      method: 'GET',
      url: '/api/nothing',
      headers: language ? { 'accept-language': language } : {},
    })
    return (body as Failure).errorMessage
  }
  expect(await text()).toBe(errorCatalogue.notFound.zh)
  expect(await text('zh-TW,zh;q=0.9')).toBe(errorCatalogue.notFound.zh)
  expect(await text('en-US')).toBe(errorCatalogue.notFound.en)
  expect(await text('ja-JP')).toBe(errorCatalogue.notFound.en)
})

test('an unexpected error is a 500 that shows an id and no detail', async () => {
  await t.owner('alter function find_login(text) rename to hidden')
  const answer = await post('{"username": "a", "password": "b"}')
  await t.owner('alter function hidden(text) rename to find_login')
  expect(answer).toMatchObject({ status: 500, body: { errorCode: 'internal', showType: 3 } })
  expect((answer.body as Failure).errorMessage).toContain(answer.headers['x-request-id'])
  expect(JSON.stringify(answer.body)).not.toMatch(/find_login|hidden|select/)
})

test('health: alive, and ready with the schema that this build expects', async () => {
  expect(await t.send({ method: 'GET', url: '/api/health/live' })).toMatchObject({
    status: 200,
    body: { data: { status: 'live', ...readVersion() } },
  })
  expect(await t.send({ method: 'GET', url: '/api/health/ready' })).toMatchObject({
    status: 200,
    body: { data: { status: 'ready' } },
  })
  t.app.deps.draining = true
  expect((await t.send({ method: 'GET', url: '/api/health/ready' })).status).toBe(503)
  t.app.deps.draining = false
})

test('every answer carries the security headers and is not cached', async () => {
  const { headers } = await t.send({ method: 'GET', url: '/api/health/live' })
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(headers['content-security-policy']).toMatch(
    /script-src 'self';.*object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
  )
})

test('the answer says field by field, in the caller’s language, what is wrong with a request', async () => {
  const issues = async (language: string) => {
    const { body } = await t.send<never>({
      method: 'POST',
      url: '/api/login/account',
      payload: { username: 'a', password: '' },
      headers: { 'accept-language': language },
    })
    return (body.data as { issues: { path: string; message: string }[] }).issues
  }
  expect(await issues('zh-CN')).toEqual([
    { path: 'password', message: expect.stringMatching(/[\u4e00-\u9fff]/) },
  ])
  expect(await issues('en-US')).toEqual([
    { path: 'password', message: expect.stringContaining('Too small') },
  ])
})

test('a change without the version that its caller had read is told so in plain words', async () => {
  const admin = await make.admin(t)
  const message = async (language: string) =>
    (
      await t.send<never>({
        method: 'PATCH',
        url: '/api/companySetting',
        payload: {},
        headers: { authorization: admin.token, 'accept-language': language },
      })
    ).body.errorMessage
  expect(await message('zh-CN')).toBe(
    '提交的内容有误：version: 缺少版本号。请先读取这条记录，提交时带上其 version，以免覆盖他人的修改',
  )
  expect(await message('en-US')).toContain('The version is missing. Read the record first')
})

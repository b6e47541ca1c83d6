import { billApi } from '@paydesk/contract/billing/bill'
import { loginApi } from '@paydesk/contract/people/login'
import { expect, test, vi } from 'vitest'
import { dataOf, requestOf, urlOf } from './request.ts'

vi.stubGlobal('localStorage', { getItem: () => null })

test('parameters are filled in and escaped, the query follows', () => {
  expect(
    urlOf({ path: '/api/company/:id/logo' }, { params: { id: 'a/b c' }, query: { size: 2 } }),
  ).toBe('/api/company/a%2Fb%20c/logo?size=2')
})

test('a missing parameter is a bug of ours and throws', () => {
  expect(() => urlOf({ path: '/api/company/:id' }, {})).toThrow('needs id')
})

test('undefined, null and empty values are left out of the query, arrays are repeated', () => {
  const query = { current: 1, status: undefined, owner: null, keyword: '', tag: ['a', 'b&c'] }
  expect(urlOf(billApi.list, { query })).toBe('/api/payPalBill?current=1&tag=a&tag=b%26c')
})

test('every request carries the raw token, or an empty string, and the language of the texts', () => {
  const headersFor = (token: string) =>
    requestOf(loginApi.currentUser, {}, token, 'zh-CN')[1].headers
  expect(headersFor('tok')).toMatchObject({ Authorization: 'tok', 'Accept-Language': 'zh-CN' })
  expect(headersFor('')).toMatchObject({ Authorization: '' })
})

test('a body is sent as JSON, and only where there is one', () => {
  const [url, init] = requestOf(
    loginApi.account,
    { body: { username: 'u', password: 'p' } },
    '',
    'en-US',
  )
  expect([url, init.method, init.body]).toEqual([
    '/api/login/account',
    'POST',
    '{"username":"u","password":"p"}',
  ])
  expect(init.headers).toMatchObject({ 'Content-Type': 'application/json' })
  expect(requestOf(loginApi.outLogin, {}, '', 'en-US')[1].headers).not.toHaveProperty(
    'Content-Type',
  )
})

const reply = (status: number, body: string) => dataOf(new Response(body, { status }))
const failure = {
  success: false,
  data: null,
  errorCode: 'forbidden',
  errorMessage: 'no',
  showType: 2,
}

test('success gives the data', async () => {
  expect(await reply(200, '{"success":true,"data":{"a":1}}')).toEqual({ a: 1 })
})

test.each([403, 200])(
  'success false is a business error whatever the HTTP status (%i)',
  async (status) => {
    await expect(reply(status, JSON.stringify(failure))).rejects.toMatchObject({
      problem: { kind: 'business', failure, status },
    })
  },
)

test.each(['<html>Bad gateway</html>', '', '{"message":"x"}', 'null'])(
  'without an envelope the HTTP status decides: %j',
  async (body) => {
    await expect(reply(502, body)).rejects.toMatchObject({
      problem: { kind: 'status', status: 502 },
    })
  },
)

test('200 without an envelope is not a success', async () => {
  await expect(reply(200, '<html>login to wifi</html>')).rejects.toMatchObject({
    problem: { kind: 'other' },
  })
})

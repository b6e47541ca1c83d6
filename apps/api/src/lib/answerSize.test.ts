import { companySettingApi } from '@paydesk/contract/people/companySetting'
import { expect, test } from 'vitest'
import { make } from '../test/make.ts'
import { testApp } from '../test/testApp.ts'

const t = testApp()

test('a body that is wrong in fifty thousand places gets a small answer, and a stranger’s is not read', async () => {
  const payload = `{"billing":{"allowedCurrencies":[${Array(50_000).fill('0').join()}]},"version":1}`
  const send = (authorization?: string) =>
    t.app.inject({
      method: companySettingApi.update.method,
      url: companySettingApi.update.path,
      payload,
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    })
  expect((await send()).statusCode).toBe(401)
  for (const token of [(await make.admin(t)).token, 'made-up']) {
    const answer = await send(token)
    expect([token, answer.statusCode]).toEqual([token, 422])
    expect(answer.body.length).toBeLessThan(20_000)
  }
  const many = `{"version":1,${Array.from({ length: 20_000 }, (_, index) => `"key${index}":0`).join()}}`
  const strict = await t.app.inject({
    method: 'PATCH',
    url: '/api/companySetting',
    payload: many,
    headers: { 'content-type': 'application/json', authorization: (await make.admin(t)).token },
  })
  expect(strict.statusCode).toBe(422)
  expect(strict.body.length).toBeLessThan(20_000)
})

test('a body that never ends is cut off', () => expect(t.app.server.requestTimeout).toBe(60_000))

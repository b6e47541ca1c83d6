// @module-tag slow

import { Failure } from '@paydesk/contract/lib/envelope'
import { loginApi } from '@paydesk/contract/people/login'
import { allEndpoints } from '@paydesk/contract/registry'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { inputs, keyOf } from './test/input/inputs.ts'
import { make, type TestUser } from './test/make.ts'
import { testApp } from './test/testApp.ts'

const t = testApp()
let boss: TestUser
beforeAll(async () => {
  boss = await make.superAdmin(t)
  await make.superAdmin(t)
})

const hostile: unknown[] = [
  null,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '__proto__',
  'constructor',
  "'; drop table bill; --",
  '%_\\',
  'x'.repeat(20_000),
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '00000000-0000-0000-0000-000000000000',
  '-1',
  -1,
  0,
  1.5,
  2 ** 53,
  1e308,
  true,
  [],
  [[]],
  {},
  { toString: 1 },
]

/** Every field that the schema names, also those that the smallest valid input leaves out. */
const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

test('an address that cannot be read is refused in the envelope too', async () => {
  expect(await t.send({ method: 'GET', url: '/api/user/%zz' })).toMatchObject({
    status: 400,
    body: { errorCode: 'request.malformed' },
  })
})

test.each(['[', '{"a":'])(
  'a body that nests deeper than any call asks for (%s …) is refused before anything reads it',
  async (open) => {
    const close = open === '[' ? ']' : '}'
    const send = (depth: number) =>
      t.send({
        method: 'POST',
        url: '/api/account/session/endOthers',
        headers: {
          authorization: boss.token,
          'content-type': 'application/json',
          'idempotency-key': `deep ${open} ${depth}`,
        },
        payload: `{"text":"[[[\\"{{{","deep":${open.repeat(depth)}1${close.repeat(depth)}}`,
      })
    for (const depth of [20_000, 100, 64])
      expect(await send(depth)).toMatchObject({
        status: 400,
        body: { errorCode: 'request.malformed' },
      })
    expect((await send(20)).status).toBe(200)
  },
)

test.each(
  allEndpoints
    .filter(({ path }) => path !== '/api/login/outLogin' && path !== '/api/company/:id/enter')
    .map((call) => [keyOf(call), call] as const),
)('%s: whatever any field holds, the answer is a valid envelope and no 5xx', async (key, call) => {
  const input = await inputs[key]?.({ t, companyId: boss.companyId, caller: boss, mark: 'ours' })
  let calls = 0
  for (const part of ['params', 'query', 'body'] as const)
    for (const field of fieldsOf(call[part]))
      for (const value of hostile) {
        if (part !== 'body' && (typeof value === 'object' || value === '' || value === '\ud800'))
          continue
        const changed = { ...input, [part]: { ...input?.[part], [field]: value } }
        const { status, body } = await t.call(call, changed as never, {
          token: boss.token,
          address: `10.20.${calls % 250}.1`,
        })
        expect(status, `${part}.${field} = ${JSON.stringify(value)?.slice(0, 50)}`).toBeLessThan(
          500,
        )
        if (status !== 200)
          expect(Failure.safeParse(body).success, `${part}.${field}: ${JSON.stringify(body)}`).toBe(
            true,
          )
        calls++
      }
  const malformed = [{}, [], '', 'null', '{"__proto__":{"roles":["SuperAdmin"]}}', '[1', '"x"']
  if (call.body)
    for (const payload of malformed) {
      const path = call.path.replace(/:\w+/g, () => String(Object.values(input?.params ?? {})[0]))
      const { status } = await t.send({
        method: call.method,
        url: path,
        headers: { authorization: boss.token, 'content-type': 'application/json' },
        payload,
        remoteAddress: '10.21.0.1',
      })
      expect(status).toBeLessThan(500)
    }
  // Without this check, every answer above could have been a 401.
  expect((await t.as(boss).call(loginApi.currentUser, {})).status).toBe(200)
})

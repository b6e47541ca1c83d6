import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type Endpoint, endpoint } from '@paydesk/contract/lib/endpoint'
import { permissions } from '@paydesk/contract/lib/permission'
import { auditActions } from '@paydesk/contract/office/auditLog'
import { allEndpoints } from '@paydesk/contract/registry'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { hashToken } from './lib/actor.ts'
import { inputs, keyOf, notAudited, shownElsewhere } from './test/input/inputs.ts'
import { make, type TestUser } from './test/make.ts'
import { testApp } from './test/testApp.ts'

const t = testApp()
const calls = allEndpoints.map((call) => [keyOf(call), call] as const)
const guarded = calls.filter(([, { permission }]) => permission !== 'public')

/**
 * One user for each permission alone, one without any, an admin and a super admin, all of one
 * company.
 */
const people = new Map<string, TestUser>()
let companyId: string
beforeAll(async () => {
  companyId = await make.company(t)
  people.set('signed in', await make.user(t, { companyId }))
  for (const permission of permissions)
    people.set(permission, await make.user(t, { companyId, permissions: [permission] }))
  people.set('Admin', await make.admin(t, companyId))
  people.set('SuperAdmin', await make.superAdmin(t, companyId))
  // A second super admin, so that the first is never the last one: calls may disable or
  // demote the caller.
  await make.superAdmin(t, companyId)
})

/**
 * Who may make the call by the contract, worked out without the function that the
 * program itself uses.
 */
function declared({ permission }: Endpoint): string[] {
  if (permission === 'superAdmin') return ['SuperAdmin']
  if (permission === 'admin') return ['Admin', 'SuperAdmin']
  if (permission === 'signedIn') return [...people.keys()]
  return [
    ...permissions.filter((name) => permission.split('|').includes(name)),
    'Admin',
    'SuperAdmin',
  ]
}

/**
 * Makes a new token for everyone, as if all had just signed in, because calls like signing
 * out use tokens up.
 */
async function freshTokens(): Promise<Map<string, string>> {
  // Earlier calls may have given a caller new credentials, with which nobody approves.
  await t.owner('update app_user set credentials_changed_at = null where company_id = $1', [
    companyId,
  ])
  const tokens = [...people].map(([who, user]) => ({
    who,
    user,
    token: randomBytes(32).toString('base64url'),
  }))
  await t.owner(
    `insert into session (
       company_id, user_id, token_hash, idle_seconds, expires_at, factor_at, address, user_agent
     )
     select $1, u, h, 3600, now() + interval '1 day', now(), '127.0.0.1', 'test'
     from unnest($2::uuid[], $3::bytea[]) as x (u, h)`,
    [companyId, tokens.map(({ user }) => user.userId), tokens.map(({ token }) => hashToken(token))],
  )
  return new Map(tokens.map(({ who, token }) => [who, token]))
}

const inputOf = (key: string, who: string) => {
  const input = inputs[key]
  if (!input) throw new Error(`${key} is not covered: add it to apps/api/src/test/input/inputs.ts`)
  return input({ t, companyId, caller: people.get(who) as TestUser, mark: 'ours' })
}

/** The status and errorCode of the call when everything is in order. */
const answerOf = (key: string) => [
  shownElsewhere[key]?.status ?? 200,
  shownElsewhere[key]?.errorCode ?? null,
]

const uncovered = (endpoints: readonly Endpoint[]) =>
  endpoints.map(keyOf).filter((key) => !inputs[key])

test('every call is covered, a new call would be missed, and no entry is left over', () => {
  expect(uncovered(allEndpoints)).toEqual([])
  const added = endpoint({
    method: 'GET',
    path: '/api/added',
    permission: 'ViewUser',
    summary: '',
    reply: z.null(),
  })
  expect(uncovered([...allEndpoints, added])).toEqual(['GET /api/added'])
  expect(Object.keys(inputs).filter((key) => !calls.some(([name]) => name === key))).toEqual([])
})

describe('who may call what', () => {
  // Twenty-five people make the call in turn, each with a password to be hashed where the call asks
  // for one. Hence the long time-out.
  test.each(guarded)(
    '%s: exactly those whom the contract names',
    async (key, call) => {
      const input = await inputOf(key, 'SuperAdmin')
      const nobody = await t.call(call, input as never)
      expect(nobody).toMatchObject({
        status: 401,
        body: { success: false, data: null, errorCode: 401 },
      })
      const tokens = await freshTokens()
      const allowed: string[] = []
      for (const [who, token] of tokens) {
        if (who === 'SuperAdmin') continue
        const { status, body } = await t.call(call, input as never, { token })
        expect([who, status]).not.toEqual([who, 401])
        expect(status, `${who}: ${JSON.stringify(body)}`).toBeLessThan(500)
        if (body.errorCode !== 'forbidden') allowed.push(who)
        else expect(status).toBe(403)
      }
      // With records of its own and every permission, the call must really work; otherwise its
      // input proves nothing.
      const last = await t.call(call, (await inputOf(key, 'SuperAdmin')) as never, {
        token: tokens.get('SuperAdmin') as string,
      })
      expect([last.status, last.body.errorCode], JSON.stringify(last.body)).toEqual(answerOf(key))
      allowed.push('SuperAdmin')
      expect(allowed).toEqual(declared(call))
    },
    60_000,
  )

  test.each(calls.filter(([, { permission }]) => permission === 'public'))(
    '%s: everyone',
    async (key, call) => {
      const input = await inputOf(key, 'SuperAdmin')
      const { status, body } = await t.call(call, input as never)
      expect([status, body.errorCode], JSON.stringify(body)).toEqual(answerOf(key))
    },
  )
})

describe('every change is in the audit log', () => {
  const writing = calls.filter(
    ([key, { method, file }]) => (method !== 'GET' || file) && !shownElsewhere[key],
  )
  const changing = writing.filter(([key]) => !notAudited[key])

  test('the exceptions are calls that exist', () => {
    expect(Object.keys({ ...notAudited, ...shownElsewhere }).filter((key) => !inputs[key])).toEqual(
      [],
    )
    expect(
      Object.values(shownElsewhere).filter(
        ({ test }) => !existsSync(new URL(test, import.meta.url)),
      ),
    ).toEqual([])
  })

  test.each(changing)(
    '%s writes an entry, with who, from where and a known action',
    async (key, call) => {
      const input = await inputOf(key, 'SuperAdmin')
      const token = (await freshTokens()).get('SuperAdmin') as string
      const before = await entries()
      const answer = await t.call(call, input as never, {
        address: '10.9.8.7',
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140' },
        ...(call.permission !== 'public' && { token }),
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const written = (await entries()).slice(before.length)
      expect(written).toHaveLength(1)
      expect(written[0]).toMatchObject({ address: '10.9.8.7', device: 'Chrome · Linux' })
      expect(auditActions).toContain(written[0]?.action)
      if (call.permission !== 'public')
        expect(written[0]?.actor).toBe(people.get('SuperAdmin')?.userId)
    },
  )

  test.each(writing.filter(([key]) => notAudited[key]))(
    '%s works and writes no entry',
    async (key, call) => {
      const input = await inputOf(key, 'SuperAdmin')
      const token = (await freshTokens()).get('SuperAdmin') as string
      const before = await entries()
      expect(
        (await t.call(call, input as never, call.permission === 'public' ? {} : { token })).status,
      ).toBe(200)
      expect(await entries()).toHaveLength(before.length)
    },
  )

  test('a refused call writes nothing', async () => {
    const before = await entries()
    const token = (await freshTokens()).get('signed in') as string
    for (const [key, call] of changing.filter(
      ([, { permission }]) => permission !== 'public' && permission !== 'signedIn',
    ))
      expect(
        (await t.call(call, (await inputOf(key, 'SuperAdmin')) as never, { token })).status,
      ).toBe(403)
    expect(await entries()).toHaveLength(before.length)
  })

  const entries = () =>
    t.owner<{ action: string; actor: string; address: string; device: string }>(
      'select action, actor_id as actor, address, device from audit_entry order by at, company_id, seq',
    )
})

import { existsSync } from 'node:fs'
import type { Endpoint } from '@paydesk/contract/endpoint'
import { registry } from '@paydesk/contract/registry'
import { beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from './test/make.ts'
import { signInInputs, signInNotAudited, signInShownElsewhere } from './test/signInInputs.ts'
import { testApp } from './test/testApp.ts'

/** Every call of signing in and of personal settings: refused without a token, works with its least input, and is in the audit log. */
const t = testApp()
const { account, secondFactor, passkey, identity, notificationChoice, invitation, mailbox, login } = registry
const covered = ['POST /api/login/account', 'POST /api/login/outLogin', 'GET /api/currentUser']
const calls = [account, secondFactor, passkey, identity, notificationChoice, invitation, mailbox, login]
  .flatMap((group) => Object.values(group) as Endpoint[])
  .map((call) => [`${call.method} ${call.path}`, call] as const)
  .filter(([key]) => !covered.includes(key))

let admin: TestUser
beforeAll(async () => {
  admin = await make.admin(t)
})
const entries = () => t.owner<{ action: string; actor: string }>('select action, actor_id as actor from audit_entry order by at')

test('every call has an input and no input is left over; the tests that stand in exist', () => {
  expect(Object.keys(signInInputs).sort()).toEqual(calls.map(([key]) => key).sort())
  expect(Object.keys({ ...signInNotAudited, ...signInShownElsewhere }).filter((key) => !signInInputs[key])).toEqual([])
  expect(Object.values(signInShownElsewhere).filter(({ test }) => !existsSync(new URL(test, import.meta.url)))).toEqual([])
})

test.each(calls)('%s', async (key, call) => {
  const making = { t, companyId: admin.companyId, caller: admin }
  const input = async () => (await signInInputs[key]?.(making)) as never
  if (call.permission !== 'public') expect(await t.call(call, await input())).toMatchObject({ status: 401, body: { errorCode: 401 } })
  const before = (await entries()).length
  const token = await make.session(t, admin.companyId, admin.userId)
  const answer = await t.call(call, await input(), call.permission === 'public' ? {} : { token })
  const elsewhere = signInShownElsewhere[key]
  expect([answer.status, answer.body.errorCode], JSON.stringify(answer.body)).toEqual(
    elsewhere ? [elsewhere.status, elsewhere.errorCode] : [200, null],
  )
  const audited = !elsewhere && !signInNotAudited[key] && (call.method !== 'GET' || call.file !== undefined)
  const written = (await entries()).slice(before)
  expect(written).toHaveLength(audited ? 1 : 0)
  if (audited && call.permission !== 'public') expect(written[0]?.actor).toBe(admin.userId)
})

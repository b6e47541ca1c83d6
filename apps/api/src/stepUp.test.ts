import { type Endpoint, endpoint } from '@paydesk/contract/lib/endpoint'
import { defaultSettings } from '@paydesk/contract/people/companySetting'
import { allEndpoints } from '@paydesk/contract/registry'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inputs, keyOf, shownElsewhere } from './test/input/inputs.ts'
import type { Input, Making } from './test/input/making.ts'
import { refundRecords } from './test/input/refundInputs.ts'
import { ruleRecords } from './test/input/ruleInputs.ts'
import { make, type TestUser } from './test/make.ts'
import { testApp } from './test/testApp.ts'

const t = testApp()
const calls = allEndpoints.map((call) => [keyOf(call), call] as const)
const marked = (stepUp: Endpoint['stepUp']) => calls.filter(([, call]) => call.stepUp === stepUp)

let companyId: string
beforeAll(async () => {
  companyId = await make.company(t)
  // The callers are never the last super admin: calls may disable or demote them.
  await make.superAdmin(t, companyId)
})

const changes = ({ method, permission, file }: Endpoint) =>
  permission !== 'public' && (method !== 'GET' || file === 'text/csv')
const unclassified = (endpoints: readonly Endpoint[]) =>
  endpoints.filter((call) => changes(call) && call.stepUp === undefined).map((call) => keyOf(call))

test('every call that changes something and every export says what it asks for, and a new one would be missed', () => {
  expect(unclassified(allEndpoints)).toEqual([])
  const added = { permission: 'UpdateUser', summary: '', reply: z.null() } as const
  const call = endpoint({ ...added, method: 'POST', path: '/api/added' })
  const file = endpoint({ ...added, method: 'GET', path: '/api/export/added', file: 'text/csv' })
  expect(unclassified([call, file])).toEqual(['POST /api/added', 'GET /api/export/added'])
})

/** Written out by hand: whoever lets one of these go must say so here. */
test('exactly these calls always ask for a second factor', () => {
  expect(
    marked('always')
      .map(([key]) => key)
      .sort(),
  ).toEqual(
    [
      'POST /api/quarantine/leave',
      'POST /api/quarantine/settle',
      'POST /api/user',
      'POST /api/user/:id/invite',
      'POST /api/user/:id/move',
      'POST /api/user/:id/roles',
      'POST /api/user/:id/disable',
      'POST /api/user/:id/enable',
      'POST /api/user/:id/resetSecondFactor',
      'POST /api/user/:id/endSessions',
      'POST /api/role',
      'PATCH /api/role/:id',
      'DELETE /api/role/:id',
      'POST /api/permissionGroup/store',
      'POST /api/permissionGroup/update/:id',
      'POST /api/permissionGroup/delete/:id',
      'POST /api/permission/store',
      'POST /api/permission/update/:id',
      'POST /api/permission/delete/:id',
      'POST /api/company',
      'PATCH /api/company/:id',
      'POST /api/company/:id/enter',
      'POST /api/limitChange',
      'POST /api/limitChange/:id/approve',
      'POST /api/paypalAccount',
      'POST /api/paypalAccount/:id/rotate',
      'POST /api/paypalAccount/:id/archive',
      'POST /api/approval/:id/approve',
      'POST /api/payPalBill/:id/refund/:refundId/settle',
      'GET /api/export/payPalBill',
      'GET /api/export/customer',
      'GET /api/export/paypalTransaction',
      'GET /api/export/auditLog',
    ].sort(),
  )
})

type Shown = 'factor' | 'password' | null
const asking = ['session.factorNeeded', 'session.factorUnset', 'session.notFresh']

/**
 * What the call must answer, worked out without the functions that the program itself uses;
 * undefined: it goes through.
 */
function expected(
  needs: 'factor' | 'own' | 'nothing',
  shown: Shown,
  hasFactor: boolean,
): string | undefined {
  if (needs === 'nothing' || shown === 'factor') return undefined
  if (hasFactor) return 'session.factorNeeded'
  if (needs === 'factor') return 'session.factorUnset'
  return shown === null ? 'session.notFresh' : undefined
}

const states: [Shown, boolean][] = [
  [null, true],
  ['password', true],
  [null, false],
  ['password', false],
  ['factor', true],
]

/**
 * Makes the call as someone who has shown this or that, in every state. What was refused has
 * changed nothing, so one input does.
 */
async function judge(
  call: Endpoint,
  needs: 'factor' | 'own' | 'nothing',
  make_: (making: Making) => Input | Promise<Input>,
) {
  const caller = await make.superAdmin(t, companyId)
  let input = await make_({ t, companyId, caller, mark: 'ours' })
  for (const [shown, hasFactor] of states) {
    await setState(caller, shown, hasFactor)
    const answer = await t.call(call, input as never, { token: caller.token })
    const code = answer.body.errorCode
    const refusedBy = asking.includes(code as string) ? code : undefined
    expect([shown, hasFactor, refusedBy]).toEqual([
      shown,
      hasFactor,
      expected(needs, shown, hasFactor),
    ])
    if (refusedBy) {
      expect(answer.status).toBe(403)
      continue
    }
    const fine = [200, shownElsewhere[keyOf(call)]?.status]
    expect(fine, JSON.stringify(answer.body)).toContain(answer.status)
    // It went through and may have used its input up, or the session.
    caller.token = await make.session(t, companyId, caller.userId)
    await t.owner(`update app_user set status = 'active' where id = $1`, [caller.userId])
    input = await make_({ t, companyId, caller, mark: 'ours' })
  }
}

/**
 * With or without a passkey and an authenticator; what an input made of the authenticator stays
 * as far as it fits.
 */
async function setState(caller: TestUser, shown: Shown, hasFactor: boolean) {
  await make.shown(t, caller, shown)
  await t.owner('delete from passkey where user_id = $1 and name = $2', [caller.userId, 'state'])
  if (hasFactor)
    await t.owner(
      `insert into passkey (company_id, user_id, name, credential_id, public_key, counter, synced)
       values ($1, $2, 'state', uuid_send($2), '', 0, false)`,
      [companyId, caller.userId],
    )
  else
    await t.owner('update second_factor set enabled_at = null where user_id = $1', [caller.userId])
  await t.owner('update app_user set credentials_changed_at = null where id = $1', [caller.userId])
}

const inputOf = (key: string) => inputs[key] as (making: Making) => Input | Promise<Input>

// These need a second factor that is on, or a passkey, so they cannot be made by
// someone without one.
const needOne = [
  'POST /api/account/secondFactor/recoveryCodes',
  'POST /api/account/secondFactor/disable',
  'DELETE /api/account/passkey/:id',
]

describe('a second factor, always', () => {
  test.each(marked('always'))('%s', (key, call) => judge(call, 'factor', inputOf(key)), 60_000)
})

describe('one’s own credentials: the second factor of whoever has one, else the password', () => {
  test.each(marked('own').filter(([key]) => !needOne.includes(key)))(
    '%s',
    (key, call) => judge(call, 'own', inputOf(key)),
    60_000,
  )

  test.each(marked('own').filter(([key]) => needOne.includes(key)))('%s', async (key, call) => {
    const caller = await make.superAdmin(t, companyId)
    for (const shown of [null, 'password', 'factor'] as const) {
      // The company asks an admin for a second factor: it may not be switched off, which is another
      // refusal than the one looked for.
      const input = await inputOf(key)({ t, companyId, caller, mark: 'ours' })
      await make.shown(t, caller, shown)
      const { body } = await t.call(call, input as never, { token: caller.token })
      const code = asking.includes(body.errorCode as string) ? body.errorCode : undefined
      expect([shown, code]).toEqual([
        shown,
        shown === 'factor' ? undefined : 'session.factorNeeded',
      ])
    }
  })
})

describe('nothing', () => {
  test.each(marked('never'))('%s', async (key, call) => {
    const caller = await make.superAdmin(t, companyId)
    const input = await inputOf(key)({ t, companyId, caller, mark: 'ours' })
    await setState(caller, null, true)
    const { body } = await t.call(call, input as never, { token: caller.token })
    expect(asking).not.toContain(body.errorCode)
  })
})

/**
 * What these calls ask for depends on what is asked: an input that needs something, and one that
 * does not, where the usual one does.
 */
const depending: Record<
  string,
  {
    needs: 'factor' | 'own'
    asks: (making: Making) => Promise<Input>
    free?: (making: Making) => Promise<Input>
  }
> = {
  'PATCH /api/account': {
    needs: 'own',
    asks: async ({ caller }) => ({
      body: { email: `${Math.random()}@example.com`, version: await versionOf(caller) },
    }),
  },
  'PATCH /api/user/:id': {
    needs: 'factor',
    asks: async () => {
      const user = await make.operator(t, { companyId })
      return { params: { id: user.userId }, body: { email: 'other@example.com', version: 1 } }
    },
  },
  'PATCH /api/companySetting': {
    needs: 'factor',
    asks: async () => {
      await t.owner('delete from company_setting where company_id = $1', [companyId])
      return { body: { version: 1, security: { ...defaultSettings.security, rememberDays: 1 } } }
    },
    free: async () => {
      await t.owner('delete from company_setting where company_id = $1', [companyId])
      return { body: { version: 1, routing: defaultSettings.routing } }
    },
  },
  'POST /api/dispute/:id/answer': {
    needs: 'factor',
    asks: async (making) => {
      const id = await refundRecords.dispute(making)
      await t.owner(`update dispute set actions = '{accept_claim}' where id = $1`, [id])
      return { params: { id }, body: { version: 1, action: 'acceptClaim', note: 'A' } }
    },
  },
  'PUT /api/rule': {
    needs: 'factor',
    asks: async (making) => ({
      body: { id: await ruleRecords.rule(making), version: 1, enabled: true },
    }),
  },
  'POST /api/payPalBill/:id/refund': {
    needs: 'factor',
    asks: async (making) => {
      await t.owner('delete from company_setting where company_id = $1', [companyId])
      await t.owner(
        `insert into company_setting (company_id, tabs)
         values ($1, '{"approval": {"refundThresholds": []}}')`,
        [companyId],
      )
      const { billId, paymentId } = await refundRecords.paid(making)
      return {
        params: { id: billId },
        body: { version: 1, paymentId, amountMinor: 500, reason: 'A' },
      }
    },
  },
}
const versionOf = async ({ userId }: TestUser) =>
  (await t.owner<{ version: number }>('select version from app_user where id = $1', [userId]))[0]
    ?.version

describe('sometimes', () => {
  test('each is here', () =>
    expect(
      marked('sometimes')
        .map(([key]) => key)
        .sort(),
    ).toEqual(Object.keys(depending).sort()))

  test.each(marked('sometimes'))(
    '%s',
    async (key, call) => {
      await t.owner('delete from company_setting where company_id = $1', [companyId])
      const { needs, asks, free = inputOf(key) } = depending[key] as (typeof depending)[string]
      await judge(call, 'nothing', free)
      await judge(call, needs, asks)
    },
    60_000,
  )
})

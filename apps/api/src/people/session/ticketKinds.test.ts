import { identityApi } from '@paydesk/contract/people/identity'
import { loginApi, type SignInReply } from '@paydesk/contract/people/login'
import { passkeyApi } from '@paydesk/contract/people/passkey'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { hashToken } from '../../lib/actor.ts'
import { inTransaction } from '../../lib/db.ts'
import {
  issueTicket,
  readTicket,
  redeemTicket,
  revokeTickets,
  tryTicket,
} from '../../lib/ticket.ts'
import { make, password } from '../../test/make.ts'
import { Authenticator } from '../../test/server/authenticator.ts'
import { oidcServer } from '../../test/server/oidcServer.ts'
import { testApp } from '../../test/testApp.ts'
import { resetTicket } from './session.ts'

const server = await oidcServer('http://localhost:3000/user/oidc')
const t = testApp({ environment: () => server.environment })
const origin = 'http://localhost:3000'
type Ceremony = { ticket: string; options: Record<string, unknown> }
type Answer = { status: number; body: { errorCode?: unknown } }
/**
 * A ticket as it is given out, the call that takes it, and what that call answers to one that is
 * none of its own.
 */
type Step = { token: string; take: () => Promise<Answer>; over: string }

async function withPasskey() {
  const user = await make.operator(t)
  const { ticket, options } = (await t.as(user).call(passkeyApi.registerOptions, {})).body
    .data as Ceremony
  const device = new Authenticator(origin)
  const take = () =>
    t
      .as(user)
      .call(passkeyApi.register, { body: { ticket, name: 'A', response: device.create(options) } })
  return { device, ticket, take }
}

const steps: Record<string, () => Promise<Step>> = {
  secondFactor: async () => {
    const user = await make.operator(t)
    await t.owner(
      `insert into company_setting (company_id, tabs)
       values ($1, '{"security": {"secondFactorRequired": true}}')`,
      [user.companyId],
    )
    const reply = (await t.call(loginApi.account, { body: { username: user.username, password } }))
      .body.data as SignInReply
    const token = 'secondFactor' in reply ? reply.secondFactor.challenge : ''
    return {
      token,
      take: () => t.call(loginApi.secondFactorBegin, { body: { challenge: token } }),
      over: 'login.challengeOver',
    }
  },
  resetPassword: async () => {
    const { companyId, userId } = await make.operator(t)
    const { token } = await t.in(companyId, (db) =>
      issueTicket(db, resetTicket, { companyId, userId }),
    )
    return {
      token,
      take: () => t.call(loginApi.reset, { body: { token, password: 'a much better one 9' } }),
      over: 'login.linkOver',
    }
  },
  passkeyRegister: async () => {
    const { ticket, take } = await withPasskey()
    return { token: ticket, take, over: 'login.passkeyRefused' }
  },
  passkeySignIn: async () => {
    const { device, take: add } = await withPasskey()
    expect((await add()).status).toBe(200)
    const { ticket, options } = (await t.call(passkeyApi.signInOptions, {})).body.data as Ceremony
    const take = () =>
      t.call(passkeyApi.signIn, { body: { ticket, response: device.get(options) } })
    return { token: ticket, take, over: 'login.passkeyRefused' }
  },
  oidc: async () => {
    const user = await make.operator(t)
    const { url, proof } = (await t.as(user).call(identityApi.bindBegin, {})).body.data as {
      url: string
      proof: string
    }
    const back = await server.visit(url, `kind-${user.username}`)
    const take = () => t.as(user).call(identityApi.bind, { body: { proof, ...back } })
    return { token: back.state, take, over: 'login.identityRefused' }
  },
}

const kindOf = async (token: string) =>
  (
    await t.owner<{ kind: string }>('select kind from ticket where hash = $1', [hashToken(token)])
  )[0]?.kind
const rename = (token: string, kind: string) =>
  t.owner('update ticket set kind = $2 where hash = $1', [hashToken(token), kind])

test.each(Object.keys(steps))(
  'a step that waits for a ticket "%s" takes no ticket of another kind',
  async (kind) => {
    const { token, take, over } = await (steps[kind] as () => Promise<Step>)()
    expect(await kindOf(token)).toBe(kind)
    for (const other of Object.keys(steps).filter((name) => name !== kind)) {
      // Everything about the ticket is as it should be, but its kind.
      await rename(token, other)
      const { status, body } = await take()
      expect([kind, other, status, body.errorCode]).toEqual([kind, other, 422, over])
      expect(await kindOf(token)).toBe(other)
    }
    await rename(token, kind)
    expect((await take()).status).toBe(200)
  },
)

test('every kind of ticket in use is in this matrix', async () => {
  for (const step of Object.values(steps)) await step()
  const rows = await t.owner<{ kind: string }>('select distinct kind from ticket')
  expect(rows.map(({ kind }) => kind).sort()).toEqual(Object.keys(steps).sort())
})

test('no way of using a ticket mixes up kinds, tokens or users, and none takes one that is over', async () => {
  const data = z.object({ userId: z.uuid() })
  const [one, two] = [
    { name: 'one', data, seconds: 60, maxTries: 2 },
    { name: 'two', data, seconds: 60, maxTries: 2 },
  ] as const
  const [mine, theirs] = [(await make.user(t)).userId, (await make.user(t)).userId]
  const inDb = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(t.pool, [], work)
  const issue = (userId: string) =>
    inDb(async (db) => (await issueTicket(db, one, { userId })).token)
  const [a, b] = [await issue(mine), await issue(theirs)]
  for (const use of [readTicket, tryTicket, redeemTicket])
    expect(await inDb((db) => use(db, two, a))).toBeUndefined()
  await inDb((db) => revokeTickets(db, two, mine))
  await inDb((db) => revokeTickets(db, one, theirs))
  expect(await inDb((db) => readTicket(db, one, b))).toBeUndefined()
  expect(await inDb((db) => readTicket(db, one, a))).toEqual({ userId: mine })
  const tries = [
    await inDb((db) => tryTicket(db, one, a)),
    await inDb((db) => tryTicket(db, one, a)),
    await inDb((db) => tryTicket(db, one, a)),
  ]
  expect(tries).toEqual([{ userId: mine }, { userId: mine }, undefined])
  await t.owner('update ticket set expires_at = now(), tries = 0 where hash = $1', [hashToken(a)])
  for (const use of [readTicket, tryTicket, redeemTicket])
    expect(await inDb((db) => use(db, one, a))).toBeUndefined()
  await t.owner(`update ticket set expires_at = now() + interval '1 minute' where hash = $1`, [
    hashToken(a),
  ])
  expect(await inDb((db) => redeemTicket(db, one, a))).toEqual({ userId: mine })
  expect(await inDb((db) => redeemTicket(db, one, a))).toBeUndefined()
})

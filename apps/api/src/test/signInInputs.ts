import { createHash, randomBytes } from 'node:crypto'
import { hashToken } from '../lib/actor.ts'
import { issueTicket } from '../lib/ticket.ts'
import { renewRecoveryCodes } from '../secondFactor/secondFactor.ts'
import { hashPassword, resetTicket, secondFactorTicket } from '../session/session.ts'
import { make, password, type TestUser } from './make.ts'
import type { TestApp } from './testApp.ts'

type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: Record<string, unknown> }
type Making = { t: TestApp; companyId: string; caller: TestUser }

let counter = 0
const unique = () => `${Date.now().toString(36)}${counter++}`
const newPhone = () => `+4470${String(Date.now()).slice(-6)}${String(counter++).padStart(3, '0').slice(-3)}`
const token = () => randomBytes(32).toString('base64url')
const better = 'a much better one 9'
const one = async (t: TestApp, text: string, values: unknown[]) => (await t.owner<{ id: string }>(text, values))[0]?.id as string

/** Whatever an earlier call made of it. */
async function knownPassword({ t, caller }: Making) {
  await t.owner('update app_user set password_hash = $2 where id = $1', [caller.userId, await hashPassword(password)])
}

async function challenge({ t, companyId }: Making, enrol: boolean) {
  const user = await make.user(t, { companyId })
  return t.in(companyId, async (db) => ({
    code: (await renewRecoveryCodes(db, user))[0] as string,
    challenge: (await issueTicket(db, secondFactorTicket, { companyId, userId: user.userId, remember: false, enrol })).token,
  }))
}

async function phoneWithCode({ t, companyId }: Making) {
  const phone = newPhone()
  await make.user(t, { companyId, phone })
  const hash = createHash('sha256').update(`${phone}|123456`).digest()
  await t.owner(`insert into phone_code (phone, code_hash, sent_at, expires_at) values ($1, $2, now(), now() + interval '5 minutes')`, [
    phone,
    hash,
  ])
  return { phone, code: '123456' }
}

async function resetToken({ t, companyId }: Making) {
  const { userId } = await make.user(t, { companyId })
  return t.in(companyId, async (db) => (await issueTicket(db, resetTicket, { companyId, userId })).token)
}

async function invitationToken({ t, companyId }: Making) {
  const { userId } = await make.user(t, { companyId, status: 'invited', email: 'a@example.com' })
  const secret = token()
  await t.owner(`insert into invitation (company_id, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')`, [
    companyId,
    userId,
    hashToken(secret),
  ])
  return secret
}

const passkey = ({ t, caller }: Making) =>
  one(
    t,
    `insert into passkey (company_id, user_id, name, credential_id, public_key, counter, synced) values ($1, $2, 'A', $3, '', 0, false) returning id`,
    [caller.companyId, caller.userId, randomBytes(16)],
  )
const identity = ({ t, caller }: Making) =>
  one(
    t,
    `insert into identity (company_id, user_id, issuer, subject, label) values ($1, $2, 'https://idp.example', $3, 'A') returning id`,
    [caller.companyId, caller.userId, unique()],
  )
async function session({ t, caller }: Making) {
  const secret = await make.session(t, caller.companyId, caller.userId)
  return one(t, 'select id from session where token_hash = $1', [hashToken(secret)])
}
const avatar = ({ t, caller }: Making) =>
  one(t, `insert into avatar (company_id, user_id, type, bytes) values ($1, $2, 'image/png', 'x') returning id`, [
    caller.companyId,
    caller.userId,
  ])

const versionOf = async (t: TestApp, text: string, userId: string) => (await t.owner<{ version: number }>(text, [userId]))[0]?.version ?? 0

/** The head of a picture of 64 × 64: all that is looked at. */
const picture = () => {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1')
  bytes.writeUInt32BE(64, 16)
  bytes.writeUInt32BE(64, 20)
  return bytes as unknown as Record<string, unknown>
}

const made = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const back = () => ({ proof: token(), state: 'x', code: 'x' })

/** The least that each call of signing in and of personal settings accepts, with records made for it. */
export const signInInputs: Record<string, (making: Making) => Input | Promise<Input>> = {
  'GET /api/login/methods': () => ({}),
  'POST /api/login/secondFactor/begin': async (making) => ({ body: { challenge: (await challenge(making, true)).challenge } }),
  'POST /api/login/secondFactor': async (making) => ({ body: await challenge(making, false) }),
  'POST /api/login/captcha': () => ({ body: { phone: newPhone() } }),
  'POST /api/login/phone': async (making) => ({ body: await phoneWithCode(making) }),
  'POST /api/login/forgot': () => ({ body: { account: unique() } }),
  'POST /api/login/reset': async (making) => ({ body: { token: await resetToken(making), password: better } }),
  'POST /api/login/passkey/options': () => ({}),
  'POST /api/login/passkey': () => ({
    body: { ticket: token(), response: { ...made, response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } } },
  }),
  'POST /api/login/oidc/begin': () => ({ body: {} }),
  'POST /api/login/oidc': () => ({ body: back() }),

  'GET /api/account': () => ({}),
  'PATCH /api/account': async ({ t, caller }) => ({
    body: { nickname: unique(), version: await versionOf(t, 'select version from app_user where id = $1', caller.userId) },
  }),
  'POST /api/account/avatar': () => ({ body: picture() }),
  'GET /api/avatar/:id': async (making) => ({ params: { id: await avatar(making) } }),
  'GET /api/account/security': () => ({}),
  'POST /api/account/password': async (making) => {
    await knownPassword(making)
    return { body: { oldPassword: password, password: better } }
  },
  'POST /api/account/reauthenticate': async (making) => {
    await knownPassword(making)
    return { body: { password } }
  },
  'GET /api/account/session': () => ({}),
  'DELETE /api/account/session/:id': async (making) => ({ params: { id: await session(making) } }),
  'POST /api/account/session/endOthers': () => ({}),

  'POST /api/account/secondFactor/begin': () => ({}),
  'POST /api/account/secondFactor/confirm': () => ({ body: { code: '123456' } }),
  'POST /api/account/secondFactor/recoveryCodes': () => ({}),
  'POST /api/account/secondFactor/disable': async (making) => {
    await knownPassword(making)
    const { companyId, userId } = making.caller
    await making.t.owner(
      `insert into second_factor (company_id, user_id, secret, enabled_at) values ($1, $2, '', now()) on conflict do nothing`,
      [companyId, userId],
    )
    return { body: { password } }
  },

  'GET /api/account/passkey': () => ({}),
  'POST /api/account/passkey/options': () => ({}),
  'POST /api/account/passkey': () => ({
    body: { ticket: token(), name: 'A', response: { ...made, response: { clientDataJSON: 'AA', attestationObject: 'AA' } } },
  }),
  'PATCH /api/account/passkey/:id': async (making) => ({ params: { id: await passkey(making) }, body: { name: 'B' } }),
  'DELETE /api/account/passkey/:id': async (making) => ({ params: { id: await passkey(making) } }),

  'GET /api/account/identity': () => ({}),
  'POST /api/account/identity/begin': () => ({}),
  'POST /api/account/identity': () => ({ body: back() }),
  'DELETE /api/account/identity/:id': async (making) => ({ params: { id: await identity(making) } }),

  'GET /api/account/notification': () => ({}),
  'PUT /api/account/notification': async ({ t, caller }) => ({
    body: { version: await versionOf(t, 'select version from notification_choice where user_id = $1', caller.userId), choices: [] },
  }),

  'POST /api/user/:id/invite': async ({ t, companyId }) => ({
    params: { id: (await make.user(t, { companyId, status: 'invited', email: 'a@example.com' })).userId },
  }),
  'POST /api/invitation/info': async (making) => ({ body: { token: await invitationToken(making) } }),
  'POST /api/invitation/accept': async (making) => ({ body: { token: await invitationToken(making), password: better } }),
  'GET /api/dev/mailbox': () => ({}),
}

const fresh = { status: 403, errorCode: 'session.notFresh' }

/** Calls that an input alone cannot make succeed: a device, a provider or a fresh sign-in must have its say. */
export const signInShownElsewhere: Record<string, { status: number; errorCode: string; test: string }> = {
  'POST /api/login/passkey': { status: 422, errorCode: 'login.passkeyRefused', test: './passkey/passkey.test.ts' },
  'POST /api/login/oidc/begin': { status: 422, errorCode: 'login.methodUnavailable', test: './identity/identity.test.ts' },
  'POST /api/login/oidc': { status: 422, errorCode: 'login.methodUnavailable', test: './identity/identity.test.ts' },
  'POST /api/account/secondFactor/begin': { ...fresh, test: './secondFactor/secondFactor.test.ts' },
  'POST /api/account/secondFactor/confirm': { ...fresh, test: './secondFactor/secondFactor.test.ts' },
  'POST /api/account/secondFactor/recoveryCodes': { ...fresh, test: './secondFactor/secondFactor.test.ts' },
  'POST /api/account/passkey/options': { ...fresh, test: './passkey/passkey.test.ts' },
  'POST /api/account/passkey': { status: 422, errorCode: 'login.passkeyRefused', test: './passkey/passkey.test.ts' },
  'DELETE /api/account/passkey/:id': { ...fresh, test: './passkey/passkey.test.ts' },
  'POST /api/account/identity/begin': { ...fresh, test: './identity/identity.test.ts' },
  'POST /api/account/identity': { status: 422, errorCode: 'login.methodUnavailable', test: './identity/identity.test.ts' },
}

/** Calls that are no plain GET and yet change nothing that belongs in the audit log. */
export const signInNotAudited: Record<string, string> = {
  'POST /api/login/secondFactor/begin': 'nothing counts before the first code',
  'POST /api/login/captcha': 'asks for a code; whose it is is not known',
  'POST /api/login/forgot': 'asks for a link; whose it is is not known, and using it is recorded',
  'POST /api/login/passkey/options': 'a challenge for anyone',
  'POST /api/account/reauthenticate': 'says who is there, and changes nothing of theirs',
  'POST /api/invitation/info': 'reads; a POST so that the token is in no address',
  'GET /api/avatar/:id': 'reads',
}

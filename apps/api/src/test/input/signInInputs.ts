import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashToken } from '../../lib/actor.ts'
import { issueTicket } from '../../lib/ticket.ts'
import { undoEmailTicket } from '../../people/email/email.ts'
import { beginSecondFactor } from '../../people/secondFactor/secondFactor.ts'
import { hashPassword, resetTicket, secondFactorTicket } from '../../people/session/session.ts'
import { make, password } from '../make.ts'
import type { TestApp } from '../testApp.ts'
import { type Elsewhere, type Inputs, type Making, one, unique } from './making.ts'

const newPhone = () => `+4470${String(randomBytes(4).readUInt32BE()).padStart(10, '0')}`
const token = () => randomBytes(32).toString('base64url')
const better = 'a much better one 9'

/** Sets the caller's password back, whatever an earlier call made of it. */
async function knownPassword({ t, caller }: Making) {
  await t.owner('update app_user set password_hash = $2 where id = $1', [
    caller.userId,
    await hashPassword(password),
  ])
}

/** Someone who has signed in with their password, and whose authenticator shows the code. */
async function challenge({ t, companyId }: Making, enrol: boolean) {
  const user = await make.user(t, { companyId })
  const made = await t.in(companyId, async (db) => ({
    secret: (await beginSecondFactor(db, t.outside.secrets, user, user.username)).secret,
    challenge: (
      await issueTicket(db, secondFactorTicket, {
        companyId,
        userId: user.userId,
        remember: false,
        enrol,
      })
    ).token,
  }))
  if (!enrol)
    await t.owner('update second_factor set enabled_at = now() where user_id = $1', [user.userId])
  return {
    challenge: made.challenge,
    code: new TOTP({ secret: Secret.fromBase32(made.secret) }).generate(),
  }
}

/**
 * Removes the caller's second factor, whatever an earlier call made of it: the secret of a factor
 * is known only while it is being set up.
 */
async function noSecondFactor({ t, caller }: Making) {
  await t.owner('delete from second_factor where user_id = $1', [caller.userId])
}

async function secondFactorOn(making: Making) {
  await noSecondFactor(making)
  const { companyId, userId } = making.caller
  await making.t.owner(
    `insert into second_factor (company_id, user_id, secret, enabled_at)
     values ($1, $2, '', now())`,
    [companyId, userId],
  )
}

async function firstCode(making: Making) {
  await noSecondFactor(making)
  const { t, caller } = making
  const { secret } = await t.in(caller.companyId, (db) =>
    beginSecondFactor(db, t.outside.secrets, caller, caller.username),
  )
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

async function phoneWithCode({ t, companyId }: Making) {
  const phone = newPhone()
  await make.user(t, { companyId, phone })
  const hash = createHash('sha256').update(`${phone}|123456`).digest()
  await t.owner(
    `insert into phone_code (phone, code_hash, sent_at, expires_at)
     values ($1, $2, now(), now() + interval '5 minutes')`,
    [phone, hash],
  )
  return { phone, code: '123456' }
}

async function resetToken({ t, companyId }: Making) {
  const { userId } = await make.user(t, { companyId })
  return t.in(
    companyId,
    async (db) => (await issueTicket(db, resetTicket, { companyId, userId })).token,
  )
}

async function undoToken({ t, companyId }: Making) {
  const { userId } = await make.user(t, { companyId, email: 'new@example.com' })
  return t.in(
    companyId,
    async (db) =>
      (await issueTicket(db, undoEmailTicket, { companyId, userId, email: 'old@example.com' }))
        .token,
  )
}

async function invitationToken({ t, companyId }: Making) {
  const { userId } = await make.user(t, {
    companyId,
    status: 'invited',
    email: `${unique()}@example.com`,
  })
  const secret = token()
  await t.owner(
    `insert into invitation (company_id, user_id, token_hash, expires_at)
     values ($1, $2, $3, now() + interval '1 day')`,
    [companyId, userId, hashToken(secret)],
  )
  return secret
}

export const signInRecords = {
  passkey: ({ t, caller, mark }: Making) =>
    one(
      t,
      `insert into passkey (company_id, user_id, name, credential_id, public_key, counter, synced)
       values ($1, $2, $3, $4, '', 0, false)
       returning id`,
      [caller.companyId, caller.userId, mark, randomBytes(16)],
    ),
  identity: ({ t, caller, mark }: Making) =>
    one(
      t,
      `insert into identity (company_id, user_id, issuer, subject, label)
       values ($1, $2, 'https://idp.example', $3, $4)
       returning id`,
      [caller.companyId, caller.userId, unique(), mark],
    ),
  async session({ t, caller, mark }: Making) {
    const secret = await make.session(t, caller.companyId, caller.userId)
    return one(t, 'update session set address = $2 where token_hash = $1 returning id', [
      hashToken(secret),
      mark,
    ])
  },
}
const avatar = ({ t, caller }: Making) =>
  one(
    t,
    `insert into avatar (company_id, user_id, type, bytes)
     values ($1, $2, 'image/png', 'x')
     returning id`,
    [caller.companyId, caller.userId],
  )

const versionOf = async (t: TestApp, text: string, userId: string) =>
  (await t.owner<{ version: number }>(text, [userId]))[0]?.version ?? 0

/** The head of a picture of 64 × 64. The reader looks at nothing else. */
const picture = () => {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1')
  bytes.writeUInt32BE(64, 16)
  bytes.writeUInt32BE(64, 20)
  return bytes as unknown as Record<string, unknown>
}

const made = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const back = () => ({ proof: token(), state: 'x', code: 'x' })

/**
 * The smallest input that each call of signing in and of personal settings accepts, with
 * records made for it.
 */
export const signInInputs: Inputs = {
  'GET /api/login/methods': () => ({}),
  'POST /api/login/secondFactor/begin': async (making) => ({
    body: { challenge: (await challenge(making, true)).challenge },
  }),
  'POST /api/login/secondFactor': async (making) => ({ body: await challenge(making, false) }),
  'POST /api/login/captcha': () => ({ body: { phone: newPhone() } }),
  'POST /api/login/phone': async (making) => ({ body: await phoneWithCode(making) }),
  'POST /api/login/forgot': () => ({ body: { account: unique() } }),
  'POST /api/login/reset': async (making) => ({
    body: { token: await resetToken(making), password: better },
  }),
  'POST /api/login/undoEmail': async (making) => ({ body: { token: await undoToken(making) } }),
  'POST /api/login/passkey/options': () => ({}),
  'POST /api/login/passkey': () => ({
    body: {
      ticket: token(),
      response: {
        ...made,
        response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
      },
    },
  }),
  'POST /api/login/oidc/begin': () => ({ body: {} }),
  'POST /api/login/oidc': () => ({ body: back() }),

  'GET /api/account': () => ({}),
  'PATCH /api/account': async ({ t, caller }) => ({
    body: {
      nickname: unique(),
      version: await versionOf(t, 'select version from app_user where id = $1', caller.userId),
    },
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
  'DELETE /api/account/session/:id': async (making) => ({
    params: { id: await signInRecords.session(making) },
  }),
  'POST /api/account/session/endOthers': () => ({}),

  'POST /api/account/secondFactor/begin': async (making) => {
    await noSecondFactor(making)
    return {}
  },
  'POST /api/account/secondFactor/confirm': async (making) => ({
    body: { code: await firstCode(making) },
  }),
  'POST /api/account/secondFactor/recoveryCodes': async (making) => {
    await secondFactorOn(making)
    return {}
  },
  'POST /api/account/secondFactor/disable': async (making) => {
    await knownPassword(making)
    await secondFactorOn(making)
    return { body: { password } }
  },

  'GET /api/account/passkey': () => ({}),
  'POST /api/account/passkey/options': () => ({}),
  'POST /api/account/passkey': () => ({
    body: {
      ticket: token(),
      name: 'A',
      response: { ...made, response: { clientDataJSON: 'AA', attestationObject: 'AA' } },
    },
  }),
  'POST /api/account/passkey/reauthenticate': () => ({
    body: {
      ticket: token(),
      response: {
        ...made,
        response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
      },
    },
  }),
  'PATCH /api/account/passkey/:id': async (making) => ({
    params: { id: await signInRecords.passkey(making) },
    body: { name: 'B' },
  }),
  'DELETE /api/account/passkey/:id': async (making) => ({
    params: { id: await signInRecords.passkey(making) },
  }),

  'GET /api/account/identity': () => ({}),
  'POST /api/account/identity/begin': () => ({}),
  'POST /api/account/identity': () => ({ body: back() }),
  'DELETE /api/account/identity/:id': async (making) => ({
    params: { id: await signInRecords.identity(making) },
  }),

  'GET /api/account/notification': () => ({}),
  'PUT /api/account/notification': async ({ t, caller }) => ({
    body: {
      version: await versionOf(
        t,
        'select version from notification_choice where user_id = $1',
        caller.userId,
      ),
      choices: [],
    },
  }),

  'POST /api/user/:id/invite': async ({ t, companyId }) => ({
    params: {
      id: (await make.user(t, { companyId, status: 'invited', email: `${unique()}@example.com` }))
        .userId,
    },
  }),
  'POST /api/invitation/info': async (making) => ({
    body: { token: await invitationToken(making) },
  }),
  'POST /api/invitation/accept': async (making) => ({
    body: { token: await invitationToken(making), password: better },
  }),
  'GET /api/dev/mailbox': () => ({}),
}

const noProvider = {
  status: 422,
  errorCode: 'login.methodUnavailable',
  test: './people/identity/identity.test.ts',
}
const required = {
  status: 409,
  errorCode: 'secondFactor.required',
  test: './people/secondFactor/secondFactor.test.ts',
}
const noDevice = {
  status: 422,
  errorCode: 'login.passkeyRefused',
  test: './people/passkey/passkey.test.ts',
}

/**
 * Calls that an input alone cannot make succeed: a device or a provider takes part, or the caller
 * holds too much to be let off.
 */
export const signInShownElsewhere: Elsewhere = {
  'POST /api/account/secondFactor/disable': required,
  'POST /api/login/passkey': noDevice,
  'POST /api/account/passkey': noDevice,
  'POST /api/account/passkey/reauthenticate': noDevice,
  'POST /api/login/oidc/begin': noProvider,
  'POST /api/login/oidc': noProvider,
  'POST /api/account/identity/begin': noProvider,
  'POST /api/account/identity': noProvider,
}

/** Calls other than a plain GET that change nothing that belongs in the audit log. */
export const signInNotAudited: Record<string, string> = {
  'POST /api/login/secondFactor/begin': 'nothing counts before the first code',
  'POST /api/login/captcha': 'asks for a code; nobody knows yet whose it is',
  'POST /api/login/forgot':
    'asks for a link; nobody knows yet whose it is, and using it is recorded',
  'POST /api/login/passkey/options': 'a challenge for anyone',
  'POST /api/account/secondFactor/begin': 'nothing counts before the first code',
  'POST /api/account/passkey/options': 'a challenge; the key that answers it is recorded',
  'POST /api/account/passkey/reauthenticate': 'confirms who is there and changes nothing',
  'POST /api/account/reauthenticate': 'confirms who is there and changes nothing',
  'POST /api/invitation/info': 'reads; a POST so that the token is in no address',
  'GET /api/avatar/:id': 'reads',
}

import { permissions } from '@paydesk/contract/lib/permission'
import { accountApi } from '@paydesk/contract/people/account'
import { loginApi, type SignInReply } from '@paydesk/contract/people/login'
import { secondFactorApi } from '@paydesk/contract/people/secondFactor'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { make, password, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { takeSecondFactor } from './secondFactor.ts'

const t = testApp()

/**
 * The code of a step; step 0 is now. Each code works once, so tests that need several take those of
 * the neighbouring steps, which are accepted too.
 */
const codeOf = (secret: string, step = 0) =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    digits: 6,
    period: 30,
    algorithm: 'SHA1',
  }).generate({
    timestamp: Date.now() + step * 30_000,
  })

const alive = async (token: string) =>
  (await t.call(loginApi.currentUser, {}, { token })).status === 200
const signIn = async (user: TestUser, remember = false) =>
  (await t.call(loginApi.account, { body: { username: user.username, password, remember } })).body
    .data as SignInReply
const challengeOf = (reply: SignInReply) =>
  'secondFactor' in reply ? reply.secondFactor.challenge : ''
const answer = (challenge: string, code: string, address = '127.0.0.1') =>
  t.call(loginApi.secondFactor, { body: { challenge, code } }, { address })

async function withSecondFactor() {
  const user = await make.operator(t)
  const { secret } = (await t.call(secondFactorApi.begin, {}, { token: user.token })).body.data as {
    secret: string
  }
  const confirmed = await t.call(
    secondFactorApi.confirm,
    { body: { code: codeOf(secret, -1) } },
    { token: user.token },
  )
  const { recoveryCodes } = confirmed.body.data as { recoveryCodes: string[] }
  return { ...user, secret, recoveryCodes }
}

/** Written as the business settings store it. */
async function requireSecondFactor(companyId: string) {
  await t.owner(
    `insert into company_setting (company_id, tabs)
     values ($1, '{"security": {"secondFactorRequired": true}}')`,
    [companyId],
  )
}

beforeAll(async () => {
  await t.owner(
    `create table if not exists company_setting (
       company_id uuid primary key, tabs jsonb not null
     )`,
  )
  await t.owner(`grant select on company_setting to paydesk_app`)
})

test('setting up needs a fresh sign-in, changes nothing before its first code, then ends other sessions, shows ten codes once', async () => {
  const user = await make.operator(t)
  const begin = () => t.call(secondFactorApi.begin, {}, { token: user.token })
  await make.shown(t, user, null)
  expect(await begin()).toMatchObject({ status: 403, body: { errorCode: 'session.notFresh' } })
  await make.shown(t, user, 'password')
  const other = await make.session(t, user.companyId, user.userId)
  const { secret, uri } = (await begin()).body.data as { secret: string; uri: string }
  expect(uri).toBe(
    `otpauth://totp/Paydesk:${user.username}?issuer=Paydesk&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(await signIn(user)).toHaveProperty('token')
  const confirm = (code: string) =>
    t.call(secondFactorApi.confirm, { body: { code } }, { token: user.token })
  expect(await confirm('000000')).toMatchObject({
    status: 422,
    body: { errorCode: 'login.codeIncorrect' },
  })
  const { recoveryCodes } = (await confirm(codeOf(secret))).body.data as { recoveryCodes: string[] }
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/)
  expect([await alive(user.token), await alive(other)]).toEqual([true, false])
  expect(await begin()).toMatchObject({
    status: 409,
    body: { errorCode: 'secondFactor.alreadyOn' },
  })
  expect((await t.call(accountApi.security, {}, { token: user.token })).body.data).toMatchObject({
    secondFactor: { recoveryCodesLeft: 10 },
  })
})

test('neither secret nor codes are readable in the database, the audit log or kept answers', async () => {
  const { secret, recoveryCodes, companyId } = await withSecondFactor()
  const dump = JSON.stringify(
    await Promise.all(
      ['second_factor', 'recovery_code', 'audit_entry', 'idempotency', 'ticket', 'session'].map(
        (table) =>
          t.owner(
            `select to_jsonb(x)::text as row
             from ${table} x ${table === 'ticket' ? '' : 'where company_id = $1'}`,
            table === 'ticket' ? [] : [companyId],
          ),
      ),
    ),
  )
  expect(dump).not.toContain(secret)
  expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
  for (const code of recoveryCodes) expect(dump).not.toContain(code)
})

test('signing in asks for the code, and a code works once, also for two at the same moment', async () => {
  const user = await withSecondFactor()
  const [first, second] = [await signIn(user), await signIn(user)]
  expect(first).not.toHaveProperty('token')
  const code = codeOf(user.secret)
  const answers = await Promise.all([
    answer(challengeOf(first), code),
    answer(challengeOf(second), code),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  const tokens = answers.flatMap(({ body }) => (body.success ? [body.data.token] : []))
  expect(await alive(tokens[0] as string)).toBe(true)
  // The code before it is over as well.
  expect(
    (await answer(challengeOf(await signIn(user)), codeOf(user.secret, -1))).body,
  ).toMatchObject({ errorCode: 'login.codeIncorrect' })
  expect((await answer(challengeOf(await signIn(user)), codeOf(user.secret, 1))).status).toBe(200)
})

test('a challenge is answered once, and after five wrong codes not at all; ten lock the account’s second factor', async () => {
  const user = await withSecondFactor()
  const used = challengeOf(await signIn(user))
  expect((await answer(used, codeOf(user.secret))).status).toBe(200)
  expect((await answer(used, codeOf(user.secret, 1))).body).toMatchObject({
    errorCode: 'login.challengeOver',
  })
  for (let round = 0; round < 2; round++) {
    const challenge = challengeOf(await signIn(user))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        answer(challenge, '000000', `10.9.${round}.${index}`),
      ),
    )
    expect(answers.map(({ body }) => body.errorCode).sort()).toEqual([
      ...Array(3).fill('login.challengeOver'),
      ...Array(5).fill('login.codeIncorrect'),
    ])
  }
  expect(
    (await answer(challengeOf(await signIn(user)), codeOf(user.secret, 1))).body,
  ).toMatchObject({ errorCode: 'login.tooManyAttempts' })
})

test('a recovery code works once, however it is typed; new ones replace the old', async () => {
  const user = await withSecondFactor()
  const [one, two] = user.recoveryCodes as [string, string]
  expect(
    (await answer(challengeOf(await signIn(user)), one.toLowerCase().replace('-', ' '))).status,
  ).toBe(200)
  expect((await answer(challengeOf(await signIn(user)), one)).body).toMatchObject({
    errorCode: 'login.codeIncorrect',
  })
  // Whose it is learns of it once, wherever the paper lay.
  const used = `from audit_entry where action = 'user.useRecoveryCode' and entity_id = $1`
  expect(await t.owner(`select actor_id ${used}`, [user.userId])).toEqual([
    { actor_id: user.userId },
  ])
  const told = `
    select data->>'change' as change
    from notice
    where user_id = $1 and data->>'change' like 'recoveryCode%'`
  expect(await t.owner(told, [user.userId])).toEqual([{ change: 'recoveryCodeUsed' }])
  const renewed = (await t.call(secondFactorApi.renewRecoveryCodes, {}, { token: user.token })).body
    .data as { recoveryCodes: string[] }
  expect((await answer(challengeOf(await signIn(user)), two)).body).toMatchObject({
    errorCode: 'login.codeIncorrect',
  })
  expect(
    (await answer(challengeOf(await signIn(user)), renewed.recoveryCodes[0] as string)).status,
  ).toBe(200)
})

test('a challenge ends with a password change, and when it is too old', async () => {
  const user = await withSecondFactor()
  const challenge = challengeOf(await signIn(user))
  await t.call(
    accountApi.changePassword,
    { body: { oldPassword: password, password: 'another good one 77' } },
    { token: user.token },
  )
  expect((await answer(challenge, codeOf(user.secret))).body).toMatchObject({
    errorCode: 'login.challengeOver',
  })
  const late = await withSecondFactor()
  const old = challengeOf(await signIn(late))
  await t.owner(`update ticket set expires_at = now() where kind = 'secondFactor'`)
  expect((await answer(old, codeOf(late.secret))).body).toMatchObject({
    errorCode: 'login.challengeOver',
  })
})

test('switching off needs the password, ends other sessions, and is refused where the company requires it', async () => {
  const user = await withSecondFactor()
  const other = await make.session(t, user.companyId, user.userId)
  const disable = (secret: string) =>
    t.call(secondFactorApi.disable, { body: { password: secret } }, { token: user.token })
  expect(await disable('wrong')).toMatchObject({
    status: 422,
    body: { errorCode: 'password.incorrect' },
  })
  expect(await disable(password)).toMatchObject({ status: 200 })
  expect([await alive(user.token), await alive(other)]).toEqual([true, false])
  expect(await signIn(user)).toHaveProperty('token')
  const bound = await withSecondFactor()
  await requireSecondFactor(bound.companyId)
  expect(
    await t.call(secondFactorApi.disable, { body: { password } }, { token: bound.token }),
  ).toMatchObject({
    status: 409,
    body: { errorCode: 'secondFactor.required' },
  })
})

test('where the company requires a second factor, a user without one sets it up while signing in', async () => {
  const user = await make.operator(t)
  await requireSecondFactor(user.companyId)
  const reply = await signIn(user)
  expect(reply).toMatchObject({ secondFactor: { enrol: true } })
  const challenge = challengeOf(reply)
  expect((await answer(challenge, '123456')).body).toMatchObject({
    errorCode: 'secondFactor.notBegun',
  })
  const { secret } = (await t.call(loginApi.secondFactorBegin, { body: { challenge } })).body
    .data as { secret: string }
  const { token, recoveryCodes } = (await answer(challenge, codeOf(secret))).body.data as {
    token: string
    recoveryCodes: string[]
  }
  expect(recoveryCodes).toHaveLength(10)
  expect(await alive(token)).toBe(true)
  expect(await signIn(user)).toMatchObject({ secondFactor: { enrol: false } })
  const set = await withSecondFactor()
  expect(
    (
      await t.call(loginApi.secondFactorBegin, {
        body: { challenge: challengeOf(await signIn(set)) },
      })
    ).body,
  ).toMatchObject({
    errorCode: 'login.challengeOver',
  })
})

const powers = [
  'RefundPayPalBill',
  'ApproveRefund',
  'RespondDispute',
  'UpdateUser',
  'UpdateCompanySetting',
  'UpdatePaypalAccount',
] as const
describe('whoever refunds, approves or administers needs one, whatever the company says', () => {
  const roles = [['Admin'], ['SuperAdmin']].map((names) => ({ roles: names }))
  test.each([...roles, ...powers.map((name) => ({ permissions: [name] }))])(
    '%o',
    async (values) => {
      const user = await make.user(t, values)
      expect(await signIn(user)).toMatchObject({ secondFactor: { enrol: true } })
      expect(
        (await t.call(accountApi.security, {}, { token: user.token })).body.data,
      ).toMatchObject({ secondFactorRequired: true })
      const { secret } = (await t.call(secondFactorApi.begin, {}, { token: user.token })).body
        .data as { secret: string }
      await t.call(
        secondFactorApi.confirm,
        { body: { code: codeOf(secret) } },
        { token: user.token },
      )
      expect(
        await t.call(secondFactorApi.disable, { body: { password } }, { token: user.token }),
      ).toMatchObject({
        body: { errorCode: 'secondFactor.required' },
      })
    },
  )

  test('nobody else does, nor a demo user, who has it when they first need it', async () => {
    const others = permissions.filter((name) => !powers.some((power) => power === name))
    expect(await signIn(await make.user(t, { permissions: [...others] }))).toHaveProperty('token')
    expect(await signIn(await make.user(t, { roles: ['Admin'], demo: true }))).toHaveProperty(
      'token',
    )
  })
})

test('a code counts for the step before and after, for no other; a secret that was never confirmed counts for nothing', async () => {
  const user = await make.operator(t)
  const { secret } = (await t.call(secondFactorApi.begin, {}, { token: user.token })).body.data as {
    secret: string
  }
  const doer = { ...user, name: 'A', address: '192.0.2.1', device: '' }
  const take = (code: string) =>
    t.in(user.companyId, (db) => takeSecondFactor(db, t.outside.secrets, doer, code))
  expect(await take(codeOf(secret))).toBe(false)
  const confirm = (code: string) =>
    t.call(secondFactorApi.confirm, { body: { code } }, { token: user.token })
  // Two steps away is refused whichever side of a step's end the two clocks read.
  for (const step of [-3, 3])
    expect((await confirm(codeOf(secret, step))).body).toMatchObject({
      errorCode: 'login.codeIncorrect',
    })
  expect((await confirm(codeOf(secret, -1))).status).toBe(200)
  for (const step of [-3, 3]) expect(await take(codeOf(secret, step))).toBe(false)
  expect(await take(codeOf(secret, 1))).toBe(true)
  // Somebody else of the company has other codes.
  const other = await withSecondFactor()
  expect(await take(other.recoveryCodes[0] as string)).toBe(false)
})

test('the code also confirms a session again, once', async () => {
  const user = await withSecondFactor()
  await t.owner('update session set reauthenticated_at = null where user_id = $1', [user.userId])
  const code = codeOf(user.secret)
  const reauthenticate = () =>
    t.call(accountApi.reauthenticate, { body: { code } }, { token: user.token })
  expect((await reauthenticate()).status).toBe(200)
  expect((await reauthenticate()).body).toMatchObject({ errorCode: 'login.codeIncorrect' })
})

test.each(['\u202e文\u202e文\u202e文', '１２３４５６', 'ééé', 'abcdef', '12345\u0000'])(
  '%j is no code, and is refused like a wrong one',
  async (code) => {
    const user = await make.operator(t)
    await t.call(secondFactorApi.begin, {}, { token: user.token })
    const { status, body } = await t.call(
      secondFactorApi.confirm,
      { body: { code } },
      { token: user.token },
    )
    expect([status, body.errorCode]).toEqual([
      422,
      expect.stringMatching(/^(login\.codeIncorrect|request\.invalid)$/),
    ])
  },
)

test('a sign-in that was half done when the company was suspended opens no session, which would come alive with the company again', async () => {
  const user = await withSecondFactor()
  const challenge = challengeOf(await signIn(user))
  const setStatus = (status: string) =>
    t.owner('update company set status = $2 where id = $1', [user.companyId, status])
  const sessions = () =>
    t.owner('select from session where user_id = $1 and ended_at is null', [user.userId])
  const before = await sessions()
  await setStatus('suspended')
  expect(await answer(challenge, codeOf(user.secret))).toMatchObject({
    status: 422,
    body: { errorCode: 'login.incorrect' },
  })
  expect(await sessions()).toEqual(before)
  await setStatus('active')
  expect((await answer(challengeOf(await signIn(user)), codeOf(user.secret, 1))).status).toBe(200)
})

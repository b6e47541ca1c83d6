import { accountApi } from '@paydesk/contract/people/account'
import { loginApi } from '@paydesk/contract/people/login'
import { secondFactorApi } from '@paydesk/contract/people/secondFactor'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { make, password, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { endSessions } from './session.ts'

const t = testApp()
const better = 'a much better one 9'
const totp = (secret: string, step: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + step * 30_000,
  })

async function enableSecondFactor(user: TestUser) {
  const { secret } = (await t.call(secondFactorApi.begin, {}, { token: user.token })).body.data as {
    secret: string
  }
  await t.call(secondFactorApi.confirm, { body: { code: totp(secret, 0) } }, { token: user.token })
}

/**
 * reliability §1.10 and the row "sessions" of §2. `user.token` does the act that must end the
 * session `other`.
 */
const deaths: [string, (user: TestUser, other: string) => Promise<unknown>][] = [
  ['its own sign-out', (_, other) => t.call(loginApi.outLogin, {}, { token: other })],
  [
    'being ended from another device',
    (user) => t.call(accountApi.endOtherSessions, {}, { token: user.token }),
  ],
  [
    'a password change',
    (user) =>
      t.call(
        accountApi.changePassword,
        { body: { oldPassword: password, password: better } },
        { token: user.token },
      ),
  ],
  ['a second factor switched on', enableSecondFactor],
  [
    'a second factor switched off',
    async (user) => {
      await t.owner(
        `insert into second_factor (company_id, user_id, secret, enabled_at)
         values ($1, $2, 'x', now())`,
        [user.companyId, user.userId],
      )
      await t.call(secondFactorApi.disable, { body: { password } }, { token: user.token })
    },
  ],
  [
    'endSessions (what a change of roles and an admin call)',
    (user) => t.in(user.companyId, (db) => endSessions(db, user.companyId, user.userId)),
  ],
  [
    'the user disabled',
    ({ userId }) => t.owner(`update app_user set status = 'disabled' where id = $1`, [userId]),
  ],
  [
    'the company suspended',
    ({ companyId }) =>
      t.owner(`update company set status = 'suspended' where id = $1`, [companyId]),
  ],
  [
    'idleness',
    (_, other) =>
      t.owner(
        `update session
         set last_seen_at = now() - interval '61 minutes'
         where token_hash = sha256($1)`,
        [other],
      ),
  ],
  [
    'age',
    (_, other) =>
      t.owner(`update session set expires_at = now() where token_hash = sha256($1)`, [other]),
  ],
]

test.each(deaths)('a session that died of %s gets in 0 times of 100', async (_, kill) => {
  const user = await make.operator(t)
  const other = await make.session(t, user.companyId, user.userId)
  expect((await t.call(loginApi.currentUser, {}, { token: other })).status).toBe(200)
  await kill(user, other)
  // One session has no more than this under way at once.
  const reads = await Promise.all(
    Array.from({ length: 50 }, () => t.call(loginApi.currentUser, {}, { token: other })),
  )
  const change = { body: { nickname: 'x', version: 1 } }
  const writes = await Promise.all(
    Array.from({ length: 50 }, () => t.call(accountApi.update, change, { token: other })),
  )
  const statuses = [...reads, ...writes].map(({ status }) => status)
  expect(statuses.filter((status) => status !== 401)).toEqual([])
})

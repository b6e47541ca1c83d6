import type { Id } from '@paydesk/contract/lib/id'
import type { SignInReply } from '@paydesk/contract/people/login'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Actor, hashToken } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { describeDevice } from '../../lib/device.ts'
import { refuse } from '../../lib/errors.ts'
import type { JobKind } from '../../lib/job.ts'
import type { Deps } from '../../lib/route.ts'
import { issueTicket, newToken, revokeTickets, type TicketKind } from '../../lib/ticket.ts'
import { type Doer, recordChange } from '../../office/audit/audit.ts'
import { readSecondFactor } from '../secondFactor/secondFactor.ts'
import { noteSignIn } from '../user/user.ts'
import { type Login, type Origin, rememberDevice } from './device.ts'
import { lifetimeOf, secondFactorRequired, securityPolicy } from './policy.ts'

export { forgetDevices, type Login, type Origin, originOf } from './device.ts'
export { hashPassword } from './password.ts'
export { assertStrong } from './passwordRule.ts'
export { carriesPower, holdsPower, secondFactorRequired, securityPolicy } from './policy.ts'

/**
 * With what somebody showed who they are: the password or an identity alone, or a
 * second factor as well.
 */
export type Shown = 'password' | 'factor'

export const noticeNewDevice = {
  name: 'session.noticeNewDevice',
  data: z.object({ companyId: z.uuid(), userId: z.uuid(), sessionId: z.uuid() }),
} satisfies JobKind

/**
 * Issued when the first factor was right. It waits for the second factor for ten
 * minutes and five tries.
 */
export const secondFactorTicket = {
  name: 'secondFactor',
  data: z.object({
    companyId: z.uuid(),
    userId: z.uuid(),
    remember: z.boolean(),
    enrol: z.boolean(),
  }),
  seconds: 600,
  maxTries: 5,
} satisfies TicketKind

/** This ticket is e-mailed. Whoever holds it may set a new password. */
export const resetTicket = {
  name: 'resetPassword',
  data: z.object({ companyId: z.uuid(), userId: z.uuid() }),
  seconds: 30 * 60,
} satisfies TicketKind

/** In production, demo users cannot sign in: everyone who reads the source knows them. */
export const usable = <L extends { demo: boolean }>(
  { production }: Pick<Deps, 'production'>,
  login: L | undefined,
): L | undefined => (login && !(production && login.demo) ? login : undefined)

/**
 * After any first factor this opens a session, or asks for the second factor where the user has one
 * or must have one.
 */
export async function passFirstFactor(
  db: Db,
  deps: Deps,
  login: Login & { demo: boolean },
  remember: boolean,
  origin: Origin,
): Promise<SignInReply> {
  const { companyId, userId } = login
  const isSet = (await readSecondFactor(db, login)) !== undefined
  if (!isSet && !(await secondFactorRequired(db, login)))
    return startSession(db, deps, login, remember, origin, 'password')
  // Their second factor is a passkey: the password alone must not put another one in its place.
  if (!isSet && (await hasPasskey(db, login))) throw refuse('login.usePasskey')
  const { token, expiresAt } = await issueTicket(db, secondFactorTicket, {
    companyId,
    userId,
    remember,
    enrol: !isSet,
  })
  return { secondFactor: { challenge: token, enrol: !isSet, expiresAt } }
}

const hasPasskey = async (db: Db, { companyId, userId }: Login) =>
  (await db
    .selectFrom('passkey')
    .select('id')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .executeTakeFirst()) !== undefined

/**
 * For calls in steps: the session may have been ended while something slow was done. Whatever ends
 * sessions locks the user first, so after this lock the answer stays true until the commit.
 */
export async function assertAlive(
  db: Db,
  { companyId, userId, sessionId }: Pick<Actor, 'companyId' | 'userId' | 'sessionId'>,
) {
  await db
    .selectFrom('appUser')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute()
  const alive = await db
    .selectFrom('session')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (!alive) throw refuse('unauthenticated')
}

/** Call this when every factor was right. */
export async function startSession(
  db: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  login: Login,
  remember: boolean,
  origin: Origin,
  shown: Shown,
) {
  const { id, token, expiresAt, doer } = await openSession(db, login, remember, origin, shown)
  await jobs.enqueue(db, noticeNewDevice, {
    companyId: login.companyId,
    userId: login.userId,
    sessionId: id,
  })
  const device = await rememberDevice(db, login, origin)
  await recordChange(db, doer, { action: 'session.signIn', entityId: id, label: doer.name })
  return { token, expiresAt, device }
}

async function openSession(
  db: Db,
  { companyId, userId }: Login,
  remember: boolean,
  { address, userAgent }: Origin,
  shown: Shown,
) {
  const token = newToken()
  const lifetime = lifetimeOf(await securityPolicy(db, companyId), remember)
  const user = await db
    .selectFrom('appUser')
    .select(['name', 'lastLoginAt', 'lastLoginIp'])
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    // The user may have been disabled while the password was being checked: a session opened now
    // would come alive with the user again.
    .where('status', '=', 'active')
    // So may the company have been suspended while a second factor was awaited.
    .where(
      sql<boolean>`exists (
        select from company c where c.id = app_user.company_id and c.status = 'active'
      )`,
    )
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw refuse('login.incorrect')
  const session = await db
    .insertInto('session')
    .values({
      companyId,
      userId,
      tokenHash: hashToken(token),
      idleSeconds: lifetime.idle,
      expiresAt: sql<string>`now() + ${lifetime.absolute} * interval '1 second'`,
      address,
      userAgent: userAgent.slice(0, 500),
      previousLoginAt: user.lastLoginAt,
      previousLoginIp: user.lastLoginIp,
      ...shownNow(shown),
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow()
  await noteSignIn(db, { companyId, userId }, address)
  return {
    ...session,
    token,
    doer: doerOf({ companyId, userId }, user.name, { address, userAgent }),
  }
}

/** Someone who has no session yet, as the audit log records them. */
export const doerOf = (
  { companyId, userId }: Login,
  name: string,
  { address, userAgent }: Origin,
): Doer & Login => ({
  companyId,
  userId,
  name,
  address,
  device: describeDevice(userAgent),
})

export const endSession = (db: Db, companyId: Id<'company'>, sessionId: Id<'session'>) =>
  db
    .updateTable('session')
    .set({ endedAt: sql<string>`now()` })
    .where('companyId', '=', companyId)
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .execute()

/**
 * Ends a user's sessions everywhere: after a disable, after a change of password, second factor or
 * roles, or on request. `except` is the session that asks. Half-done sign-ins and links on their
 * way end as well. Returns how many sessions were alive.
 */
export async function endSessions(
  db: Db,
  companyId: Id<'company'>,
  userId: Id<'user'>,
  except?: string,
): Promise<number> {
  await revokeTickets(db, secondFactorTicket, userId)
  await revokeTickets(db, resetTicket, userId)
  const ended = await db
    .updateTable('session')
    .set({ endedAt: sql<string>`now()` })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .$if(except !== undefined, (query) => query.where('id', '<>', except as string))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/** From the next request on, the session works in that company; null means its own. */
export const setActingCompany = (
  db: Db,
  { homeCompanyId, sessionId }: Pick<Actor, 'homeCompanyId' | 'sessionId'>,
  id: string | null,
) =>
  db
    .updateTable('session')
    .set({ actingCompanyId: id })
    .where('companyId', '=', homeCompanyId)
    .where('id', '=', sessionId)
    .execute()

/** Notes what the person behind this session has just shown. */
export const noteShown = (
  db: Db,
  { homeCompanyId, sessionId }: Pick<Actor, 'homeCompanyId' | 'sessionId'>,
  shown: Shown,
) =>
  db
    .updateTable('session')
    .set(shownNow(shown))
    .where('companyId', '=', homeCompanyId)
    .where('id', '=', sessionId)
    .execute()

const shownNow = (shown: Shown) => ({
  reauthenticatedAt: sql<string>`now()`,
  ...(shown === 'factor' && { factorAt: sql<string>`now()` }),
})

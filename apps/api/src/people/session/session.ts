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
import { lifetimeOf, securityPolicy } from './policy.ts'

export { hashPassword } from './password.ts'
export { securityPolicy } from './policy.ts'

/** Where a sign-in comes from. */
export type Origin = { address: string; userAgent: string }
export type Login = { companyId: Id<'company'>; userId: Id<'user'> }

export const noticeNewDevice = {
  name: 'session.noticeNewDevice',
  data: z.object({ companyId: z.uuid(), userId: z.uuid(), sessionId: z.uuid() }),
} satisfies JobKind

/** Issued when the first factor was right. It waits for the second factor for ten minutes and five tries. */
export const secondFactorTicket = {
  name: 'secondFactor',
  data: z.object({ companyId: z.uuid(), userId: z.uuid(), remember: z.boolean(), enrol: z.boolean() }),
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
export const usable = <L extends { demo: boolean }>({ production }: Pick<Deps, 'production'>, login: L | undefined): L | undefined =>
  login && !(production && login.demo) ? login : undefined

/** After any first factor this opens a session, or asks for the second factor where the user has one or the company requires it. */
export async function passFirstFactor(db: Db, deps: Deps, login: Login, remember: boolean, origin: Origin): Promise<SignInReply> {
  const { companyId, userId } = login
  const isSet = (await readSecondFactor(db, login)) !== undefined
  if (!isSet && !(await securityPolicy(db, companyId)).secondFactorRequired) return startSession(db, deps, login, remember, origin)
  const { token, expiresAt } = await issueTicket(db, secondFactorTicket, { companyId, userId, remember, enrol: !isSet })
  return { secondFactor: { challenge: token, enrol: !isSet, expiresAt } }
}

/** Call this when every factor was right. */
export async function startSession(db: Db, { jobs }: Pick<Deps, 'jobs'>, login: Login, remember: boolean, origin: Origin) {
  const { id, token, expiresAt, doer } = await openSession(db, login, remember, origin)
  await jobs.enqueue(db, noticeNewDevice, { companyId: login.companyId, userId: login.userId, sessionId: id })
  await recordChange(db, doer, { action: 'session.signIn', entityId: id, label: doer.name })
  return { token, expiresAt }
}

async function openSession(db: Db, { companyId, userId }: Login, remember: boolean, { address, userAgent }: Origin) {
  const token = newToken()
  const lifetime = lifetimeOf(await securityPolicy(db, companyId), remember)
  const user = await db
    .selectFrom('appUser')
    .select(['name', 'lastLoginAt', 'lastLoginIp'])
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    // The user may have been disabled while the password was being checked: a session opened now would come alive with the user again.
    .where('status', '=', 'active')
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
      reauthenticatedAt: sql<string>`now()`,
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow()
  await noteSignIn(db, { companyId, userId }, address)
  return { ...session, token, doer: doerOf({ companyId, userId }, user.name, { address, userAgent }) }
}

/** Someone who has no session yet, as the audit log records them. */
export const doerOf = ({ companyId, userId }: Login, name: string, { address, userAgent }: Origin): Doer => ({
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
 * Ends a user's sessions everywhere: after a disable, after a change of password, second factor or roles, or on request. `except` is the
 * session that asks. Half-done sign-ins and links on their way end as well. Returns how many sessions were alive.
 */
export async function endSessions(db: Db, companyId: Id<'company'>, userId: Id<'user'>, except?: string): Promise<number> {
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
export const setActingCompany = (db: Db, { homeCompanyId, sessionId }: Pick<Actor, 'homeCompanyId' | 'sessionId'>, id: string | null) =>
  db.updateTable('session').set({ actingCompanyId: id }).where('companyId', '=', homeCompanyId).where('id', '=', sessionId).execute()

const freshMinutes = 5

/** When this session stops being fresh, by the database's clock; null if it is not fresh. */
export async function freshUntil(db: Db, { sessionId }: Pick<Actor, 'sessionId'>): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`select session_fresh_until(${sessionId}, ${freshMinutes}) as until`.execute(db)
  return rows[0]?.until ?? null
}

/**
 * Call this before anything that a borrowed session must not do: another e-mail address, second factor, passkey; refunds above the
 * threshold; account secrets.
 */
export async function requireFresh(db: Db, actor: Pick<Actor, 'sessionId'>): Promise<void> {
  if (!(await freshUntil(db, actor))) throw refuse('session.notFresh')
}

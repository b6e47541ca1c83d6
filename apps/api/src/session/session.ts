import { randomBytes } from 'node:crypto'
import type { SignIn } from '@paydesk/contract/login'
import { sql } from 'kysely'
import type { z } from 'zod'
import { recordChange } from '../audit/audit.ts'
import { readSettings } from '../companySetting/companySetting.ts'
import { hashToken } from '../lib/actor.ts'
import { type Db, inCompany, inTransaction } from '../lib/db.ts'
import { describeDevice } from '../lib/device.ts'
import { refuse } from '../lib/errors.ts'
import type { Deps } from '../lib/route.ts'
import { noticeNewDevice } from './jobs.ts'
import { passwordMatches } from './password.ts'
import { admitAttempt, forgiveAttempts } from './throttle.ts'

const hour = 3600
const day = 24 * hour

/** Seconds, as the company's security settings say. "Remember me" is for one's own machine and lasts a week without use. */
async function lifetimeOf(db: Db, companyId: string, remember: boolean) {
  const { security } = await readSettings(db, companyId)
  const { sessionIdleHours, sessionAbsoluteHours, rememberDays } = security
  if (remember && rememberDays > 0) return { idle: Math.min(7, rememberDays) * day, absolute: rememberDays * day }
  return { idle: sessionIdleHours * hour, absolute: sessionAbsoluteHours * hour }
}

type Origin = { address: string; userAgent: string }
type Login = { companyId: string; userId: string }

/**
 * Three steps, because hashing takes tens of milliseconds and must not hold a connection: count the attempt, check the
 * password, open the session. Unknown user, wrong password and suspended company differ neither in words nor in time.
 */
export async function signIn({ pool, jobs, production }: Deps, credentials: z.output<typeof SignIn>, origin: Origin) {
  const { username, password, remember } = credentials
  await inTransaction(pool, [], (db) => admitAttempt(db, username, origin.address))
  const login = await inTransaction(pool, [], (db) => findLogin(db, username))
  const usable = login && !(production && login.demo)
  const matches = await passwordMatches(password, usable ? login.passwordHash : undefined)
  if (!usable || !matches) throw refuse('login.incorrect')
  return inCompany(pool, login.companyId, async (db) => {
    await forgiveAttempts(db, username, origin.address)
    const session = await openSession(db, login, remember, origin)
    await jobs.enqueue(db, noticeNewDevice, { companyId: login.companyId, userId: login.userId, sessionId: session.id })
    await recordChange(db, session.doer, { action: 'session.signIn', entityId: session.id, label: session.doer.name })
    return { token: session.token, expiresAt: session.expiresAt }
  })
}

async function findLogin(db: Db, username: string) {
  const { rows } = await sql<Login & { passwordHash: string | null; demo: boolean }>`select * from find_login(${username})`.execute(db)
  return rows[0]
}

async function openSession(db: Db, { companyId, userId }: Login, remember: boolean, { address, userAgent }: Origin) {
  const token = randomBytes(32).toString('base64url')
  const lifetime = await lifetimeOf(db, companyId, remember)
  const user = await db
    .selectFrom('appUser')
    .select(['name', 'lastLoginAt', 'lastLoginIp'])
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    // Disabled while the password was being checked: a session opened now would come alive with the user again.
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
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow()
  await db
    .updateTable('appUser')
    .set({ lastLoginAt: sql<string>`now()`, lastLoginIp: address })
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .execute()
  return { ...session, token, doer: { companyId, userId, name: user.name, address, device: describeDevice(userAgent) } }
}

export const endSession = (db: Db, companyId: string, sessionId: string) =>
  db
    .updateTable('session')
    .set({ endedAt: sql<string>`now()` })
    .where('companyId', '=', companyId)
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .execute()

/** Everywhere: after a disable, a change of password or roles, or when someone asks for it. Returns how many were alive. */
export async function endSessions(db: Db, companyId: string, userId: string): Promise<number> {
  const ended = await db
    .updateTable('session')
    .set({ endedAt: sql<string>`now()` })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

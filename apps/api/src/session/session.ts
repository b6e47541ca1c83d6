import { randomBytes } from 'node:crypto'
import type { SignIn } from '@paydesk/contract/login'
import { sql } from 'kysely'
import type { z } from 'zod'
import { hashToken } from '../lib/actor.ts'
import { type Db, inCompany, inTransaction } from '../lib/db.ts'
import { refuse } from '../lib/errors.ts'
import type { Deps } from '../lib/route.ts'
import { noticeNewDevice } from './jobs.ts'
import { passwordMatches } from './password.ts'
import { admitAttempt, forgiveAttempts } from './throttle.ts'

const hour = 3600
/** Seconds. "Remember me" is for one's own machine; without it the session ends with the working day. */
const lifetimes = {
  day: { idle: 4 * hour, absolute: 12 * hour },
  remembered: { idle: 7 * 24 * hour, absolute: 30 * 24 * hour },
}

type Origin = { address: string; userAgent: string }
type Login = { companyId: string; userId: string; passwordHash: string | null; demo: boolean }
type CheckedLogin = Login & { passwordHash: string }

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
    const session = await openSession(db, login as CheckedLogin, remember, origin)
    await jobs.enqueue(db, noticeNewDevice, { companyId: login.companyId, userId: login.userId, sessionId: session.id })
    return { token: session.token, expiresAt: session.expiresAt }
  })
}

async function findLogin(db: Db, username: string) {
  const { rows } = await sql<Login>`select * from find_login(${username})`.execute(db)
  return rows[0]
}

async function openSession(db: Db, { companyId, userId, passwordHash }: CheckedLogin, remember: boolean, { address, userAgent }: Origin) {
  const token = randomBytes(32).toString('base64url')
  const lifetime = remember ? lifetimes.remembered : lifetimes.day
  const user = await db
    .selectFrom('appUser')
    .select(['lastLoginAt', 'lastLoginIp'])
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    // Hashing took its time: a password that was changed meanwhile, or a user who was disabled, opens no session.
    .where('passwordHash', '=', passwordHash)
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
  return { ...session, token }
}

export const endSession = (db: Db, companyId: string, sessionId: string) =>
  db
    .updateTable('session')
    .set({ endedAt: sql<string>`now()` })
    .where('companyId', '=', companyId)
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .execute()

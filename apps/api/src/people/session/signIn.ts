import type { SecondFactorCode, SignIn } from '@paydesk/contract/people/login'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Db, inCompany, inTransaction } from '../../lib/db.ts'
import { aimedAt, refuse } from '../../lib/errors.ts'
import type { Deps } from '../../lib/route.ts'
import { admitAttempt, forgiveAttempts, type Guess } from '../../lib/throttle.ts'
import { readTicket, redeemTicket, tryTicket } from '../../lib/ticket.ts'
import { recordChange } from '../../office/audit/audit.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  takeSecondFactor,
} from '../secondFactor/secondFactor.ts'
import { guessFrom } from './device.ts'
import { passwordMatches } from './password.ts'
import {
  doerOf,
  endSessions,
  type Login,
  type Origin,
  passFirstFactor,
  secondFactorTicket,
  startSession,
  usable,
} from './session.ts'

/**
 * Signs in with three steps, because hashing takes tens of milliseconds and must not hold a
 * connection: count the attempt, check the password, open the session. Unknown user, wrong password
 * and suspended company differ neither in words nor in time.
 */
export async function signIn(
  deps: Deps,
  { username, password, remember }: z.output<typeof SignIn>,
  origin: Origin,
) {
  const guess = await inTransaction(deps.pool, [], async (db) => {
    const from = await guessFrom(
      db,
      { scope: 'user', subject: username, from: origin.address },
      origin,
    )
    await admitAttempt(db, from)
    return from
  })
  const login = usable(deps, await inTransaction(deps.pool, [], (db) => findLogin(db, username)))
  const matches = await passwordMatches(password, login?.passwordHash)
  if (!login || !matches) throw refuse('login.incorrect')
  return inCompany(deps.pool, login.companyId, async (db) => {
    await assertUnchanged(db, login)
    await forgiveAttempts(db, guess)
    return passFirstFactor(db, deps, login, remember, origin)
  })
}

/** A password that was changed while it was being hashed opens no session. */
async function assertUnchanged(db: Db, { companyId, userId, passwordHash }: PasswordLogin) {
  const user = await db
    .selectFrom('appUser')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .where('passwordHash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw refuse('login.incorrect')
}

type PasswordLogin = Login & { passwordHash: string | null; demo: boolean }

async function findLogin(db: Db, username: string) {
  const { rows } = await sql<PasswordLogin>`select * from find_login(${username})`.execute(db)
  return rows[0]
}

/**
 * For a user without a second factor in a company that requires one: they set it up before
 * the session exists.
 */
export async function beginEnrolment({ pool, outside }: Deps, challenge: string) {
  const ticket = await inTransaction(pool, [], (db) =>
    readTicket(db, secondFactorTicket, challenge),
  )
  if (!ticket?.enrol) throw refuse('login.challengeOver')
  return inCompany(pool, ticket.companyId, async (db) => {
    const { username } = await db
      .selectFrom('appUser')
      .select('username')
      .where('companyId', '=', ticket.companyId)
      .where('id', '=', ticket.userId)
      .executeTakeFirstOrThrow()
    return beginSecondFactor(db, outside.secrets, ticket, username)
  })
}

const lockOwner = (db: Db, { companyId, userId }: Login) =>
  db
    .selectFrom('appUser')
    .select('name')
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Whoever is here knew the password, so the address says nothing more. */
const codeOf = ({ userId }: Login): Guess => ({ scope: 'secondFactor', subject: userId })
type Answer = { challenge: string; code: z.output<typeof SecondFactorCode> }

/** The try is counted and committed before the code is looked at. */
export async function answerSecondFactor(deps: Deps, { challenge, code }: Answer, origin: Origin) {
  const { pool, outside } = deps
  const ticket = await inTransaction(pool, [], async (db) => {
    const open = await tryTicket(db, secondFactorTicket, challenge)
    if (open) await aimedAt(open, admitAttempt(db, codeOf(open)))
    return open
  })
  if (!ticket) throw refuse('login.challengeOver')
  const work = inCompany(pool, ticket.companyId, async (db) => {
    // The user before the company's audit log, as everywhere: whoever disables them holds the user
    // and then writes there.
    const { name } = await lockOwner(db, ticket)
    const doer = doerOf(ticket, name, origin)
    const recoveryCodes = ticket.enrol
      ? await confirmSecondFactor(db, outside.secrets, ticket, code)
      : null
    if (!ticket.enrol && !(await takeSecondFactor(db, outside.secrets, doer, code)))
      throw refuse('login.codeIncorrect')
    if (!(await redeemTicket(db, secondFactorTicket, challenge)))
      throw refuse('login.challengeOver')
    await forgiveAttempts(db, codeOf(ticket))
    if (ticket.enrol) {
      const endedSessions = await endSessions(db, ticket.companyId, ticket.userId)
      const about = { entityId: ticket.userId, label: name, after: { endedSessions } }
      await recordChange(db, doer, { action: 'user.enableSecondFactor', ...about })
    }
    return {
      ...(await startSession(db, deps, ticket, ticket.remember, origin, 'factor')),
      recoveryCodes,
    }
  })
  return aimedAt(ticket, work)
}

import type { Actor } from '../../lib/actor.ts'
import { inCompany, inTransaction } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import type { Deps } from '../../lib/route.ts'
import { admitAttempt, forgiveAttempts } from '../../lib/throttle.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { mailUser } from '../../office/message/message.ts'
import { removeSecondFactor, takeSecondFactor } from '../secondFactor/secondFactor.ts'
import { setPassword } from '../user/user.ts'
import { readOwner } from './forgot.ts'
import { hashPassword, passwordMatches } from './password.ts'
import { assertStrong } from './passwordRule.ts'
import { assertAlive, endSessions, noteShown, secondFactorRequired } from './session.ts'

const guessOf = ({ userId }: Actor) => ({ scope: 'reauthenticate', subject: userId }) as const
/** Counted apart: whoever knows the password must not win new tries for codes with it. */
const codeOf = ({ userId }: Actor) => ({ scope: 'stepUpCode', subject: userId }) as const

/**
 * The check is throttled like signing in: a borrowed session must not become a way to
 * guess the password.
 */
async function checkPassword({ pool }: Deps, actor: Actor, password: string) {
  await inTransaction(pool, [], (db) => admitAttempt(db, guessOf(actor)))
  const user = await inCompany(pool, actor.companyId, (db) => readOwner(db, actor))
  if (!(await passwordMatches(password, user.passwordHash))) throw refuse('password.incorrect')
  return user
}

export async function changePassword(
  deps: Deps,
  actor: Actor,
  { oldPassword, password }: { oldPassword: string; password: string },
) {
  const user = await checkPassword(deps, actor, oldPassword)
  if (password === oldPassword) throw refuse('password.same')
  assertStrong(password, user)
  const passwordHash = await hashPassword(password)
  return inCompany(deps.pool, actor.companyId, async (db) => {
    await assertAlive(db, actor)
    await forgiveAttempts(db, guessOf(actor))
    await setPassword(db, actor, passwordHash)
    const endedSessions = await endSessions(db, actor.companyId, actor.userId, actor.sessionId)
    await mailUser(db, deps, actor, 'passwordChanged', {
      address: actor.address,
      device: actor.device,
    })
    await recordChange(db, actor, {
      action: 'user.changePassword',
      entityId: actor.userId,
      label: actor.name,
      after: { endedSessions },
    })
    return null
  })
}

export async function disableSecondFactor(deps: Deps, actor: Actor, password: string) {
  await checkPassword(deps, actor, password)
  return inCompany(deps.pool, actor.companyId, async (db) => {
    await assertAlive(db, actor)
    const { companyId, userId } = actor
    const { demo } = await readOwner(db, actor)
    if (await secondFactorRequired(db, { companyId, userId, demo }))
      throw refuse('secondFactor.required')
    if (!(await removeSecondFactor(db, actor))) throw refuse('secondFactor.off')
    await forgiveAttempts(db, guessOf(actor))
    const endedSessions = await endSessions(db, companyId, userId, actor.sessionId)
    await recordChange(db, actor, {
      action: 'user.disableSecondFactor',
      entityId: userId,
      label: actor.name,
      after: { endedSessions },
    })
    return null
  })
}

export async function reauthenticate(
  deps: Deps,
  actor: Actor,
  given: { password: string } | { code: string },
) {
  if ('password' in given) await checkPassword(deps, actor, given.password)
  else await inTransaction(deps.pool, [], (db) => admitAttempt(db, codeOf(actor)))
  return inCompany(deps.pool, actor.companyId, async (db) => {
    await assertAlive(db, actor)
    if ('code' in given && !(await takeSecondFactor(db, deps.outside.secrets, actor, given.code)))
      throw refuse('login.codeIncorrect')
    await forgiveAttempts(db, 'code' in given ? codeOf(actor) : guessOf(actor))
    await noteShown(db, actor, 'code' in given ? 'factor' : 'password')
    return null
  })
}

import { passkeyApi } from '@paydesk/contract/people/passkey'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../lib/actor.ts'
import { type Db, inCompany, inTransaction } from '../../lib/db.ts'
import { aimedAt, refuse } from '../../lib/errors.ts'
import { publicRouteInSteps, route, routeInSteps } from '../../lib/route.ts'
import { admitAttempt } from '../../lib/throttle.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { readSecondFactor } from '../secondFactor/secondFactor.ts'
import {
  assertAlive,
  endSessions,
  noteShown,
  originOf,
  secondFactorRequired,
  startSession,
  usable,
} from '../session/session.ts'
import {
  addPasskey,
  findByPasskey,
  listPasskeys,
  registrationOptions,
  signInOptions,
  takeSignInChallenge,
  usePasskey,
} from './passkey.ts'

export function passkeyRoutes(app: FastifyInstance) {
  route(app, passkeyApi.list, async ({ db, actor }) => ({ list: await listPasskeys(db, actor) }))

  route(app, passkeyApi.registerOptions, ({ db, deps, actor }) =>
    registrationOptions(db, deps.outside.publicUrl, actor),
  )

  route(app, passkeyApi.register, async ({ db, deps, actor, body }) => {
    const passkey = await addPasskey(db, deps.outside.publicUrl, actor, body)
    await noteShown(db, actor, 'factor')
    const endedSessions = await endSessions(db, actor.companyId, actor.userId, actor.sessionId)
    const after = { id: passkey.id, passkey: passkey.name, endedSessions }
    await recordChange(db, actor, {
      action: 'user.addPasskey',
      entityId: actor.userId,
      label: actor.name,
      after,
    })
    return passkey
  })

  route(app, passkeyApi.rename, async ({ db, actor, params, body }) => {
    const { companyId, userId } = actor
    const before = (await listPasskeys(db, actor)).find(({ id }) => id === params.id)
    if (!before) throw refuse('notFound')
    await db
      .updateTable('passkey')
      .set({ name: body.name })
      .where('companyId', '=', companyId)
      .where('userId', '=', userId)
      .where('id', '=', params.id)
      .execute()
    await recordChange(db, actor, {
      action: 'user.renamePasskey',
      entityId: userId,
      label: actor.name,
      before: { id: before.id, passkey: before.name },
      after: { id: before.id, passkey: body.name },
    })
    return { ...before, name: body.name }
  })

  route(app, passkeyApi.remove, async ({ db, actor, params }) => {
    const { companyId, userId } = actor
    // Of two passkeys that are removed at once, the second must know that it is the last one:
    // this locks the user.
    await assertAlive(db, actor)
    const passkeys = await listPasskeys(db, actor)
    if (!passkeys.some(({ id }) => id === params.id)) throw refuse('notFound')
    if (
      passkeys.length === 1 &&
      !(await readSecondFactor(db, actor)) &&
      (await mustHaveFactor(db, actor))
    )
      throw refuse('secondFactor.required')
    const gone = await db
      .deleteFrom('passkey')
      .where('companyId', '=', companyId)
      .where('userId', '=', userId)
      .where('id', '=', params.id)
      .returning(['id', 'name as passkey'])
      .executeTakeFirst()
    if (!gone) throw refuse('notFound')
    await endSessions(db, companyId, userId, actor.sessionId)
    await recordChange(db, actor, {
      action: 'user.removePasskey',
      entityId: userId,
      label: actor.name,
      before: gone,
    })
    return null
  })

  route(app, passkeyApi.signInOptions, async ({ db, deps, request }) => {
    // A session that confirms itself is limited by its own share.
    if (!request.actor) await admitAttempt(db, { scope: 'passkey', subject: request.ip })
    return signInOptions(db, deps.outside.publicUrl)
  })

  publicRouteInSteps(app, passkeyApi.signIn, async ({ deps, body, request }) => {
    const { pool, outside } = deps
    // The challenge is taken and committed first, so that it is answered only once, right or wrong.
    const challenge = await inTransaction(pool, [], (db) => takeSignInChallenge(db, body.ticket))
    const login =
      challenge &&
      usable(deps, await inTransaction(pool, [], (db) => findByPasskey(db, body.response.id)))
    if (!login) throw refuse('login.passkeyRefused')
    const work = inCompany(pool, login.companyId, async (db) => {
      if (!(await usePasskey(db, outside.publicUrl, login, body.response, challenge)))
        throw refuse('login.passkeyRefused')
      return startSession(db, deps, login, body.remember, originOf(request), 'factor')
    })
    return aimedAt(login, work)
  })

  routeInSteps(app, passkeyApi.reauthenticate, async ({ deps, actor, body }) => {
    const { pool, outside } = deps
    const challenge = await inTransaction(pool, [], (db) => takeSignInChallenge(db, body.ticket))
    if (!challenge) throw refuse('login.passkeyRefused')
    return inCompany(pool, actor.companyId, async (db) => {
      // It looks among the caller's own passkeys only, so nobody else's helps.
      if (!(await usePasskey(db, outside.publicUrl, actor, body.response, challenge)))
        throw refuse('login.passkeyRefused')
      await noteShown(db, actor, 'factor')
      return null
    })
  })
}

async function mustHaveFactor(db: Db, { companyId, userId }: Actor): Promise<boolean> {
  const { demo } = await db
    .selectFrom('appUser')
    .select('demo')
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return secondFactorRequired(db, { companyId, userId, demo })
}

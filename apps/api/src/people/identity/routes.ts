import { identityApi } from '@paydesk/contract/people/identity'
import type { FastifyInstance } from 'fastify'
import { inCompany, inTransaction } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { publicRouteInSteps, route, routeInSteps } from '../../lib/route.ts'
import { admitAttempt } from '../../lib/throttle.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { assertAlive, originOf, passFirstFactor, usable } from '../session/session.ts'
import {
  bindIdentity,
  comeBack,
  findByIdentity,
  listIdentities,
  markUsed,
  sendAway,
} from './identity.ts'

export function identityRoutes(app: FastifyInstance) {
  route(app, identityApi.list, async ({ db, deps, actor }) => ({
    list: await listIdentities(db, actor),
    provider: deps.outside.oidc ? { label: deps.outside.oidc.label } : null,
  }))

  routeInSteps(app, identityApi.bindBegin, ({ deps, actor, request }) =>
    sendAway(deps, request.log, { remember: false, userId: actor.userId }),
  )

  routeInSteps(app, identityApi.bind, async ({ deps, actor, body, request }) => {
    const subject = await comeBack(deps, request.log, body, actor.userId)
    return inCompany(deps.pool, actor.companyId, async (db) => {
      await assertAlive(db, actor)
      const identity = await bindIdentity(db, actor, subject)
      const after = { issuer: identity.issuer, identity: identity.label }
      await recordChange(db, actor, {
        action: 'user.bindIdentity',
        entityId: actor.userId,
        label: actor.name,
        after,
      })
      return identity
    })
  })

  route(app, identityApi.unbind, async ({ db, actor, params }) => {
    const gone = await db
      .deleteFrom('identity')
      .where('companyId', '=', actor.companyId)
      .where('userId', '=', actor.userId)
      .where('id', '=', params.id)
      .returning(['issuer', 'label as identity'])
      .executeTakeFirst()
    if (!gone) throw refuse('notFound')
    await recordChange(db, actor, {
      action: 'user.unbindIdentity',
      entityId: actor.userId,
      label: actor.name,
      before: gone,
    })
    return null
  })

  publicRouteInSteps(app, identityApi.signInBegin, async ({ deps, body, request }) => {
    await inTransaction(deps.pool, [], (db) =>
      admitAttempt(db, { scope: 'oidc', subject: request.ip }),
    )
    return sendAway(deps, request.log, { remember: body.remember, userId: null })
  })

  publicRouteInSteps(app, identityApi.signIn, async ({ deps, body, request }) => {
    const subject = await comeBack(deps, request.log, body, null)
    const login = usable(
      deps,
      await inTransaction(deps.pool, [], (db) => findByIdentity(db, subject)),
    )
    if (!login) throw refuse('login.identityUnknown')
    return inCompany(deps.pool, login.companyId, async (db) => {
      await markUsed(db, login)
      return passFirstFactor(db, deps, login, subject.remember, originOf(request))
    })
  })
}

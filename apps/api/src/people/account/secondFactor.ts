import { secondFactorApi } from '@paydesk/contract/people/secondFactor'
import type { FastifyInstance } from 'fastify'
import { inCompany, inTransaction } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { route, routeInSteps } from '../../lib/route.ts'
import { admitAttempt } from '../../lib/throttle.ts'
import { recordChange } from '../../office/audit/audit.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
} from '../secondFactor/secondFactor.ts'
import { assertAlive, endSessions, noteShown } from '../session/session.ts'

/**
 * Switching off needs the password, so that call is with the others that do
 * (session/ownSecurity.ts).
 */
export function secondFactorRoutes(app: FastifyInstance) {
  route(app, secondFactorApi.begin, ({ db, actor, deps }) =>
    beginSecondFactor(db, deps.outside.secrets, actor, actor.username),
  )

  routeInSteps(app, secondFactorApi.confirm, async ({ actor, body, deps }) => {
    const { companyId, userId } = actor
    await inTransaction(deps.pool, [], (db) =>
      admitAttempt(db, { scope: 'secondFactor', subject: userId }),
    )
    return inCompany(deps.pool, companyId, async (db) => {
      await assertAlive(db, actor)
      const recoveryCodes = await confirmSecondFactor(db, deps.outside.secrets, actor, body.code)
      await noteShown(db, actor, 'factor')
      const endedSessions = await endSessions(db, companyId, userId, actor.sessionId)
      await recordChange(db, actor, {
        action: 'user.enableSecondFactor',
        entityId: userId,
        label: actor.name,
        after: { endedSessions },
      })
      return { recoveryCodes }
    })
  })

  route(app, secondFactorApi.renewRecoveryCodes, async ({ db, actor }) => {
    if (!(await readSecondFactor(db, actor))) throw refuse('secondFactor.off')
    const recoveryCodes = await renewRecoveryCodes(db, actor)
    await recordChange(db, actor, {
      action: 'user.renewRecoveryCodes',
      entityId: actor.userId,
      label: actor.name,
    })
    return { recoveryCodes }
  })
}

import { invitationApi } from '@paydesk/contract/people/invitation'
import type { FastifyInstance } from 'fastify'
import { inCompany } from '../../lib/db.ts'
import { publicRouteInSteps, route } from '../../lib/route.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { assertStrong, doerOf, hashPassword } from '../session/session.ts'
import { lockUser } from '../user/user.ts'
import { findInvitation, sendInvitation, takeInvitation } from './invitation.ts'

export function invitationRoutes(app: FastifyInstance) {
  route(app, invitationApi.send, async ({ db, deps, actor, params }) => {
    const { name } = await lockUser(db, actor, params.id)
    const sent = await sendInvitation(db, deps, actor, params.id)
    await recordChange(db, actor, {
      action: 'user.resendInvitation',
      entityId: params.id,
      label: name,
      after: sent,
    })
    return sent
  })

  publicRouteInSteps(app, invitationApi.read, async ({ deps, body, request }) => {
    const { companyName, username, name, expiresAt } = await findInvitation(
      deps,
      body.token,
      request.ip,
    )
    return { companyName, username, name, expiresAt }
  })

  publicRouteInSteps(app, invitationApi.accept, async ({ deps, body, request }) => {
    const invitation = await findInvitation(deps, body.token, request.ip)
    const { companyId, userId, username, name } = invitation
    assertStrong(body.password, invitation)
    const passwordHash = await hashPassword(body.password)
    return inCompany(deps.pool, companyId, async (db) => {
      await takeInvitation(db, invitation, passwordHash)
      const doer = doerOf({ companyId, userId }, name, {
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
      })
      const [before, after] = [{ status: 'invited' }, { status: 'active' }]
      await recordChange(db, doer, {
        action: 'user.acceptInvitation',
        entityId: userId,
        label: name,
        before,
        after,
      })
      return { username }
    })
  })
}

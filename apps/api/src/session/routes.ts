import { loginApi } from '@paydesk/contract/login'
import type { FastifyInstance } from 'fastify'
import { recordChange } from '../audit/audit.ts'
import { publicRouteInSteps, route } from '../lib/route.ts'
import { endSession, signIn } from './session.ts'

export function sessionRoutes(app: FastifyInstance) {
  publicRouteInSteps(app, loginApi.account, ({ deps, body, request }) =>
    signIn(deps, body, { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }),
  )

  route(app, loginApi.outLogin, async ({ db, actor }) => {
    await endSession(db, actor.companyId, actor.sessionId)
    await recordChange(db, actor, { action: 'session.signOut', entityId: actor.sessionId, label: actor.name })
    return null
  })

  route(app, loginApi.currentUser, async ({ actor }) => ({
    id: actor.userId,
    username: actor.username,
    name: actor.name,
    avatar: actor.avatar,
    roles: actor.roles,
    permissions: actor.permissions,
    company: { id: actor.companyId, name: actor.companyName, timezone: actor.companyTimezone },
    homeCompany: { id: actor.homeCompanyId, name: actor.homeCompanyName },
    actingElsewhere: actor.companyId !== actor.homeCompanyId,
    lastLoginAt: actor.previousLoginAt,
    lastLoginIp: actor.previousLoginIp,
  }))
}

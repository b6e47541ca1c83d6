import { loginApi } from '@paydesk/contract/login'
import type { FastifyInstance } from 'fastify'
import { publicRouteInSteps, route } from '../lib/route.ts'
import { endSession, signIn } from './session.ts'

export function sessionRoutes(app: FastifyInstance) {
  publicRouteInSteps(app, loginApi.account, ({ deps, body, request }) =>
    signIn(deps, body, { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }),
  )

  route(app, loginApi.outLogin, async ({ db, actor }) => {
    await endSession(db, actor.companyId, actor.sessionId)
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
    lastLoginAt: actor.previousLoginAt,
    lastLoginIp: actor.previousLoginIp,
  }))
}

import { accountApi } from '@paydesk/contract/people/account'
import { loginApi } from '@paydesk/contract/people/login'
import { secondFactorApi } from '@paydesk/contract/people/secondFactor'
import type { FastifyInstance } from 'fastify'
import { isQuarantined } from '../../lib/outside/quarantine.ts'
import { publicRouteInSteps, route, routeInSteps } from '../../lib/route.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { askForReset, type RemoveDoubted, resetPassword } from './forgot.ts'
import { changePassword, disableSecondFactor, reauthenticate } from './ownSecurity.ts'
import { endOtherSessions, endOwnSession, listSessions } from './ownSessions.ts'
import { askForCode, phoneAvailable, signInByPhone } from './phone.ts'
import { endSession, originOf } from './session.ts'
import { answerSecondFactor, beginEnrolment, signIn } from './signIn.ts'

export function sessionRoutes(app: FastifyInstance, removeDoubted: RemoveDoubted) {
  publicRouteInSteps(app, loginApi.methods, async ({ deps }) => ({
    phone: phoneAvailable(deps),
    forgotPassword: deps.outside.sendMail !== undefined || !deps.production,
    passkey: true,
    oidc: deps.outside.oidc ? { label: deps.outside.oidc.label } : null,
    mailbox: !deps.production,
  }))

  publicRouteInSteps(app, loginApi.account, ({ deps, body, request }) =>
    signIn(deps, body, originOf(request)),
  )
  publicRouteInSteps(app, loginApi.secondFactorBegin, ({ deps, body }) =>
    beginEnrolment(deps, body.challenge),
  )
  publicRouteInSteps(app, loginApi.secondFactor, ({ deps, body, request }) =>
    answerSecondFactor(deps, body, originOf(request)),
  )
  route(app, loginApi.captcha, ({ db, deps, body, request }) =>
    askForCode(db, deps, body.phone, originOf(request)),
  )
  publicRouteInSteps(app, loginApi.phone, ({ deps, body, request }) =>
    signInByPhone(deps, body, originOf(request)),
  )
  route(app, loginApi.forgot, ({ db, deps, body, request }) =>
    askForReset(db, deps, body.account, originOf(request)),
  )
  publicRouteInSteps(app, loginApi.reset, ({ deps, body, request }) =>
    resetPassword(deps, body, originOf(request), removeDoubted),
  )

  route(app, loginApi.outLogin, async ({ db, actor }) => {
    await endSession(db, actor.companyId, actor.sessionId)
    await recordChange(db, actor, {
      action: 'session.signOut',
      entityId: actor.sessionId,
      label: actor.name,
    })
    return null
  })

  route(app, loginApi.currentUser, async ({ db, actor }) => ({
    id: actor.userId,
    username: actor.username,
    name: actor.name,
    avatar: actor.avatar,
    roles: actor.roles,
    permissions: actor.permissions,
    company: { id: actor.companyId, name: actor.companyName, timezone: actor.companyTimezone },
    homeCompany: { id: actor.homeCompanyId, name: actor.homeCompanyName },
    actingElsewhere: actor.companyId !== actor.homeCompanyId,
    quarantined: await isQuarantined(db),
    lastLoginAt: actor.previousLoginAt,
    lastLoginIp: actor.previousLoginIp,
  }))

  routeInSteps(app, accountApi.changePassword, ({ deps, actor, body }) =>
    changePassword(deps, actor, body),
  )
  routeInSteps(app, accountApi.reauthenticate, ({ deps, actor, body }) =>
    reauthenticate(deps, actor, body),
  )
  routeInSteps(app, secondFactorApi.disable, ({ deps, actor, body }) =>
    disableSecondFactor(deps, actor, body.password),
  )
  route(app, accountApi.sessions, async ({ db, actor }) => ({
    list: await listSessions(db, actor),
  }))
  route(app, accountApi.endSession, ({ db, actor, params }) => endOwnSession(db, actor, params.id))
  route(app, accountApi.endOtherSessions, ({ db, actor }) => endOtherSessions(db, actor))
}

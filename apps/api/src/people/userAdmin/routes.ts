import { userApi } from '@paydesk/contract/people/user'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { findUser, listUsers, userTree } from '../user/user.ts'
import {
  disableUser,
  enableUser,
  endUserSessions,
  inviteUser,
  moveUser,
  resetSecondFactor,
  setUserRoles,
  updateUser,
} from './change.ts'

export function userAdminRoutes(app: FastifyInstance) {
  route(app, userApi.list, ({ db, actor, query }) => listUsers(db, actor, query))
  route(app, userApi.read, ({ db, actor, params }) => findUser(db, actor, params.id))
  route(app, userApi.tree, async ({ db, actor }) => {
    const list = await userTree(db, actor.companyId)
    return { list, total: list.length, totalIsExact: true }
  })
  route(app, userApi.invite, ({ db, deps, actor, body }) => inviteUser(db, deps, actor, body))
  route(app, userApi.update, ({ db, deps, actor, params, body }) =>
    updateUser(db, deps, actor, params.id, body),
  )
  route(app, userApi.move, ({ db, actor, params, body }) => moveUser(db, actor, params.id, body))
  route(app, userApi.setRoles, ({ db, actor, params, body }) =>
    setUserRoles(db, actor, params.id, body.roleIds, body.version),
  )
  route(app, userApi.disable, ({ db, actor, params }) => disableUser(db, actor, params.id))
  route(app, userApi.enable, ({ db, actor, params }) => enableUser(db, actor, params.id))
  route(app, userApi.endSessions, ({ db, actor, params }) => endUserSessions(db, actor, params.id))
  route(app, userApi.resetSecondFactor, ({ db, actor, params }) =>
    resetSecondFactor(db, actor, params.id),
  )
}

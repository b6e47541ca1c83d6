import { permissionApi, permissionGroupApi } from '@paydesk/contract/people/permissionGroup'
import type { FastifyInstance } from 'fastify'
import { eitherOf } from '../../lib/errors.ts'
import { route } from '../../lib/route.ts'
import { createGroup, deleteGroup, findGroup, listGroups, updateGroup } from './group.ts'
import {
  createPermission,
  deletePermission,
  listPermissions,
  updatePermission,
} from './permission.ts'

export function permissionRoutes(app: FastifyInstance) {
  route(app, permissionGroupApi.list, ({ db, query }) => listGroups(db, query))
  route(app, permissionGroupApi.info, async ({ db, query, body }) => {
    const groupId = eitherOf('id', query.id, body?.id)
    return {
      ...(await findGroup(db, groupId)),
      permissions: await listPermissions(db, { groupId }),
    }
  })
  route(app, permissionGroupApi.store, ({ db, actor, body }) => createGroup(db, actor, body))
  route(app, permissionGroupApi.update, ({ db, actor, params, body }) =>
    updateGroup(db, actor, params.id, body),
  )
  route(app, permissionGroupApi.delete, ({ db, actor, params }) =>
    deleteGroup(db, actor, params.id),
  )

  route(app, permissionApi.index, async ({ db, query }) => {
    const list = await listPermissions(db, query)
    return { list, total: list.length, totalIsExact: true }
  })
  route(app, permissionApi.store, ({ db, actor, body }) => createPermission(db, actor, body))
  route(app, permissionApi.update, ({ db, actor, params, body }) =>
    updatePermission(db, actor, params.id, body),
  )
  route(app, permissionApi.delete, ({ db, actor, params, body }) =>
    deletePermission(db, actor, params.id, body?.version),
  )
}

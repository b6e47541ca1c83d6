import { roleApi } from '@paydesk/contract/people/role'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { createRole, deleteRole, listRoles, updateRole } from './role.ts'

export function roleRoutes(app: FastifyInstance) {
  route(app, roleApi.list, async ({ db }) => {
    const list = await listRoles(db)
    return { list, total: list.length, totalIsExact: true }
  })
  route(app, roleApi.create, ({ db, actor, body }) => createRole(db, actor, body))
  route(app, roleApi.update, ({ db, actor, params, body }) =>
    updateRole(db, actor, params.id, body),
  )
  route(app, roleApi.delete, ({ db, actor, params }) => deleteRole(db, actor, params.id))
}

import { viewApi } from '@paydesk/contract/office/view'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { chooseForList, createView, listViews, removeView, updateView } from './view.ts'

export function viewRoutes(app: FastifyInstance) {
  route(app, viewApi.list, ({ db, actor, query }) => listViews(db, actor, query.list))
  route(app, viewApi.create, ({ db, actor, body }) => createView(db, actor, body))
  route(app, viewApi.update, ({ db, actor, params, body }) =>
    updateView(db, actor, params.id, body),
  )
  route(app, viewApi.remove, ({ db, actor, params }) => removeView(db, actor, params.id))
  route(app, viewApi.choose, ({ db, actor, body }) => chooseForList(db, actor, body))
}

import { limitChangeApi } from '@paydesk/contract/people/limitChange'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import {
  askLimitChange,
  decideLimitChange,
  listLimitChanges,
  readLimitChange,
} from './limitChange.ts'

export function limitChangeRoutes(app: FastifyInstance) {
  route(app, limitChangeApi.list, ({ db, actor, query }) => listLimitChanges(db, actor, query))
  route(app, limitChangeApi.read, ({ db, actor, params }) => readLimitChange(db, actor, params.id))
  route(app, limitChangeApi.ask, ({ db, actor, body }) => askLimitChange(db, actor, body))
  route(app, limitChangeApi.approve, ({ db, actor, params }) =>
    decideLimitChange(db, actor, params.id, 'approved'),
  )
  route(app, limitChangeApi.reject, ({ db, actor, params }) =>
    decideLimitChange(db, actor, params.id, 'rejected'),
  )
  route(app, limitChangeApi.withdraw, ({ db, actor, params }) =>
    decideLimitChange(db, actor, params.id, 'withdrawn'),
  )
}

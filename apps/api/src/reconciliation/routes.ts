import { reconciliationApi } from '@paydesk/contract/reconciliation'
import type { FastifyInstance } from 'fastify'
import { route } from '../lib/route.ts'
import { findCandidates } from './candidate.ts'
import { listExceptions } from './list.ts'

export function reconciliationRoutes(app: FastifyInstance) {
  route(app, reconciliationApi.list, ({ db, actor, query }) => listExceptions(db, actor, query))
  route(app, reconciliationApi.candidates, ({ db, actor, params, query }) => findCandidates(db, actor, params.id, query.keyword))
}

import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { findCandidates } from './candidate.ts'
import { listExceptions, sumExceptions } from './list.ts'
import {
  acceptProposal,
  assignTransaction,
  ignoreTransaction,
  matchTransaction,
  recordTransaction,
  undoMatch,
} from './reconciliation.ts'

export function reconciliationRoutes(app: FastifyInstance) {
  const { jobs } = app.deps
  route(app, reconciliationApi.list, ({ db, actor, query }) => listExceptions(db, actor, query))
  route(app, reconciliationApi.open, ({ db, actor, query }) => sumExceptions(db, actor, query))
  route(app, reconciliationApi.candidates, ({ db, actor, params, query }) =>
    findCandidates(db, actor, params.id, query.keyword),
  )
  route(app, reconciliationApi.match, ({ db, actor, params, body }) =>
    matchTransaction(db, jobs, actor, params.id, body),
  )
  route(app, reconciliationApi.accept, ({ db, actor, params, body }) =>
    acceptProposal(db, jobs, actor, params.id, body),
  )
  route(app, reconciliationApi.ignore, ({ db, actor, params, body }) =>
    ignoreTransaction(db, actor, params.id, body),
  )
  route(app, reconciliationApi.undo, ({ db, actor, params, body }) =>
    undoMatch(db, actor, params.id, body),
  )
  route(app, reconciliationApi.record, ({ db, actor, params, body }) =>
    recordTransaction(db, jobs, actor, params.id, body),
  )
  route(app, reconciliationApi.assign, ({ db, actor, params, body }) =>
    assignTransaction(db, actor, params.id, body),
  )
}

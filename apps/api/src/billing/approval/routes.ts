import { approvalApi } from '@paydesk/contract/billing/approval'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { type CarryOut, decide, listApprovals, readApproval } from './approval.ts'

export function approvalRoutes(app: FastifyInstance, carryOut: CarryOut) {
  const { jobs } = app.deps
  route(app, approvalApi.list, ({ db, actor, query }) => listApprovals(db, actor, query))
  route(app, approvalApi.read, ({ db, actor, params }) => readApproval(db, actor, params.id))
  route(app, approvalApi.approve, ({ db, actor, params, body }) =>
    decide(db, jobs, carryOut, actor, params.id, 'approved', body),
  )
  route(app, approvalApi.reject, ({ db, actor, params, body }) =>
    decide(db, jobs, carryOut, actor, params.id, 'rejected', body),
  )
  route(app, approvalApi.withdraw, ({ db, actor, params, body }) =>
    decide(db, jobs, carryOut, actor, params.id, 'withdrawn', body),
  )
}

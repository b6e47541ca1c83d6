import { refundApi } from '@paydesk/contract/billing/refund'
import type { FastifyInstance } from 'fastify'
import { route, routeInSteps } from '../../lib/route.ts'
import { askRefund, previewRefund } from './ask.ts'
import { proposeSettlement } from './settle.ts'

export function refundRoutes(app: FastifyInstance) {
  const { jobs } = app.deps
  route(app, refundApi.preview, ({ db, actor, params, query }) =>
    previewRefund(db, actor, params.id, query),
  )
  route(app, refundApi.ask, ({ db, actor, params, body }) =>
    askRefund(db, jobs, actor, params.id, body),
  )
  // PayPal is asked between two transactions.
  routeInSteps(app, refundApi.settle, ({ deps, actor, params, body }) =>
    proposeSettlement(deps, actor, params.id, params.refundId, body),
  )
}

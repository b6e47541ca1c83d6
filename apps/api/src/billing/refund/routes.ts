import { refundApi } from '@paydesk/contract/billing/refund'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { askRefund, previewRefund } from './ask.ts'

export function refundRoutes(app: FastifyInstance) {
  const { jobs } = app.deps
  route(app, refundApi.preview, ({ db, actor, params, query }) => previewRefund(db, actor, params.id, query))
  route(app, refundApi.ask, ({ db, actor, params, body }) => askRefund(db, jobs, actor, params.id, body))
}

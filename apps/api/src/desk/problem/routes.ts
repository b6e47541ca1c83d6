import { problemApi } from '@paydesk/contract/desk/problem'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { readProblems } from './problem.ts'

export function problemRoutes(app: FastifyInstance) {
  const { paypalSyncSeconds } = app.deps.outside
  route(app, problemApi.list, ({ db, actor }) => readProblems(db, actor.companyId, paypalSyncSeconds))
}

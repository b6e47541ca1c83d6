import { problemApi } from '@paydesk/contract/desk/problem'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { readProblems } from './problem.ts'

export function problemRoutes(app: FastifyInstance) {
  route(app, problemApi.list, ({ db, actor, deps }) =>
    readProblems(db, actor.companyId, deps.outside.paypalSyncSeconds),
  )
}

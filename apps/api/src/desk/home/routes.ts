import { homeApi } from '@paydesk/contract/desk/home'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { readFigures } from './figures.ts'
import { readQueue } from './queue.ts'

export function homeRoutes(app: FastifyInstance) {
  const { paypalSyncSeconds } = app.deps.outside
  route(app, homeApi.queue, ({ db, actor }) => readQueue(db, actor, paypalSyncSeconds))
  route(app, homeApi.figures, ({ db, actor, query }) => readFigures(db, actor, query))
}

import { homeApi } from '@paydesk/contract/desk/home'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { readFigures, readOverdue } from './figures.ts'
import { readMoney } from './money.ts'
import { readQueue } from './queue.ts'

export function homeRoutes(app: FastifyInstance) {
  route(app, homeApi.queue, ({ db, actor, deps }) =>
    readQueue(db, actor, deps.outside.paypalSyncSeconds),
  )
  route(app, homeApi.money, ({ db, actor }) => readMoney(db, actor))
  route(app, homeApi.overdue, ({ db, actor }) => readOverdue(db, actor))
  route(app, homeApi.figures, ({ db, actor, query }) => readFigures(db, actor, query))
}

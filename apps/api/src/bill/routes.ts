import { billApi } from '@paydesk/contract/bill'
import type { FastifyInstance } from 'fastify'
import { route } from '../lib/route.ts'
import { countBills, listBills } from './list.ts'

export function billRoutes(app: FastifyInstance) {
  route(app, billApi.list, ({ db, actor, query }) => listBills(db, actor, query))
  route(app, billApi.counts, ({ db, actor, query }) => countBills(db, actor, query))
}

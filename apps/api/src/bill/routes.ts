import { billApi } from '@paydesk/contract/bill'
import type { FastifyInstance } from 'fastify'
import { route } from '../lib/route.ts'
import { listBills } from './bill.ts'

export function billRoutes(app: FastifyInstance) {
  route(app, billApi.list, ({ db, actor, query }) => listBills(db, actor, query))
}

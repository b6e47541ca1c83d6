import { transactionApi } from '@paydesk/contract/money/transaction'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { exportRoute } from '../../office/export/export.ts'
import { transactionSheet } from './export.ts'
import { readFlow } from './flow.ts'
import { listTransactions } from './list.ts'
import { readTransaction } from './read.ts'
import { totalTransactions } from './totals.ts'

export function transactionRoutes(app: FastifyInstance) {
  route(app, transactionApi.list, ({ db, actor, query }) => listTransactions(db, actor, query))
  route(app, transactionApi.totals, ({ db, actor, query }) => totalTransactions(db, actor, query))
  route(app, transactionApi.flow, async ({ db, actor, query }) => ({
    currencies: await readFlow(db, actor, query),
  }))
  exportRoute(app, transactionApi.export, {
    name: 'transactions',
    action: 'transaction.export',
    sheet: ({ actor, query, language }) => transactionSheet(actor, query, language),
  })
  route(app, transactionApi.read, ({ db, actor, params }) =>
    readTransaction(db, actor.companyId, params.id),
  )
}

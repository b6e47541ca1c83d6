import { transactionApi } from '@paydesk/contract/money/transaction'
import { exportApi } from '@paydesk/contract/office/export'
import type { FastifyInstance } from 'fastify'
import { readCoverage, wantResync } from '../../intake/reporting/coverage.ts'
import { route } from '../../lib/route.ts'
import { exportRoute } from '../../office/export/export.ts'
import { transactionSheet } from './export.ts'
import { syncAccountKind } from './jobs.ts'
import { listTransactions } from './list.ts'
import { readTransaction } from './read.ts'
import { totalTransactions } from './totals.ts'

export function transactionRoutes(app: FastifyInstance) {
  const { jobs } = app.deps
  route(app, transactionApi.list, ({ db, actor, query }) => listTransactions(db, actor, query))
  route(app, transactionApi.totals, ({ db, actor, query }) => totalTransactions(db, actor, query))
  route(app, transactionApi.coverage, ({ db, actor }) => readCoverage(db, actor.companyId))
  route(app, transactionApi.resync, async ({ db, actor, body }) => {
    const run = await wantResync(db, actor, body)
    await jobs.enqueue(db, syncAccountKind, { companyId: actor.companyId, accountId: body.accountId })
    return run
  })
  exportRoute(app, exportApi.transactions, {
    name: 'transactions',
    action: 'transaction.export',
    sheet: ({ actor, query, language }) => transactionSheet(actor, query, language),
  })
  route(app, transactionApi.read, ({ db, actor, params }) => readTransaction(db, actor.companyId, params.id))
}

import { rowAsideApi } from '@paydesk/contract/intake/rowAside'
import { transactionApi } from '@paydesk/contract/money/transaction'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { listAside, settleAside } from './aside.ts'
import { readCoverage, wantResync } from './coverage.ts'
import { syncAccountKind } from './jobs.ts'

export function reportingRoutes(app: FastifyInstance) {
  const { jobs } = app.deps
  route(app, transactionApi.coverage, ({ db, actor }) => readCoverage(db, actor.companyId))
  route(app, transactionApi.resync, async ({ db, actor, body }) => {
    const run = await wantResync(db, actor, body)
    await jobs.enqueue(db, syncAccountKind, {
      companyId: actor.companyId,
      accountId: body.accountId,
    })
    return run
  })
  route(app, rowAsideApi.list, ({ db, actor, query }) => listAside(db, actor, query))
  route(app, rowAsideApi.settle, ({ db, actor, params, body }) =>
    settleAside(db, actor, params.id, body),
  )
}

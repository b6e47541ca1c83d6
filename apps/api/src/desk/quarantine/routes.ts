import { quarantineApi } from '@paydesk/contract/desk/quarantine'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { leaveQuarantine } from './leave.ts'
import { listFindings } from './list.ts'
import { compareAll, readQuarantine, settleFindings } from './state.ts'

export function quarantineRoutes(app: FastifyInstance) {
  const { jobs } = app.deps
  route(app, quarantineApi.read, ({ db }) => readQuarantine(db))
  route(app, quarantineApi.findings, ({ db, query }) => listFindings(db, query))
  route(app, quarantineApi.compare, async ({ db }) => {
    await compareAll(db, jobs)
    return null
  })
  route(app, quarantineApi.settle, async ({ db, actor, body }) => ({
    settled: await settleFindings(db, actor, body.ids, body.reason),
  }))
  route(app, quarantineApi.leave, async ({ db, actor }) => {
    await leaveQuarantine(db, jobs, actor)
    return readQuarantine(db)
  })
}

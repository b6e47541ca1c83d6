import { actsOnBills, ruleApi } from '@paydesk/contract/desk/rule'
import type { FastifyInstance } from 'fastify'
import { eitherOf } from '../../lib/errors.ts'
import { route } from '../../lib/route.ts'
import { countBills } from './bills.ts'
import { createRule, listRules, listRuns, readRule, removeRules, updateRule } from './rule.ts'

export function ruleRoutes(app: FastifyInstance) {
  const { jobs } = app.deps
  route(app, ruleApi.list, ({ db, actor, query }) => listRules(db, actor.companyId, query))
  route(app, ruleApi.create, ({ db, actor, body }) => createRule(db, actor, body))
  // The body is JSON, so fields that were left out are absent keys, never undefined.
  route(app, ruleApi.update, ({ db, actor, body }) =>
    updateRule(db, jobs, actor, body as Parameters<typeof updateRule>[3]),
  )
  route(app, ruleApi.remove, ({ db, actor, query, body }) =>
    removeRules(db, actor, eitherOf('ids', query.ids, body?.ids)),
  )
  route(app, ruleApi.runs, ({ db, actor, params, query }) =>
    listRuns(db, actor.companyId, params.id, query),
  )
  route(app, ruleApi.preview, async ({ db, actor, params }) => {
    const rule = await readRule(db, actor.companyId, params.id)
    if (!actsOnBills(rule.template)) return { bills: 0, isExact: true }
    return countBills(db, { ...rule, companyId: actor.companyId, timezone: actor.companyTimezone })
  })
}

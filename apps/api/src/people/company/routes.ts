import { companyApi } from '@paydesk/contract/people/company'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { createCompany, enterCompany, listCompanies, updateCompany } from './company.ts'

export function companyRoutes(app: FastifyInstance) {
  const { jobs } = app.deps
  route(app, companyApi.list, ({ db, query }) => listCompanies(db, query))
  route(app, companyApi.create, ({ db, actor, body }) => createCompany(db, actor, body))
  route(app, companyApi.update, ({ db, actor, params, body }) =>
    updateCompany(db, jobs, actor, params.id, body),
  )
  route(app, companyApi.enter, ({ db, actor, params }) => enterCompany(db, actor, params.id))
}

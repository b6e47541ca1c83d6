import { searchApi } from '@paydesk/contract/desk/search'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { search } from './search.ts'

export function searchRoutes(app: FastifyInstance) {
  route(app, searchApi.search, ({ db, actor, query }) => search(db, actor, query))
}

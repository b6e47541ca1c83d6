import type { FastifyInstance } from 'fastify'
import { billRoutes } from './bill/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { noticeRoutes } from './notice/routes.ts'
import { sessionRoutes } from './session/routes.ts'

export function allRoutes(app: FastifyInstance) {
  healthRoutes(app)
  sessionRoutes(app)
  homeRoutes(app)
  noticeRoutes(app)
  billRoutes(app)
}

import type { FastifyInstance } from 'fastify'
import { auditRoutes } from './audit/routes.ts'
import { billRoutes } from './bill/routes.ts'
import { companyRoutes } from './company/routes.ts'
import { companySettingRoutes } from './companySetting/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { noticeRoutes } from './notice/routes.ts'
import { permissionRoutes } from './permission/routes.ts'
import { roleRoutes } from './role/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { userRoutes } from './user/routes.ts'

export function allRoutes(app: FastifyInstance) {
  healthRoutes(app)
  sessionRoutes(app)
  homeRoutes(app)
  noticeRoutes(app)
  billRoutes(app)
  companyRoutes(app)
  roleRoutes(app)
  permissionRoutes(app)
  userRoutes(app)
  companySettingRoutes(app)
  auditRoutes(app)
}

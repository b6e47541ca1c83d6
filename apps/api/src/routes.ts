import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './account/routes.ts'
import { billRoutes } from './bill/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { invitationRoutes } from './invitation/routes.ts'
import { mailboxRoutes } from './mailbox/routes.ts'
import { noticeRoutes } from './notice/routes.ts'
import { notificationChoiceRoutes } from './notificationChoice/routes.ts'
import { passkeyRoutes } from './passkey/routes.ts'
import { secondFactorRoutes } from './secondFactor/routes.ts'
import { sessionRoutes } from './session/routes.ts'

export function allRoutes(app: FastifyInstance) {
  healthRoutes(app)
  sessionRoutes(app)
  accountRoutes(app)
  secondFactorRoutes(app)
  passkeyRoutes(app)
  identityRoutes(app)
  notificationChoiceRoutes(app)
  invitationRoutes(app)
  mailboxRoutes(app)
  homeRoutes(app)
  noticeRoutes(app)
  billRoutes(app)
}

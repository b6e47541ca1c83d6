import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './account/routes.ts'
import { approvalRoutes } from './approval/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { billRoutes } from './bill/routes.ts'
import { companyRoutes } from './company/routes.ts'
import { companySettingRoutes } from './companySetting/routes.ts'
import { customerRoutes } from './customer/routes.ts'
import { disputeRoutes } from './dispute/routes.ts'
import { eventRoutes } from './event/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { invitationRoutes } from './invitation/routes.ts'
import { mailboxRoutes } from './mailbox/routes.ts'
import { noticeRoutes } from './notice/routes.ts'
import { notificationChoiceRoutes } from './notificationChoice/routes.ts'
import { passkeyRoutes } from './passkey/routes.ts'
import { paypalAccountRoutes } from './paypalAccount/routes.ts'
import { permissionRoutes } from './permission/routes.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { refundRoutes } from './refund/routes.ts'
import { roleRoutes } from './role/routes.ts'
import { ruleRoutes } from './rule/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { secondFactorRoutes } from './secondFactor/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { statementRoutes } from './statement/routes.ts'
import { streamRoutes } from './stream/routes.ts'
import { transactionRoutes } from './transaction/routes.ts'
import { userRoutes } from './user/routes.ts'
import { viewRoutes } from './view/routes.ts'

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
  searchRoutes(app)
  viewRoutes(app)
  billRoutes(app)
  refundRoutes(app)
  approvalRoutes(app)
  disputeRoutes(app)
  customerRoutes(app)
  paypalAccountRoutes(app)
  eventRoutes(app)
  transactionRoutes(app)
  reconciliationRoutes(app)
  statementRoutes(app)
  streamRoutes(app)
  companyRoutes(app)
  roleRoutes(app)
  permissionRoutes(app)
  userRoutes(app)
  companySettingRoutes(app)
  ruleRoutes(app)
  auditRoutes(app)
}

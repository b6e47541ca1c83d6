import type { FastifyInstance } from 'fastify'
import { approvalRoutes } from './billing/approval/routes.ts'
import { billsOfCustomer } from './billing/bill/bill.ts'
import { billRoutes } from './billing/bill/routes.ts'
import { billImportRoutes } from './billing/billImport/routes.ts'
import { customerRoutes } from './billing/customer/routes.ts'
import { disputeRoutes } from './billing/dispute/routes.ts'
import { reconciliationRoutes } from './billing/reconciliation/routes.ts'
import { carryOutDecision } from './billing/refund/refund.ts'
import { refundRoutes } from './billing/refund/routes.ts'
import { statementRoutes } from './billing/statement/routes.ts'
import { homeRoutes } from './desk/home/routes.ts'
import { problemRoutes } from './desk/problem/routes.ts'
import { quarantineRoutes } from './desk/quarantine/routes.ts'
import { ruleRoutes } from './desk/rule/routes.ts'
import { searchRoutes } from './desk/search/routes.ts'
import { streamRoutes } from './desk/stream/routes.ts'
import { eventRoutes } from './intake/event/routes.ts'
import { reportingRoutes } from './intake/reporting/routes.ts'
import { transactionRoutes } from './money/transaction/routes.ts'
import { auditRoutes } from './office/audit/routes.ts'
import { exportRoutes } from './office/export/routes.ts'
import { healthRoutes } from './office/health/routes.ts'
import { mailboxRoutes } from './office/mailbox/routes.ts'
import { viewRoutes } from './office/view/routes.ts'
import { paypalAccountRoutes } from './paypal/paypalAccount/routes.ts'
import { accountRoutes } from './people/account/routes.ts'
import { secondFactorRoutes } from './people/account/secondFactor.ts'
import { companyRoutes } from './people/company/routes.ts'
import { companySettingRoutes } from './people/companySetting/routes.ts'
import { emailRoutes } from './people/email/routes.ts'
import { removeDoubted } from './people/identity/identity.ts'
import { identityRoutes } from './people/identity/routes.ts'
import { invitationRoutes } from './people/invitation/routes.ts'
import { limitChangeRoutes } from './people/limitChange/routes.ts'
import { noticeRoutes } from './people/notice/routes.ts'
import { notificationChoiceRoutes } from './people/notificationChoice/routes.ts'
import { passkeyRoutes } from './people/passkey/routes.ts'
import { permissionRoutes } from './people/permission/routes.ts'
import { roleRoutes } from './people/role/routes.ts'
import { hearSecurity } from './people/securityEvent/securityEvent.ts'
import { sessionRoutes } from './people/session/routes.ts'
import { userAdminRoutes } from './people/userAdmin/routes.ts'

export function allRoutes(app: FastifyInstance) {
  healthRoutes(app)
  sessionRoutes(app, removeDoubted)
  accountRoutes(app)
  secondFactorRoutes(app)
  passkeyRoutes(app)
  identityRoutes(app)
  notificationChoiceRoutes(app)
  invitationRoutes(app)
  mailboxRoutes(app)
  homeRoutes(app)
  noticeRoutes(app)
  problemRoutes(app)
  quarantineRoutes(app)
  searchRoutes(app)
  viewRoutes(app)
  billRoutes(app)
  billImportRoutes(app)
  refundRoutes(app)
  approvalRoutes(app, carryOutDecision)
  disputeRoutes(app)
  customerRoutes(app, billsOfCustomer)
  paypalAccountRoutes(app)
  eventRoutes(app)
  transactionRoutes(app)
  reportingRoutes(app)
  reconciliationRoutes(app)
  statementRoutes(app)
  streamRoutes(app)
  companyRoutes(app)
  roleRoutes(app)
  permissionRoutes(app)
  userAdminRoutes(app)
  companySettingRoutes(app)
  limitChangeRoutes(app)
  emailRoutes(app)
  ruleRoutes(app)
  auditRoutes(app, hearSecurity(app.log))
  exportRoutes(app)
}

import { approvalApi } from './billing/approval.ts'
import { billApi } from './billing/bill.ts'
import { billImportApi } from './billing/billImport.ts'
import { customerApi } from './billing/customer.ts'
import { disputeApi } from './billing/dispute.ts'
import { reconciliationApi } from './billing/reconciliation.ts'
import { refundApi } from './billing/refund.ts'
import { statementApi } from './billing/statement.ts'
import { homeApi } from './desk/home.ts'
import { problemApi } from './desk/problem.ts'
import { quarantineApi } from './desk/quarantine.ts'
import { ruleApi } from './desk/rule.ts'
import { searchApi } from './desk/search.ts'
import { streamApi } from './desk/stream.ts'
import { eventApi, webhookApi } from './intake/event.ts'
import { rowAsideApi } from './intake/rowAside.ts'
import type { Endpoint } from './lib/endpoint.ts'
import { transactionApi } from './money/transaction.ts'
import { auditLogApi } from './office/auditLog.ts'
import { healthApi } from './office/health.ts'
import { mailboxApi } from './office/mailbox.ts'
import { viewApi } from './office/view.ts'
import { paypalAccountApi } from './paypal/paypalAccount.ts'
import { accountApi } from './people/account.ts'
import { companyApi } from './people/company.ts'
import { companySettingApi } from './people/companySetting.ts'
import { identityApi } from './people/identity.ts'
import { invitationApi } from './people/invitation.ts'
import { limitChangeApi } from './people/limitChange.ts'
import { loginApi } from './people/login.ts'
import { noticeApi } from './people/notice.ts'
import { notificationChoiceApi } from './people/notificationChoice.ts'
import { passkeyApi } from './people/passkey.ts'
import { permissionApi, permissionGroupApi } from './people/permissionGroup.ts'
import { roleApi } from './people/role.ts'
import { secondFactorApi } from './people/secondFactor.ts'
import { userApi } from './people/user.ts'

/** Every call of the product. Tests enumerate it, and fail for a route that is not in it. */
export const registry = {
  health: healthApi,
  login: loginApi,
  home: homeApi,
  notice: noticeApi,
  search: searchApi,
  view: viewApi,
  bill: billApi,
  billImport: billImportApi,
  refund: refundApi,
  approval: approvalApi,
  dispute: disputeApi,
  customer: customerApi,
  paypalAccount: paypalAccountApi,
  transaction: transactionApi,
  reconciliation: reconciliationApi,
  statement: statementApi,
  event: eventApi,
  rowAside: rowAsideApi,
  stream: streamApi,
  webhook: webhookApi,
  company: companyApi,
  role: roleApi,
  permissionGroup: permissionGroupApi,
  permission: permissionApi,
  user: userApi,
  companySetting: companySettingApi,
  limitChange: limitChangeApi,
  problem: problemApi,
  quarantine: quarantineApi,
  rule: ruleApi,
  auditLog: auditLogApi,
  account: accountApi,
  secondFactor: secondFactorApi,
  passkey: passkeyApi,
  identity: identityApi,
  notificationChoice: notificationChoiceApi,
  invitation: invitationApi,
  mailbox: mailboxApi,
}

export const allEndpoints: Endpoint[] = Object.values(registry).flatMap(
  (calls) => Object.values(calls) as Endpoint[],
)

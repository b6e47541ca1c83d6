import { accountApi } from './account.ts'
import { approvalApi } from './approval.ts'
import { auditLogApi } from './auditLog.ts'
import { billApi } from './bill.ts'
import { billImportApi } from './billImport.ts'
import { companyApi } from './company.ts'
import { companySettingApi } from './companySetting.ts'
import { customerApi } from './customer.ts'
import { disputeApi } from './dispute.ts'
import type { Endpoint } from './endpoint.ts'
import { eventApi } from './event.ts'
import { exportApi } from './export.ts'
import { healthApi } from './health.ts'
import { homeApi } from './home.ts'
import { identityApi } from './identity.ts'
import { invitationApi } from './invitation.ts'
import { loginApi } from './login.ts'
import { mailboxApi } from './mailbox.ts'
import { noticeApi } from './notice.ts'
import { notificationChoiceApi } from './notificationChoice.ts'
import { passkeyApi } from './passkey.ts'
import { paypalAccountApi } from './paypalAccount.ts'
import { permissionApi, permissionGroupApi } from './permissionGroup.ts'
import { reconciliationApi } from './reconciliation.ts'
import { refundApi } from './refund.ts'
import { roleApi } from './role.ts'
import { ruleApi } from './rule.ts'
import { searchApi } from './search.ts'
import { secondFactorApi } from './secondFactor.ts'
import { streamApi, webhookApi } from './stream.ts'
import { transactionApi } from './transaction.ts'
import { userApi } from './user.ts'
import { viewApi } from './view.ts'

/** Every call of the product. Tests enumerate it; and fail for a route that is not in it. */
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
  export: exportApi,
  event: eventApi,
  stream: streamApi,
  webhook: webhookApi,
  company: companyApi,
  role: roleApi,
  permissionGroup: permissionGroupApi,
  permission: permissionApi,
  user: userApi,
  companySetting: companySettingApi,
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

export const allEndpoints: Endpoint[] = Object.values(registry).flatMap((calls) => Object.values(calls) as Endpoint[])

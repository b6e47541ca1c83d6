import { allEndpoints } from '@paydesk/contract/registry'
import { expect, test } from 'vitest'

/**
 * Who may make which call, said a second time. The permission matrix follows the contract, so a
 * mark that was loosened by mistake would loosen both; this list must be changed as well, by
 * someone who means it.
 */
const whoMay: Record<string, string[]> = {
  public: [
    'GET /api/health/live',
    'GET /api/health/ready',
    'GET /api/login/methods',
    'POST /api/login/account',
    'POST /api/login/secondFactor/begin',
    'POST /api/login/secondFactor',
    'POST /api/login/captcha',
    'POST /api/login/phone',
    'POST /api/login/forgot',
    'POST /api/login/reset',
    'POST /api/login/undoEmail',
    'POST /api/webhook/paypal/:accountId',
    'GET /api/avatar/:id',
    'POST /api/login/passkey/options',
    'POST /api/login/passkey',
    'POST /api/login/oidc/begin',
    'POST /api/login/oidc',
    'POST /api/invitation/info',
    'POST /api/invitation/accept',
    'GET /api/dev/mailbox',
  ],
  signedIn: [
    'POST /api/login/outLogin',
    'GET /api/currentUser',
    'GET /api/home',
    'GET /api/notices',
    'PATCH /api/notices/:id',
    'POST /api/notices/readAll',
    'GET /api/search',
    'GET /api/view',
    'POST /api/view',
    'PATCH /api/view/:id',
    'DELETE /api/view/:id',
    'PUT /api/view/choice',
    'GET /api/stream',
    'GET /api/account',
    'PATCH /api/account',
    'POST /api/account/avatar',
    'GET /api/account/security',
    'POST /api/account/password',
    'POST /api/account/reauthenticate',
    'GET /api/account/session',
    'DELETE /api/account/session/:id',
    'POST /api/account/session/endOthers',
    'POST /api/account/secondFactor/begin',
    'POST /api/account/secondFactor/confirm',
    'POST /api/account/secondFactor/recoveryCodes',
    'POST /api/account/secondFactor/disable',
    'GET /api/account/passkey',
    'POST /api/account/passkey/options',
    'POST /api/account/passkey',
    'POST /api/account/passkey/reauthenticate',
    'PATCH /api/account/passkey/:id',
    'DELETE /api/account/passkey/:id',
    'GET /api/account/identity',
    'POST /api/account/identity/begin',
    'POST /api/account/identity',
    'DELETE /api/account/identity/:id',
    'GET /api/account/notification',
    'PUT /api/account/notification',
  ],
  'ViewPayPalBill|ViewAllPayPalBill': [
    'GET /api/home/figures',
    'GET /api/home/overdue',
    'GET /api/payPalBill',
    'GET /api/payPalBill/count',
    'GET /api/payPalBill/ageing',
    'GET /api/payPalBill/outcome',
    'GET /api/payPalBill/:id',
    'GET /api/payPalBill/:id/timeline',
    'GET /api/payPalBill/:id/pdf',
    'POST /api/payPalBill/:id/note',
    'POST /api/payPalBill/:id/resync',
  ],
  CreatePayPalBill: [
    'GET /api/payPalBill/defaults',
    'POST /api/payPalBill',
    'PATCH /api/payPalBill/:id',
    'POST /api/payPalBill/:id/send',
    'POST /api/payPalBill/:id/remind',
    'POST /api/payPalBill/:id/cancel',
    'POST /api/payPalBill/:id/duplicate',
    'POST /api/payPalBill/:id/reassign',
    'POST /api/payPalBill/import/check',
    'POST /api/payPalBill/import',
    'GET /api/paypalAccount/choice',
  ],
  WriteOffPayPalBill: ['POST /api/payPalBill/:id/writeOff'],
  RecordPayment: ['POST /api/payPalBill/:id/recordPayment'],
  'ViewPayPalBill&ExportData|ViewAllPayPalBill&ExportData': ['GET /api/export/payPalBill'],
  RefundPayPalBill: [
    'POST /api/payPalBill/:id/refund/:refundId/settle',
    'GET /api/payPalBill/:id/refund',
    'POST /api/payPalBill/:id/refund',
    'POST /api/approval/:id/withdraw',
  ],
  ApproveRefund: [
    'GET /api/approval',
    'GET /api/approval/:id',
    'POST /api/approval/:id/approve',
    'POST /api/approval/:id/reject',
  ],
  ViewDispute: [
    'GET /api/dispute',
    'GET /api/dispute/:id',
    'POST /api/dispute/:id/resync',
    'GET /api/dispute/:id/file/:fileId',
  ],
  RespondDispute: [
    'POST /api/dispute/:id/answer',
    'POST /api/dispute/:id/file',
    'DELETE /api/dispute/:id/file/:fileId',
  ],
  ViewCustomer: ['GET /api/customer', 'GET /api/customer/:id', 'GET /api/customer/:id/payment'],
  'CreatePayPalBill|ViewCustomer': ['GET /api/customer/option'],
  'UpdateCustomer|CreatePayPalBill': ['POST /api/customer'],
  UpdateCustomer: ['PATCH /api/customer/:id', 'POST /api/customer/:id/merge'],
  'ViewCustomer&ExportData': ['GET /api/export/customer'],
  ViewPaypalAccount: [
    'GET /api/paypalAccount',
    'GET /api/paypalAccount/:id',
    'GET /api/event',
    'GET /api/event/:accountId/:id',
    'GET /api/eventAlarm',
    'GET /api/operation',
  ],
  UpdatePaypalAccount: [
    'POST /api/paypalAccount',
    'PATCH /api/paypalAccount/:id',
    'POST /api/paypalAccount/:id/rotate',
    'POST /api/paypalAccount/:id/pause',
    'POST /api/paypalAccount/:id/resume',
    'POST /api/paypalAccount/:id/archive',
    'POST /api/paypalAccount/:id/check',
    'POST /api/event/:accountId/:id/replay',
    'POST /api/operation/:id/retry',
    'POST /api/paypalAccount/:id/resync',
  ],
  ViewPaypalTransaction: [
    'GET /api/paypalTransaction',
    'GET /api/paypalTransaction/totals',
    'GET /api/paypalTransaction/flow',
  ],
  'ViewPaypalTransaction|ReconcileTransaction': [
    'GET /api/home/money',
    'GET /api/paypalTransaction/coverage',
    'GET /api/paypalTransaction/:id',
  ],
  ReconcileTransaction: [
    'POST /api/paypalTransaction/resync',
    'GET /api/reconciliation',
    'GET /api/reconciliation/open',
    'POST /api/reconciliation/:id/accept',
    'GET /api/reconciliation/:id/candidate',
    'POST /api/reconciliation/:id/match',
    'POST /api/reconciliation/:id/ignore',
    'POST /api/reconciliation/:id/undo',
    'POST /api/reconciliation/:id/assign',
    'GET /api/rowAside',
    'POST /api/rowAside/:id/settle',
    'GET /api/problem',
  ],
  'ViewPaypalTransaction&ExportData': [
    'GET /api/export/paypalTransaction',
    'GET /api/export/statement/account/:id',
  ],
  'ReconcileTransaction&RecordPayment': ['POST /api/reconciliation/:id/record'],
  'ViewAllPayPalBill&ExportData': ['GET /api/export/statement/customer/:id'],
  superAdmin: [
    'GET /api/quarantine',
    'GET /api/quarantine/finding',
    'POST /api/quarantine/compare',
    'POST /api/quarantine/settle',
    'POST /api/quarantine/leave',
    'GET /api/company',
    'POST /api/company',
    'PATCH /api/company/:id',
    'POST /api/company/:id/enter',
    'POST /api/role',
    'PATCH /api/role/:id',
    'DELETE /api/role/:id',
    'GET /api/permissionGroup',
    'POST /api/permissionGroup/info',
    'POST /api/permissionGroup/store',
    'POST /api/permissionGroup/update/:id',
    'POST /api/permissionGroup/delete/:id',
    'GET /api/permission/index',
    'POST /api/permission/store',
    'POST /api/permission/update/:id',
    'POST /api/permission/delete/:id',
  ],
  ViewUser: ['GET /api/role', 'GET /api/user', 'GET /api/user/:id'],
  'UpdateUser|UpdateCompanySetting': [
    'GET /api/limitChange',
    'GET /api/limitChange/:id',
    'POST /api/limitChange',
    'POST /api/limitChange/:id/approve',
    'POST /api/limitChange/:id/reject',
    'POST /api/limitChange/:id/withdraw',
  ],
  UpdateUser: [
    'POST /api/user',
    'PATCH /api/user/:id',
    'POST /api/user/:id/move',
    'POST /api/user/:id/roles',
    'POST /api/user/:id/disable',
    'POST /api/user/:id/enable',
    'POST /api/user/:id/endSessions',
    'POST /api/user/:id/resetSecondFactor',
    'POST /api/user/:id/invite',
  ],
  'ViewUser|ViewAllPayPalBill': ['GET /api/userTree'],
  UpdateCompanySetting: [
    'GET /api/companySetting',
    'PATCH /api/companySetting',
    'POST /api/companySetting/bot/:id/test',
    'GET /api/rule',
    'POST /api/rule',
    'PUT /api/rule',
    'DELETE /api/rule',
    'GET /api/rule/:id/run',
    'GET /api/rule/:id/preview',
  ],
  ViewAuditLog: ['GET /api/auditLog', 'GET /api/auditLog/:id'],
  'ViewAuditLog&ExportData': ['GET /api/export/auditLog'],
}

const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('every call asks for exactly the permission that stands here', () => {
  const declared: Record<string, string[]> = {}
  for (const call of allEndpoints)
    declared[call.permission] = [...(declared[call.permission] ?? []), keyOf(call)]
  const sorted = (lists: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(lists).map(([name, calls]) => [name, [...calls].sort()]))
  expect(sorted(declared)).toEqual(sorted(whoMay))
})

/** They carry passwords, codes or keys: no answer of theirs is kept for a repetition. */
const sensitive = [
  'POST /api/login/account',
  'POST /api/login/secondFactor/begin',
  'POST /api/login/secondFactor',
  'POST /api/login/captcha',
  'POST /api/login/phone',
  'POST /api/login/forgot',
  'POST /api/login/reset',
  'POST /api/login/undoEmail',
  'POST /api/payPalBill/:id/refund/:refundId/settle',
  'POST /api/paypalAccount',
  'POST /api/paypalAccount/:id/rotate',
  'POST /api/paypalAccount/:id/resume',
  'POST /api/paypalAccount/:id/check',
  'POST /api/account/password',
  'POST /api/account/reauthenticate',
  'POST /api/account/secondFactor/begin',
  'POST /api/account/secondFactor/confirm',
  'POST /api/account/secondFactor/recoveryCodes',
  'POST /api/account/secondFactor/disable',
  'POST /api/account/passkey/options',
  'POST /api/account/passkey',
  'POST /api/account/passkey/reauthenticate',
  'POST /api/login/passkey/options',
  'POST /api/login/passkey',
  'POST /api/account/identity/begin',
  'POST /api/account/identity',
  'POST /api/login/oidc/begin',
  'POST /api/login/oidc',
  'POST /api/invitation/info',
  'POST /api/invitation/accept',
]

test('calls that carry secrets are marked, and only those', () => {
  expect(
    allEndpoints
      .filter((call) => call.sensitive)
      .map(keyOf)
      .sort(),
  ).toEqual([...sensitive].sort())
})

/** For everyone who is signed in, but about the company in which a super admin acts. */
const inTheCompanyActedIn = [
  'GET /api/currentUser',
  'GET /api/home',
  'GET /api/search',
  'GET /api/view',
  'POST /api/view',
  'PATCH /api/view/:id',
  'DELETE /api/view/:id',
  'PUT /api/view/choice',
  'GET /api/stream',
]

test('a call for everyone who is signed in is about the caller, apart from these', () => {
  const ofTheCaller = allEndpoints.filter(({ personal }) => personal)
  expect(ofTheCaller.filter(({ permission }) => permission !== 'signedIn').map(keyOf)).toEqual([])
  expect(
    allEndpoints
      .filter(({ permission, personal }) => permission === 'signedIn' && !personal)
      .map(keyOf)
      .sort(),
  ).toEqual([...inTheCompanyActedIn].sort())
})

test('what is for development only is named', () => {
  expect(allEndpoints.filter((call) => call.developmentOnly).map(keyOf)).toEqual([
    'GET /api/dev/mailbox',
  ])
})

export type Kind =
  | 'limitChange'
  | 'rule'
  | 'user'
  | 'notice'
  | 'session'
  | 'passkey'
  | 'identity'
  | 'bill'
  | 'customer'
  | 'paypalAccount'
  | 'operation'
  | 'transaction'
  | 'rowAside'
  | 'payment'
  | 'refund'
  | 'approval'
  | 'dispute'
  | 'disputeFile'
  | 'view'
  | 'bot'
type Position =
  /** With another company's record of this kind, the call answers 404. */
  | Kind
  /** A filter, which another company's record of this kind never matches. */
  | { matchesNothing: Kind }
  /**
   * The id is not of one company alone. With the one that another company uses, the call answers so
   * (to an admin, to a super admin).
   */
  | { shared: string; theirs: SharedKind; answers: [number, number] }
  /** The only place where a call crosses companies on purpose. */
  | { superAdminsOnly: true }

/**
 * What another company uses of that which companies share, or what names one of its records
 * outside of Paydesk.
 */
export type SharedKind =
  | 'role'
  | 'group'
  | 'permission'
  | 'platform'
  | 'credential'
  | 'client'
  | 'event'
  | 'refundAtPayPal'
  | 'avatar'
  | 'entry'
  | 'door'

const ofTheDevice = {
  shared: 'the device’s own name for its key: the signature decides, not the name',
  theirs: 'credential',
  answers: [422, 422],
} satisfies Position
const ofPayPal = (theirs: SharedKind, ...answers: [number, number]) =>
  ({
    shared: 'PayPal’s own id, looked up within an account of the company’s',
    theirs,
    answers,
  }) satisfies Position
const ofAnApp = {
  shared: 'PayPal’s name of an app: the secret decides, not the name',
  theirs: 'client',
  answers: [409, 409],
} satisfies Position
const ofTheInstallation = (theirs: SharedKind, ...answers: [number, number]) =>
  ({
    shared: 'roles, permissions and their groups belong to the installation',
    theirs,
    answers,
  }) satisfies Position

/**
 * Every place in a call where an id can stand. A place that is not listed fails the
 * tenant-crossing test.
 */
export const positions: Record<string, Position> = {
  'PATCH /api/notices/:id params.id': 'notice',
  'PATCH /api/view/:id params.id': 'view',
  'DELETE /api/view/:id params.id': 'view',
  'PUT /api/view/choice body.defaultViewId': 'view',
  'GET /api/notices query.before': { matchesNothing: 'notice' },
  'GET /api/limitChange/:id params.id': 'limitChange',
  'POST /api/limitChange body.userId': 'user',
  'POST /api/limitChange/:id/approve params.id': 'limitChange',
  'POST /api/limitChange/:id/reject params.id': 'limitChange',
  'POST /api/limitChange/:id/withdraw params.id': 'limitChange',
  'POST /api/companySetting/bot/:id/test params.id': 'bot',
  'PATCH /api/companySetting body.notifications.webhooks.0.id': 'bot',
  'GET /api/paypalAccount/choice query.customerId': 'customer',
  'GET /api/paypalAccount/:id params.id': 'paypalAccount',
  'POST /api/paypalAccount body.clientId': ofAnApp,
  'PATCH /api/paypalAccount/:id params.id': 'paypalAccount',
  'POST /api/paypalAccount/:id/rotate params.id': 'paypalAccount',
  'POST /api/paypalAccount/:id/rotate body.clientId': ofAnApp,
  'POST /api/paypalAccount/:id/pause params.id': 'paypalAccount',
  'POST /api/paypalAccount/:id/resume params.id': 'paypalAccount',
  'POST /api/paypalAccount/:id/archive params.id': 'paypalAccount',
  'POST /api/paypalAccount/:id/check params.id': 'paypalAccount',
  'GET /api/quarantine/finding query.companyId': { superAdminsOnly: true },
  'POST /api/quarantine/settle body.ids.0': { superAdminsOnly: true },
  'PATCH /api/company/:id params.id': { superAdminsOnly: true },
  'POST /api/company/:id/enter params.id': { superAdminsOnly: true },
  'PATCH /api/role/:id params.id': ofTheInstallation('role', 403, 200),
  'DELETE /api/role/:id params.id': ofTheInstallation('role', 403, 409),
  'GET /api/permissionGroup query.platformId': ofTheInstallation('platform', 403, 200),
  'POST /api/permissionGroup/info query.id': ofTheInstallation('group', 403, 200),
  'POST /api/permissionGroup/info body.id': ofTheInstallation('group', 403, 200),
  'POST /api/permissionGroup/store body.platformId': ofTheInstallation('platform', 403, 200),
  'POST /api/permissionGroup/update/:id params.id': ofTheInstallation('group', 403, 200),
  'POST /api/permissionGroup/delete/:id params.id': ofTheInstallation('group', 403, 409),
  'GET /api/permission/index query.platformId': ofTheInstallation('platform', 403, 200),
  'POST /api/permission/store body.groupId': ofTheInstallation('group', 403, 200),
  'POST /api/permission/update/:id params.id': ofTheInstallation('permission', 403, 200),
  'POST /api/permission/update/:id body.groupId': ofTheInstallation('group', 403, 200),
  'POST /api/permission/delete/:id params.id': ofTheInstallation('permission', 403, 200),
  'GET /api/customer query.ownerId': { matchesNothing: 'user' },
  'GET /api/customer/:id params.id': 'customer',
  'GET /api/customer/:id/payment params.id': 'customer',
  'POST /api/customer body.ownerId': 'user',
  'POST /api/customer body.defaultAccountId': 'paypalAccount',
  'PATCH /api/customer/:id params.id': 'customer',
  'PATCH /api/customer/:id body.ownerId': 'user',
  'PATCH /api/customer/:id body.defaultAccountId': 'paypalAccount',
  'POST /api/customer/:id/merge params.id': 'customer',
  'POST /api/customer/:id/merge body.intoId': 'customer',
  'GET /api/user query.roleId': ofTheInstallation('role', 200, 200),
  'GET /api/user query.parentId': 'user',
  'GET /api/user/:id params.id': 'user',
  'POST /api/user body.parentId': 'user',
  'POST /api/user body.roleIds.0': ofTheInstallation('role', 200, 200),
  'PATCH /api/user/:id params.id': 'user',
  'POST /api/user/:id/move params.id': 'user',
  'POST /api/user/:id/move body.parentId': 'user',
  'POST /api/user/:id/roles params.id': 'user',
  'POST /api/user/:id/roles body.roleIds.0': ofTheInstallation('role', 200, 200),
  'POST /api/user/:id/disable params.id': 'user',
  'POST /api/user/:id/enable params.id': 'user',
  'POST /api/user/:id/endSessions params.id': 'user',
  'POST /api/user/:id/resetSecondFactor params.id': 'user',
  'POST /api/user/:id/invite params.id': 'user',
  'GET /api/avatar/:id params.id': {
    shared: 'public, by a random id that is known only to those who were given it',
    theirs: 'avatar',
    answers: [200, 200],
  },
  'DELETE /api/account/session/:id params.id': 'session',
  'PATCH /api/account/passkey/:id params.id': 'passkey',
  'DELETE /api/account/passkey/:id params.id': 'passkey',
  'POST /api/account/passkey body.response.id': ofTheDevice,
  'POST /api/account/passkey body.response.rawId': ofTheDevice,
  'POST /api/account/passkey/reauthenticate body.response.id': ofTheDevice,
  'POST /api/account/passkey/reauthenticate body.response.rawId': ofTheDevice,
  'POST /api/login/passkey body.response.id': ofTheDevice,
  'POST /api/login/passkey body.response.rawId': ofTheDevice,
  'DELETE /api/account/identity/:id params.id': 'identity',
  'GET /api/payPalBill/:id params.id': 'bill',
  'GET /api/payPalBill/:id/timeline params.id': 'bill',
  'GET /api/payPalBill/:id/pdf params.id': 'bill',
  'GET /api/payPalBill query.customerId': { matchesNothing: 'customer' },
  'GET /api/payPalBill query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/payPalBill query.ownerId': { matchesNothing: 'user' },
  'GET /api/payPalBill query.after': { matchesNothing: 'bill' },
  'GET /api/payPalBill query.before': { matchesNothing: 'bill' },
  'GET /api/payPalBill/outcome query.ids.0': { matchesNothing: 'bill' },
  'GET /api/payPalBill/outcome query.ids': { matchesNothing: 'bill' },
  'GET /api/payPalBill/count query.customerId': { matchesNothing: 'customer' },
  'GET /api/payPalBill/count query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/payPalBill/count query.ownerId': { matchesNothing: 'user' },
  'GET /api/payPalBill/ageing query.customerId': { matchesNothing: 'customer' },
  'GET /api/payPalBill/ageing query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/payPalBill/ageing query.ownerId': { matchesNothing: 'user' },
  'POST /api/payPalBill body.customerId': 'customer',
  'POST /api/payPalBill body.accountId': 'paypalAccount',
  'PATCH /api/payPalBill/:id params.id': 'bill',
  'PATCH /api/payPalBill/:id body.customerId': 'customer',
  'PATCH /api/payPalBill/:id body.accountId': 'paypalAccount',
  'POST /api/payPalBill/:id/send params.id': 'bill',
  'POST /api/payPalBill/:id/remind params.id': 'bill',
  'POST /api/payPalBill/:id/cancel params.id': 'bill',
  'POST /api/payPalBill/:id/writeOff params.id': 'bill',
  'POST /api/payPalBill/:id/recordPayment params.id': 'bill',
  'POST /api/payPalBill/:id/duplicate params.id': 'bill',
  'POST /api/payPalBill/:id/reassign params.id': 'bill',
  'POST /api/payPalBill/:id/note params.id': 'bill',
  'POST /api/payPalBill/:id/resync params.id': 'bill',
  'POST /api/payPalBill/:id/reassign body.ownerId': 'user',
  'GET /api/payPalBill/:id/refund params.id': 'bill',
  'GET /api/payPalBill/:id/refund query.paymentId': 'payment',
  'POST /api/payPalBill/:id/refund params.id': 'bill',
  'POST /api/payPalBill/:id/refund body.paymentId': 'payment',
  'POST /api/payPalBill/:id/refund/:refundId/settle params.id': 'bill',
  'POST /api/payPalBill/:id/refund/:refundId/settle params.refundId': 'refund',
  'POST /api/payPalBill/:id/refund/:refundId/settle body.providerRefundId': ofPayPal(
    'refundAtPayPal',
    409,
    409,
  ),
  'GET /api/approval/:id params.id': 'approval',
  'POST /api/approval/:id/approve params.id': 'approval',
  'POST /api/approval/:id/reject params.id': 'approval',
  'POST /api/approval/:id/withdraw params.id': 'approval',
  'GET /api/dispute query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/dispute/:id params.id': 'dispute',
  'POST /api/dispute/:id/resync params.id': 'dispute',
  'POST /api/dispute/:id/answer params.id': 'dispute',
  'POST /api/dispute/:id/answer body.fileIds.0': 'disputeFile',
  'POST /api/dispute/:id/file params.id': 'dispute',
  'GET /api/dispute/:id/file/:fileId params.id': 'dispute',
  'GET /api/dispute/:id/file/:fileId params.fileId': 'disputeFile',
  'DELETE /api/dispute/:id/file/:fileId params.id': 'dispute',
  'DELETE /api/dispute/:id/file/:fileId params.fileId': 'disputeFile',
  'GET /api/event query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/eventAlarm query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/event/:accountId/:id params.accountId': 'paypalAccount',
  'GET /api/event/:accountId/:id params.id': ofPayPal('event', 404, 404),
  'POST /api/event/:accountId/:id/replay params.accountId': 'paypalAccount',
  'POST /api/event/:accountId/:id/replay params.id': ofPayPal('event', 404, 404),
  'GET /api/operation query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/operation query.billId': { matchesNothing: 'bill' },
  'POST /api/operation/:id/retry params.id': 'operation',
  'POST /api/paypalAccount/:id/resync params.id': 'paypalAccount',
  'POST /api/paypalTransaction/resync body.accountId': 'paypalAccount',
  'POST /api/rowAside/:id/settle params.id': 'rowAside',
  'GET /api/rowAside query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/paypalTransaction/:id params.id': 'transaction',
  'POST /api/reconciliation/:id/match params.id': 'transaction',
  'POST /api/reconciliation/:id/match body.lines.0.billId': 'bill',
  'POST /api/reconciliation/:id/accept params.id': 'transaction',
  'POST /api/reconciliation/:id/accept body.billId': 'bill',
  'POST /api/reconciliation/:id/ignore params.id': 'transaction',
  'POST /api/reconciliation/:id/undo params.id': 'transaction',
  'POST /api/reconciliation/:id/record params.id': 'transaction',
  'POST /api/reconciliation/:id/assign params.id': 'transaction',
  'POST /api/reconciliation/:id/assign body.assigneeId': 'user',
  'POST /api/webhook/paypal/:accountId params.accountId': {
    shared: 'PayPal calls it; the signature decides',
    theirs: 'door',
    answers: [400, 400],
  },
  'GET /api/paypalTransaction query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/paypalTransaction query.after': { matchesNothing: 'transaction' },
  'GET /api/paypalTransaction query.before': { matchesNothing: 'transaction' },
  'GET /api/paypalTransaction/totals query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/reconciliation query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/reconciliation query.assigneeId': { matchesNothing: 'user' },
  'GET /api/reconciliation query.like': { matchesNothing: 'transaction' },
  'GET /api/reconciliation/open query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/reconciliation/open query.assigneeId': { matchesNothing: 'user' },
  'GET /api/reconciliation/open query.like': { matchesNothing: 'transaction' },
  'GET /api/reconciliation/:id/candidate params.id': 'transaction',
  'POST /api/rule body.params.userIds.0': 'user',
  'PUT /api/rule body.params.userIds.0': 'user',
  'PUT /api/rule body.id': 'rule',
  'DELETE /api/rule query.ids': 'rule',
  'DELETE /api/rule query.ids.0': 'rule',
  'DELETE /api/rule body.ids.0': 'rule',
  'GET /api/rule/:id/run params.id': 'rule',
  'GET /api/rule/:id/preview params.id': 'rule',
  'GET /api/auditLog query.actorId': { matchesNothing: 'user' },
  'GET /api/auditLog query.entityId': { matchesNothing: 'user' },
  'GET /api/auditLog/:id params.id': {
    shared: 'a number within the company’s own chain: every company has its own 1, 2, 3',
    theirs: 'entry',
    answers: [404, 404],
  },
  'GET /api/export/payPalBill query.customerId': { matchesNothing: 'customer' },
  'GET /api/export/payPalBill query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/export/payPalBill query.ownerId': { matchesNothing: 'user' },
  'GET /api/export/customer query.ownerId': { matchesNothing: 'user' },
  'GET /api/export/statement/account/:id params.id': 'paypalAccount',
  'GET /api/export/statement/customer/:id params.id': 'customer',
  'GET /api/export/auditLog query.actorId': { matchesNothing: 'user' },
  'GET /api/export/paypalTransaction query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/export/auditLog query.entityId': { matchesNothing: 'user' },
}

import type { Endpoint } from '@paydesk/contract/lib/endpoint'
import { defaultSettings } from '@paydesk/contract/people/companySetting'
import { make, password, type TestUser } from '../make.ts'
import type { TestApp } from '../testApp.ts'
import { billInputs, billRecords, billShownElsewhere } from './billInputs.ts'
import { limitInputs, limitRecords } from './limitInputs.ts'
import { type Elsewhere, type Input, type Inputs, type Making, one, unique } from './making.ts'
import { moneyInputs, moneyRecords } from './moneyInputs.ts'
import { refundInputs, refundRecords } from './refundInputs.ts'
import { ruleInputs, ruleRecords } from './ruleInputs.ts'
import { signInInputs, signInNotAudited, signInRecords, signInShownElsewhere } from './signInInputs.ts'
import { transactionInputs } from './transactionInputs.ts'
import { viewInputs, viewRecords } from './viewInputs.ts'

export const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

export const records = {
  user: ({ t, companyId }: Making) => make.user(t, { companyId, roles: ['Operator'] }),
  role: ({ t, mark }: Making) => one(t, `insert into role (code, name) values ($1, $2) returning id`, [`R${unique()}`, `Role ${mark}`]),
  group: ({ t, mark }: Making) => one(t, 'insert into permission_group (name) values ($1) returning id', [`Group ${mark} ${unique()}`]),
  permission: async (making: Making) =>
    one(making.t, `insert into permission (group_id, name, label_zh, label_en) values ($1, $2, '甲', 'A') returning id`, [
      await records.group(making),
      `P${unique()}`,
    ]),
  notice: ({ t, caller }: Making) =>
    one(
      t,
      `insert into notice (company_id, user_id, kind, subject_id, data)
       values ($1, $2, 'newDevice', new_id(), '{"address":"a","device":"d","at":"2026-01-01T00:00:00.000Z"}') returning id`,
      [caller.companyId, caller.userId],
    ),
  bot: ({ t, companyId, mark }: Making) =>
    one(
      t,
      `with b as (insert into chat_bot (company_id, id, url_sealed, url_last4) values ($1, new_id(), '', 'abcd') returning id)
       insert into company_setting (company_id, tabs) select $1, jsonb_build_object('notifications', jsonb_build_object('webhooks',
         jsonb_build_array(jsonb_build_object('id', id, 'kind', 'wecom', 'name', $2::text, 'enabled', true)))) from b
       on conflict (company_id) do update set tabs = excluded.tabs
       returning tabs -> 'notifications' -> 'webhooks' -> 0 ->> 'id' as id`,
      [companyId, `Bot ${mark}`],
    ),
  ...billRecords,
  ...limitRecords,
  ...moneyRecords,
  ...refundRecords,
  ...ruleRecords,
  ...signInRecords,
  ...viewRecords,
}

const byAccount = async (making: Making): Promise<Input> => ({ params: { id: await make.paypalAccount(making.t, making.companyId) } })
const byUser = async (making: Making): Promise<Input> => ({ params: { id: (await records.user(making)).userId } })
const byCustomer = async (making: Making): Promise<Input> => ({ params: { id: await records.customer(making) } })
const statementQuery = { month: '2026-06', format: 'xlsx', language: 'zh-CN' }
const company = () => ({ name: 'A', code: unique().slice(-8).toUpperCase(), country: 'GB', timezone: 'UTC', baseCurrency: 'USD' })

/**
 * The smallest input that each call accepts, with records made for it. A call without an entry fails the permission matrix, the
 * tenant-crossing test and the audit test: add it here.
 */
export const inputs: Inputs = {
  'GET /api/health/live': () => ({}),
  'GET /api/health/ready': () => ({}),
  'POST /api/login/account': async (making) => ({ body: { username: (await records.user(making)).username, password } }),
  'POST /api/login/outLogin': () => ({}),
  'GET /api/currentUser': () => ({}),
  'GET /api/home': () => ({}),
  'GET /api/home/figures': () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  'GET /api/notices': () => ({}),
  ...viewInputs,
  'GET /api/search': () => ({ query: { keyword: 'Customer' } }),
  'POST /api/notices/readAll': () => ({}),
  'PATCH /api/notices/:id': async (making) => ({ params: { id: await records.notice(making) }, body: { read: true } }),

  'GET /api/customer': async (making) => ({ query: { keyword: 'Customer', ownerId: (await records.user(making)).userId } }),
  'GET /api/customer/option': () => ({ query: { keyword: 'Customer' } }),
  'GET /api/customer/:id': byCustomer,
  'GET /api/customer/:id/payment': byCustomer,
  'POST /api/customer': async (making) => ({
    body: { name: 'A', payerEmails: [`${unique()}@example.com`], defaultAccountId: await records.paypalAccount(making) },
  }),
  'PATCH /api/customer/:id': async (making) => ({ ...(await byCustomer(making)), body: { note: 'B', version: 1 } }),
  'POST /api/customer/:id/merge': async (making) => ({
    ...(await byCustomer(making)),
    body: { intoId: await records.customer(making), version: 1 },
  }),
  'GET /api/paypalAccount': () => ({}),
  'GET /api/paypalAccount/choice': async (making) => ({
    query: { currency: 'USD', totalMinor: 100, customerId: await records.customer(making) },
  }),
  'GET /api/paypalAccount/:id': byAccount,
  'POST /api/paypalAccount': () => ({
    body: { label: 'A', environment: 'sandbox', clientId: `client-${unique()}`, secret: 'not-a-real-secret' },
  }),
  'PATCH /api/paypalAccount/:id': async (making) => ({ ...(await byAccount(making)), body: { label: 'B', version: 1 } }),
  'POST /api/paypalAccount/:id/rotate': async (making) => ({
    ...(await byAccount(making)),
    body: { clientId: `client-${unique()}`, secret: 'not-a-real-secret', version: 1 },
  }),
  'POST /api/paypalAccount/:id/pause': byAccount,
  'POST /api/paypalAccount/:id/resume': async ({ t, companyId }) => ({
    params: { id: await make.paypalAccount(t, companyId, { state: 'paused' }) },
  }),
  'POST /api/paypalAccount/:id/archive': byAccount,
  'POST /api/paypalAccount/:id/check': byAccount,

  'GET /api/company': () => ({}),
  'POST /api/company': () => ({ body: company() }),
  'PATCH /api/company/:id': async ({ t }) => ({ params: { id: await make.company(t) }, body: { name: 'B', version: 1 } }),
  'POST /api/company/:id/enter': async ({ t }) => ({ params: { id: await make.company(t) } }),

  'GET /api/role': () => ({}),
  'POST /api/role': () => ({ body: { code: `R${unique()}`, name: 'A', permissions: ['ViewUser'] } }),
  'PATCH /api/role/:id': async (making) => ({ params: { id: await records.role(making) }, body: { name: 'B', version: 1 } }),
  'DELETE /api/role/:id': async (making) => ({ params: { id: await records.role(making) } }),

  'GET /api/permissionGroup': () => ({}),
  'POST /api/permissionGroup/info': async (making) => ({ body: { id: await records.group(making) } }),
  'POST /api/permissionGroup/store': () => ({ body: { name: 'A' } }),
  'POST /api/permissionGroup/update/:id': async (making) => ({
    params: { id: await records.group(making) },
    body: { name: 'B', version: 1 },
  }),
  'POST /api/permissionGroup/delete/:id': async (making) => ({ params: { id: await records.group(making) } }),
  'GET /api/permission/index': () => ({ query: { platformId: 1 } }),
  'POST /api/permission/store': async (making) => ({
    body: { groupId: await records.group(making), name: `P${unique()}`, labelZh: '甲', labelEn: 'A' },
  }),
  'POST /api/permission/update/:id': async (making) => ({
    params: { id: await records.permission(making) },
    body: { groupId: await records.group(making), version: 1 },
  }),
  'POST /api/permission/delete/:id': async (making) => ({ params: { id: await records.permission(making) } }),

  'GET /api/user': async (making) => ({ query: { parentId: (await records.user(making)).userId, roleId: await records.role(making) } }),
  'GET /api/user/:id': byUser,
  'POST /api/user': async (making) => ({
    body: {
      username: `new-${unique()}`,
      name: 'A',
      email: `${unique()}@example.com`,
      parentId: (await records.user(making)).userId,
      roleIds: [await records.role(making)],
    },
  }),
  'PATCH /api/user/:id': async (making) => ({ ...(await byUser(making)), body: { name: 'B', version: 1 } }),
  'POST /api/user/:id/move': async (making) => ({
    ...(await byUser(making)),
    body: { parentId: (await records.user(making)).userId, version: 1 },
  }),
  'POST /api/user/:id/roles': async (making) => ({
    ...(await byUser(making)),
    body: { roleIds: [await records.role(making)], version: 1 },
  }),
  'POST /api/user/:id/disable': byUser,
  'POST /api/user/:id/enable': async ({ t, companyId }) => ({
    params: { id: (await make.user(t, { companyId, status: 'disabled' })).userId },
  }),
  'POST /api/user/:id/endSessions': byUser,
  'POST /api/user/:id/resetSecondFactor': async (making) => {
    const { userId } = await records.user(making)
    await making.t.owner(`insert into second_factor (company_id, user_id, secret, enabled_at) values ($1, $2, '', now())`, [
      making.companyId,
      userId,
    ])
    return { params: { id: userId } }
  },
  'GET /api/userTree': () => ({}),

  ...limitInputs,
  'GET /api/companySetting': () => ({}),
  'PATCH /api/companySetting': async (making) => {
    const webhooks = [{ id: await records.bot(making), kind: 'wecom', name: 'B', enabled: true }]
    const [row] = await making.t.owner<{ version: number }>('select version from company_setting where company_id = $1', [making.companyId])
    const notifications = { ...defaultSettings.notifications, webhooks }
    return { body: { version: row?.version ?? 1, routing: defaultSettings.routing, notifications } }
  },

  'POST /api/companySetting/bot/:id/test': async (making) => ({ params: { id: await records.bot(making) } }),

  'GET /api/auditLog': () => ({}),
  'GET /api/auditLog/:id': async ({ t, caller }) => ({ params: { id: await anEntry(t, caller) } }),
  'GET /api/export/auditLog': () => ({ query: { format: 'csv' } }),
  'GET /api/export/payPalBill': () => ({ query: { format: 'csv' } }),
  'GET /api/export/customer': () => ({ query: { format: 'csv' } }),
  'GET /api/export/statement/account/:id': async (making) => ({ ...(await byAccount(making)), query: statementQuery }),
  'GET /api/export/statement/customer/:id': async (making) => ({ ...(await byCustomer(making)), query: statementQuery }),
  'GET /api/export/paypalTransaction': () => ({ query: { format: 'csv' } }),

  ...billInputs,
  ...transactionInputs,
  ...moneyInputs,
  ...ruleInputs,
  ...refundInputs,
  ...signInInputs,
}

async function anEntry(t: TestApp, { companyId, userId }: TestUser): Promise<number> {
  const [row] = await t.owner<{ seq: string }>(
    `insert into audit_entry (company_id, seq, at, actor_id, actor_name, action, entity, entity_id, address, device, prev_hash, hash)
     values ($1, 0, now(), $2::uuid, 'A', 'user.update', 'user', $2::uuid::text, '127.0.0.1', 'd', '', '') returning seq`,
    [companyId, userId],
  )
  return Number(row?.seq)
}

/**
 * Calls that cannot answer 200 from an input alone, because another server or device takes part. Each entry says what the call answers
 * instead, and names the test that shows it (and its audit entry) whole.
 */
export const shownElsewhere: Elsewhere = {
  ...billShownElsewhere,
  ...signInShownElsewhere,
  // No simulator runs here, so PayPal is not reached.
  'POST /api/paypalAccount': { status: 409, errorCode: 'paypalAccount.unreachable', test: './paypal/paypalAccount/connect.test.ts' },
  'POST /api/paypalAccount/:id/rotate': {
    status: 409,
    errorCode: 'paypalAccount.unreachable',
    test: './paypal/paypalAccount/connect.test.ts',
  },
  'POST /api/paypalAccount/:id/resume': {
    status: 409,
    errorCode: 'paypalAccount.unreachable',
    test: './paypal/paypalAccount/health.test.ts',
  },
}

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
  /** The id is not of one company alone. With the one that another company uses, the call answers so (to an admin, to a super admin). */
  | { shared: string; theirs: SharedKind; answers: [number, number] }
  /** The only place where a call crosses companies on purpose. */
  | { superAdminsOnly: true }

/** What another company uses of that which companies share, or what names one of its records outside of Paydesk. */
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
  ({ shared: 'PayPal’s own id, looked up within an account of the company’s', theirs, answers }) satisfies Position
const ofAnApp = {
  shared: 'PayPal’s name of an app: the secret decides, not the name',
  theirs: 'client',
  answers: [409, 409],
} satisfies Position
const ofTheInstallation = (theirs: SharedKind, ...answers: [number, number]) =>
  ({ shared: 'roles, permissions and their groups belong to the installation', theirs, answers }) satisfies Position

/** Every place in a call where an id can stand. A place that is not listed fails the tenant-crossing test. */
export const positions: Record<string, Position> = {
  'PATCH /api/notices/:id params.id': 'notice',
  'PATCH /api/view/:id params.id': 'view',
  'DELETE /api/view/:id params.id': 'view',
  'PUT /api/view/choice body.defaultViewId': 'view',
  'GET /api/notices query.before': { matchesNothing: 'notice' },
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
  'PATCH /api/company/:id params.id': { superAdminsOnly: true },
  'POST /api/company/:id/enter params.id': { superAdminsOnly: true },
  'PATCH /api/role/:id params.id': ofTheInstallation('role', 403, 200),
  'DELETE /api/role/:id params.id': ofTheInstallation('role', 403, 409),
  'GET /api/permissionGroup query.platformId': ofTheInstallation('platform', 403, 200),
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
  'GET /api/payPalBill query.customerId': { matchesNothing: 'customer' },
  'GET /api/payPalBill query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/payPalBill query.ownerId': { matchesNothing: 'user' },
  'GET /api/payPalBill/count query.customerId': { matchesNothing: 'customer' },
  'GET /api/payPalBill/count query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/payPalBill/count query.ownerId': { matchesNothing: 'user' },
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
  'POST /api/payPalBill/:id/refund/:refundId/settle body.providerRefundId': ofPayPal('refundAtPayPal', 409, 409),
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
  'GET /api/paypalTransaction/totals query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/reconciliation query.accountId': { matchesNothing: 'paypalAccount' },
  'GET /api/reconciliation query.assigneeId': { matchesNothing: 'user' },
  'GET /api/reconciliation/:id/candidate params.id': 'transaction',
  'POST /api/rule body.params.userIds.0': 'user',
  'PUT /api/rule body.params.userIds.0': 'user',
  'PUT /api/rule body.id': 'rule',
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

/** Calls other than GET that change nothing that belongs in the audit log. */
export const notAudited: Record<string, string> = {
  'POST /api/permissionGroup/info': 'reads; the customer’s spec makes it a POST',
  'GET /api/stream': 'reads; it counts as a file only because it is no envelope',
  'PUT /api/view/choice': 'which columns one likes to see',
  'PATCH /api/notices/:id': 'whether one has read one’s own notice',
  'POST /api/notices/readAll': 'whether one has read one’s own notices',
  'POST /api/payPalBill/import/check': 'says what an import would do',
  ...signInNotAudited,
}

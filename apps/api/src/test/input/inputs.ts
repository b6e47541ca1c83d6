import { randomUUID } from 'node:crypto'
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
import {
  signInInputs,
  signInNotAudited,
  signInRecords,
  signInShownElsewhere,
} from './signInInputs.ts'
import { transactionInputs } from './transactionInputs.ts'
import { viewInputs, viewRecords } from './viewInputs.ts'

export const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

export const records = {
  user: ({ t, companyId }: Making) => make.user(t, { companyId, roles: ['Operator'] }),
  role: ({ t, mark }: Making) =>
    one(t, `insert into role (code, name) values ($1, $2) returning id`, [
      `R${unique()}`,
      `Role ${mark}`,
    ]),
  group: ({ t, mark }: Making) =>
    one(t, 'insert into permission_group (name) values ($1) returning id', [
      `Group ${mark} ${unique()}`,
    ]),
  permission: async (making: Making) =>
    one(
      making.t,
      `insert into permission (group_id, name, label_zh, label_en)
       values ($1, $2, '甲', 'A')
       returning id`,
      [await records.group(making), `P${unique()}`],
    ),
  notice: ({ t, caller }: Making) =>
    one(
      t,
      `insert into notice (company_id, user_id, kind, subject_id, data)
       values (
         $1, $2, 'newDevice', new_id(),
         '{"address":"a","device":"d","at":"2026-01-01T00:00:00.000Z"}'
       )
       returning id`,
      [caller.companyId, caller.userId],
    ),
  bot: ({ t, companyId, mark }: Making) =>
    one(
      t,
      `with b as (
         insert into chat_bot (company_id, id, url_sealed, url_last4)
         values ($1, new_id(), '', 'abcd')
         returning id
       )
       insert into company_setting (company_id, tabs)
       select $1,
         jsonb_build_object(
           'notifications', jsonb_build_object(
             'webhooks', jsonb_build_array(
               jsonb_build_object('id', id, 'kind', 'wecom', 'name', $2::text, 'enabled', true)
             )
           )
         )
       from b
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

const byAccount = async (making: Making): Promise<Input> => ({
  params: { id: await make.paypalAccount(making.t, making.companyId) },
})
const byUser = async (making: Making): Promise<Input> => ({
  params: { id: (await records.user(making)).userId },
})
const byCustomer = async (making: Making): Promise<Input> => ({
  params: { id: await records.customer(making) },
})
const statementQuery = { month: '2026-06', format: 'xlsx', language: 'zh-CN' }
const company = () => ({
  name: 'A',
  code: unique().slice(-8).toUpperCase(),
  country: 'GB',
  timezone: 'UTC',
  baseCurrency: 'USD',
})

/**
 * The smallest input that each call accepts, with records made for it. A call without an entry
 * fails the permission matrix, the tenant-crossing test and the audit test: add it here.
 */
export const inputs: Inputs = {
  'GET /api/health/live': () => ({}),
  'GET /api/health/ready': () => ({}),
  'POST /api/login/account': async (making) => ({
    body: { username: (await records.user(making)).username, password },
  }),
  'POST /api/login/outLogin': () => ({}),
  'GET /api/currentUser': () => ({}),
  'GET /api/home': () => ({}),
  'GET /api/home/figures': () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  'GET /api/home/money': () => ({}),
  'GET /api/home/overdue': () => ({}),
  'GET /api/notices': () => ({}),
  ...viewInputs,
  'GET /api/search': () => ({ query: { keyword: 'Customer' } }),
  'POST /api/notices/readAll': () => ({}),
  'PATCH /api/notices/:id': async (making) => ({
    params: { id: await records.notice(making) },
    body: { read: true },
  }),

  'GET /api/customer': async (making) => ({
    query: { keyword: 'Customer', ownerId: (await records.user(making)).userId },
  }),
  'GET /api/customer/option': () => ({ query: { keyword: 'Customer' } }),
  'GET /api/customer/:id': byCustomer,
  'GET /api/customer/:id/payment': byCustomer,
  'POST /api/customer': async (making) => ({
    body: {
      name: 'A',
      payerEmails: [`${unique()}@example.com`],
      defaultAccountId: await records.paypalAccount(making),
    },
  }),
  'PATCH /api/customer/:id': async (making) => ({
    ...(await byCustomer(making)),
    body: { note: 'B', version: 1 },
  }),
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
    body: {
      label: 'A',
      environment: 'sandbox',
      clientId: `client-${unique()}`,
      secret: 'not-a-real-secret',
    },
  }),
  'PATCH /api/paypalAccount/:id': async (making) => ({
    ...(await byAccount(making)),
    body: { label: 'B', version: 1 },
  }),
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

  'GET /api/quarantine': () => ({}),
  'GET /api/quarantine/finding': () => ({}),
  'POST /api/quarantine/compare': () => ({}),
  'POST /api/quarantine/settle': () => ({ body: { ids: [randomUUID()], reason: 'seen' } }),
  'POST /api/quarantine/leave': () => ({}),
  'GET /api/company': () => ({}),
  'POST /api/company': () => ({ body: company() }),
  'PATCH /api/company/:id': async ({ t }) => ({
    params: { id: await make.company(t) },
    body: { name: 'B', version: 1 },
  }),
  'POST /api/company/:id/enter': async ({ t }) => ({ params: { id: await make.company(t) } }),

  'GET /api/role': () => ({}),
  'POST /api/role': () => ({
    body: { code: `R${unique()}`, name: 'A', permissions: ['ViewUser'] },
  }),
  'PATCH /api/role/:id': async (making) => ({
    params: { id: await records.role(making) },
    body: { name: 'B', version: 1 },
  }),
  'DELETE /api/role/:id': async (making) => ({ params: { id: await records.role(making) } }),

  'GET /api/permissionGroup': () => ({}),
  'POST /api/permissionGroup/info': async (making) => ({
    body: { id: await records.group(making) },
  }),
  'POST /api/permissionGroup/store': () => ({ body: { name: 'A' } }),
  'POST /api/permissionGroup/update/:id': async (making) => ({
    params: { id: await records.group(making) },
    body: { name: 'B', version: 1 },
  }),
  'POST /api/permissionGroup/delete/:id': async (making) => ({
    params: { id: await records.group(making) },
  }),
  'GET /api/permission/index': () => ({ query: { platformId: 1 } }),
  'POST /api/permission/store': async (making) => ({
    body: {
      groupId: await records.group(making),
      name: `P${unique()}`,
      labelZh: '甲',
      labelEn: 'A',
    },
  }),
  'POST /api/permission/update/:id': async (making) => ({
    params: { id: await records.permission(making) },
    body: { groupId: await records.group(making), version: 1 },
  }),
  'POST /api/permission/delete/:id': async (making) => ({
    params: { id: await records.permission(making) },
  }),

  'GET /api/user': async (making) => ({
    query: { parentId: (await records.user(making)).userId, roleId: await records.role(making) },
  }),
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
  'PATCH /api/user/:id': async (making) => ({
    ...(await byUser(making)),
    body: { name: 'B', version: 1 },
  }),
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
    await making.t.owner(
      `insert into second_factor (company_id, user_id, secret, enabled_at)
       values ($1, $2, '', now())`,
      [making.companyId, userId],
    )
    return { params: { id: userId } }
  },
  'GET /api/userTree': () => ({}),

  ...limitInputs,
  'GET /api/companySetting': () => ({}),
  'PATCH /api/companySetting': async (making) => {
    const webhooks = [{ id: await records.bot(making), kind: 'wecom', name: 'B', enabled: true }]
    const [row] = await making.t.owner<{ version: number }>(
      'select version from company_setting where company_id = $1',
      [making.companyId],
    )
    const notifications = { ...defaultSettings.notifications, webhooks }
    return { body: { version: row?.version ?? 1, routing: defaultSettings.routing, notifications } }
  },

  'POST /api/companySetting/bot/:id/test': async (making) => ({
    params: { id: await records.bot(making) },
  }),

  'GET /api/auditLog': () => ({}),
  'GET /api/auditLog/:id': async ({ t, caller }) => ({ params: { id: await anEntry(t, caller) } }),
  'GET /api/export/auditLog': () => ({ query: { format: 'csv' } }),
  'GET /api/export/payPalBill': () => ({ query: { format: 'csv' } }),
  'GET /api/export/customer': () => ({ query: { format: 'csv' } }),
  'GET /api/export/statement/account/:id': async (making) => ({
    ...(await byAccount(making)),
    query: statementQuery,
  }),
  'GET /api/export/statement/customer/:id': async (making) => ({
    ...(await byCustomer(making)),
    query: statementQuery,
  }),
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
    `insert into audit_entry (
       company_id, seq, at, actor_id, actor_name, action, entity, entity_id, address, device,
       prev_hash, hash
     )
     values (
       $1, 0, now(), $2::uuid, 'A', 'user.update', 'user', $2::uuid::text, '127.0.0.1', 'd', '', ''
     )
     returning seq`,
    [companyId, userId],
  )
  return Number(row?.seq)
}

/**
 * Calls that cannot answer 200 from an input alone, because another server or device takes
 * part. Each entry says what the call answers instead, and names the test that shows it (and
 * its audit entry) whole.
 */
export const shownElsewhere: Elsewhere = {
  ...billShownElsewhere,
  ...signInShownElsewhere,
  // No simulator runs here, so PayPal is not reached.
  'POST /api/paypalAccount': {
    status: 409,
    errorCode: 'paypalAccount.unreachable',
    test: './paypal/paypalAccount/connect.test.ts',
  },
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

/** Calls other than GET that change nothing that belongs in the audit log. */
export const notAudited: Record<string, string> = {
  'POST /api/permissionGroup/info': 'reads; the customer’s spec makes it a POST',
  'GET /api/stream': 'reads; it counts as a file only because it is no envelope',
  'PUT /api/view/choice': 'which columns one likes to see',
  'PATCH /api/notices/:id': 'whether one has read one’s own notice',
  'POST /api/notices/readAll': 'whether one has read one’s own notices',
  'POST /api/payPalBill/import/check': 'says what an import would do',
  'POST /api/quarantine/compare': 'asks PayPal what happened; what it finds is kept by itself',
  'POST /api/quarantine/settle':
    'there are no such findings here; desk/quarantine/compare.test.ts sees the entry',
  'POST /api/quarantine/leave':
    'there is no quarantine here; desk/quarantine/compare.test.ts sees the entry',
  ...signInNotAudited,
}

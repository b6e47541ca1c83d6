import { api, type Fault, faultsOf } from '../fault.ts'

const byTenant = api('lib/tenant')
const byOwner = api('ownRows')
const byUser = api('people/user/user')
const marks = api('whoMay')
const sql = (id: string, table: string, to: string) => ({
  id,
  file: 'db/schema.sql',
  from: `table ${table} (`,
  to,
  tests: byTenant,
})
const contract = (id: string, file: string, from: string, to: string) => ({
  id,
  file: `packages/contract/src/${file}.ts`,
  from,
  to,
  tests: marks,
})
const user = 'apps/api/src/people/user/user.ts'
const change = 'apps/api/src/people/userAdmin/change.ts'
const role = 'apps/api/src/people/role/role.ts'
const permission = 'apps/api/src/people/permission/permission.ts'

/**
 * Who sees and does what: policies of every kind, functions that look across companies, bills by
 * their owner, marks of the contract.
 */
const faults: Fault[] = [
  ...faultsOf('tenant', [
    sql(
      'tenant-read-elsewhere',
      'session',
      'alter policy tenant on session using (true) with check (company_id = current_company())',
    ),
    sql(
      'tenant-or-none',
      'audit_entry',
      'alter policy tenant on audit_entry using (company_id = current_company() or current_company() is null)',
    ),
    sql(
      'tenant-second-policy',
      'app_user',
      'create policy another on app_user to paydesk_app using (true)',
    ),
    sql('tenant-disabled', 'journal', 'alter table journal disable row level security'),
    sql('tenant-grant', 'posting', 'grant update on posting to paydesk_app'),
    sql('tenant-head', 'audit_head', 'grant select on audit_head to paydesk_app'),
    sql('tenant-company', 'company', 'alter policy own_company on company using (true)'),
    sql(
      'tenant-company-change',
      'company',
      'alter policy super_update on company using (id = current_company()) with check (true)',
    ),
    sql('tenant-role', 'role', 'alter policy super_insert on role with check (true)'),
    sql(
      'tenant-role-permission',
      'role_permission',
      'alter policy super_delete on role_permission using (true)',
    ),
    {
      id: 'tenant-company-counts',
      file: 'db/functions/company_counts.sql',
      from: 'where acting_as_super_admin() and c.id',
      to: 'where c.id',
      tests: byTenant,
    },
    {
      id: 'tenant-find-bills',
      file: 'db/functions/find_bills_by_text.sql',
      from: 'if of_company is distinct from public.current_company() then return; end if;',
      to: '',
      tests: byTenant,
    },
    {
      id: 'tenant-find-customers',
      file: 'db/functions/customer_matches.sql',
      from: `if of_company is distinct from current_company() then return '{}'; end if;`,
      to: '',
      tests: byTenant,
    },
    {
      id: 'tenant-customers-named',
      file: 'db/functions/customers_named.sql',
      from: ' and of_company = current_company()',
      to: '',
      tests: byTenant,
    },
    {
      id: 'tenant-payers',
      file: 'db/functions/transactions_of_payer.sql',
      from: `if of_company is distinct from current_company() then return '{}'; end if;`,
      to: '',
      tests: byTenant,
    },
    {
      id: 'tenant-login-auth',
      file: 'apps/api/src/lib/runtimeRole.ts',
      from: ' || auth ||',
      to: ' ||',
      tests: byTenant,
    },
    {
      id: 'tenant-login-owner',
      file: 'apps/api/src/lib/runtimeRole.ts',
      from: ' || owner ||',
      to: ' ||',
      tests: byTenant,
    },
    {
      id: 'tenant-login-bypass',
      file: 'apps/api/src/lib/runtimeRole.ts',
      from: 'r.rolsuper or r.rolbypassrls',
      to: 'r.rolsuper',
      tests: byTenant,
    },
    {
      id: 'tenant-everyone-super',
      file: 'db/functions/authenticate_request.sql',
      from: "case when is_super then 'on' else '' end",
      to: "'on'",
      tests: api('people/role/role'),
    },
  ]),
  ...faultsOf('own', [
    {
      id: 'own-bill-read',
      file: 'apps/api/src/billing/bill/record.ts',
      from: "  if (!bill || !maySee(owners, actor, bill.ownerId)) throw refuse('notFound')\n  return bill\n",
      to: "  if (!bill) throw refuse('notFound')\n  return bill\n",
      tests: byOwner,
    },
    {
      id: 'own-bill-act',
      file: 'apps/api/src/billing/bill/record.ts',
      from: "  if (!bill || !maySee(owners, actor, bill.ownerId)) throw refuse('notFound')\n  const why",
      to: "  if (!bill) throw refuse('notFound')\n  const why",
      tests: byOwner,
    },
    {
      id: 'own-bill-outcome',
      file: 'apps/api/src/billing/bill/list/list.ts',
      from: 'rows.filter(({ ownerId }) => maySee(owners, actor, ownerId)).map(',
      to: 'rows.map(',
      tests: api('billing/bill/remind'),
    },
    {
      id: 'own-bill-made',
      file: 'apps/api/src/billing/bill/visible.ts',
      from: "(ownerId === actor.userId && canPermission(actor, 'CreatePayPalBill'))",
      to: "canPermission(actor, 'CreatePayPalBill')",
      tests: byOwner,
    },
    {
      id: 'own-bill-match',
      file: 'apps/api/src/billing/reconciliation/reconciliation.ts',
      from: 'sql`and owner_id = any(${owners}::uuid[])`',
      to: 'sql``',
      tests: byOwner,
    },
    {
      id: 'own-bill-candidate',
      file: 'apps/api/src/billing/reconciliation/candidate.ts',
      from: 'sql`and b.owner_id = any(${owners}::uuid[])`',
      to: 'sql``',
      tests: byOwner,
    },
    {
      id: 'own-customer-payments',
      file: 'apps/api/src/billing/customer/list.ts',
      from: "${owners === 'all' ? sql`` : sql`and b.owner_id = any(${owners}::uuid[])`}",
      to: '',
      tests: byOwner,
    },
    {
      id: 'own-list-owner',
      file: 'apps/api/src/billing/bill/list/filter.ts',
      from: "visible === 'all' || visible.includes(ownerId) ? [ownerId] : []",
      to: '[ownerId]',
      tests: byOwner,
    },
    {
      id: 'own-reassign',
      file: 'apps/api/src/billing/bill/act.ts',
      from: 'if (!owner || !maySee(await billOwners(db, actor), actor, ownerId))',
      to: 'if (!owner)',
      tests: byOwner,
      equivalent:
        'the answer shows the bill to the caller, who no longer sees it: the same refusal, and the act is undone',
    },
    {
      id: 'own-customers',
      file: 'apps/api/src/billing/customer/owners.ts',
      from: "canPermission(actor, 'UpdateCustomer')",
      to: "canPermission(actor, 'CreatePayPalBill')",
      tests: api('billing/customer/customer'),
    },
    {
      id: 'own-notice-list',
      file: 'apps/api/src/people/notice/routes.ts',
      from: 'const mine = sql`company_id = ${actor.companyId} and user_id = ${actor.userId}`',
      to: 'const mine = sql`company_id = ${actor.companyId}`',
      tests: api('people/notice/notice'),
    },
    {
      id: 'own-stream',
      file: 'apps/api/src/desk/stream/routes.ts',
      from: ' || reader.owners.includes(ownerId)',
      to: ' || reader.owners.length > 0',
      tests: api('desk/stream/stream'),
    },
    {
      id: 'own-stream-notice',
      file: 'apps/api/src/desk/stream/routes.ts',
      from: "entity === 'notice' ? id === reader.actor.userId : ownerId",
      to: 'ownerId',
      tests: api('desk/stream/stream'),
    },
    {
      id: 'own-passkeys',
      file: 'apps/api/src/people/passkey/passkey.ts',
      from: ".where('userId', '=', userId).orderBy('createdAt')",
      to: ".orderBy('createdAt')",
      tests: api('people/passkey/passkey'),
    },
    {
      id: 'own-identity',
      file: 'apps/api/src/people/identity/routes.ts',
      from: "      .where('userId', '=', actor.userId)\n",
      to: '',
      tests: api('people/identity/identity'),
    },
    {
      id: 'own-view',
      file: 'apps/api/src/office/view/view.ts',
      from: 'and (v.owner_id = ${userId} or v.shared)`',
      to: '`',
      tests: api('office/view/view'),
    },
  ]),
  ...faultsOf('permission', [
    {
      id: 'permission-page',
      file: 'apps/console/src/app/landing.ts',
      from: 'canOpen = (user: Holder, { route }: Page) => canAccess(user, route.access)',
      to: 'canOpen = (_user: Holder, _page: Page) => true',
      tests: ['apps/console/src/app/routes.test.ts'],
    },
    {
      id: 'permission-menu-group',
      file: 'apps/console/src/app/landing.ts',
      from: 'if (route.hideInMenu || !canAccess(user, route.access)) return []',
      to: 'if (route.hideInMenu) return []',
      tests: ['apps/console/src/app/routes.test.ts'],
    },
    contract(
      'permission-mark-settle',
      'billing/refund',
      "/settle',\n    permission: 'RefundPayPalBill'",
      "/settle',\n    permission: 'ViewPayPalBill'",
    ),
    contract(
      'permission-mark-approval',
      'billing/approval',
      "'/api/approval',\n    permission: 'ApproveRefund'",
      "'/api/approval',\n    permission: 'RefundPayPalBill'",
    ),
    contract(
      'permission-mark-enter',
      'people/company',
      "/enter',\n    permission: 'superAdmin'",
      "/enter',\n    permission: 'admin'",
    ),
    contract(
      'permission-mark-rule',
      'desk/rule',
      "path: '/api/rule', permission: 'UpdateCompanySetting'",
      "path: '/api/rule', permission: 'ViewUser'",
    ),
    contract(
      'permission-mark-log',
      'office/auditLog',
      "permission: 'ViewAuditLog&ExportData'",
      "permission: 'ViewAuditLog|ExportData'",
    ),
    contract(
      'permission-mark-account',
      'paypal/paypalAccount',
      "const change = { method: 'POST', permission: 'UpdatePaypalAccount'",
      "const change = { method: 'POST', permission: 'ViewPaypalAccount'",
    ),
    contract(
      'permission-mark-personal',
      'lib/endpoint',
      "call.personal ?? call.permission === 'signedIn'",
      'call.personal ?? false',
    ),
    {
      id: 'permission-grant',
      file: user,
      from: 'if (beyond.length > 0) throw',
      to: 'if (beyond.length > 99) throw',
      tests: byUser,
    },
    {
      id: 'permission-outranks',
      file: user,
      from: "  if (!user.manageable) throw refuse('user.outranks')\n",
      to: '',
      tests: byUser,
    },
    {
      id: 'permission-manageable',
      file: user,
      from: 'user.roles.every(({ id }) => mine.has(id))',
      to: 'user.roles.some(({ id }) => mine.has(id))',
      tests: byUser,
    },
    {
      id: 'permission-holds',
      file: 'packages/contract/src/people/role.ts',
      from: '  if (role.code === roleCode.superAdmin) return false\n',
      to: '',
      tests: byUser,
    },
    {
      id: 'permission-holds-every',
      file: 'packages/contract/src/people/role.ts',
      from: 'role.permissions.every((name)',
      to: 'role.permissions.some((name)',
      tests: byUser,
    },
    {
      id: 'permission-not-yourself',
      file: change,
      from: "  if (id === actor.userId) throw refuse('user.notYourself')\n  if (!userCan",
      to: '  if (!userCan',
      tests: byUser,
    },
    {
      id: 'permission-role-built-in',
      file: role,
      from: 'if (permissions && !roleCan.changePermissions(before)) throw',
      to: 'if (permissions && before.version < 0) throw',
      tests: api('people/role/role'),
    },
    {
      id: 'permission-role-kept',
      file: role,
      from: 'if (role.builtIn) throw',
      to: 'if (role.builtIn && role.userCount < 0) throw',
      tests: api('people/role/role'),
    },
    {
      id: 'permission-renamed',
      file: permission,
      from: 'if (before.builtIn && change.name !== undefined && change.name !== before.name) throw',
      to: "if (before.builtIn && change.name === '') throw",
      tests: api('people/permission/permission'),
    },
    {
      id: 'permission-platform',
      file: 'db/functions/authenticate_request.sql',
      from: ' and p.platform_id = 1',
      to: '',
      tests: api('people/permission/permission'),
    },
    {
      id: 'permission-own-company',
      file: 'apps/api/src/people/company/company.ts',
      from: "  if (change.status === 'suspended' && id === actor.homeCompanyId) throw refuse('company.notYourOwn')\n",
      to: '',
      tests: api('people/company/company'),
    },
    {
      id: 'permission-view-list',
      file: 'apps/api/src/office/view/view.ts',
      from: "  if (!canView(actor, list)) throw refuse('notFound')\n",
      to: '',
      tests: api('office/view/view'),
    },
  ]),
]
export default faults

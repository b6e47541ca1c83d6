import { api, type Fault, faultsOf } from '../fault.ts'

const byTenant = api('lib/tenant')
const byOwner = api('ownRows')

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
      id: 'own-reassign',
      file: 'apps/api/src/billing/bill/act.ts',
      from: 'if (!owner || !maySee(await billOwners(db, actor), actor, ownerId))',
      to: 'if (!owner)',
      tests: byOwner,
      equivalent:
        'the answer shows the bill to the caller, who no longer sees it: the same refusal, and the act is undone',
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
      id: 'permission-platform',
      file: 'db/functions/authenticate_request.sql',
      from: ' and p.platform_id = 1',
      to: '',
      tests: api('people/permission/permission'),
    },
  ]),
]
export default faults

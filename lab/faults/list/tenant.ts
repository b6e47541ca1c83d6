import { api, type Fault, faultsOf } from '../fault.ts'

const tests = api('lib/tenant')

/** A table whose second lock stands open: its policy lets everything through. */
const open = (table: string) => ({
  id: `tenant-${table}`,
  file: 'db/schema.sql',
  from: `table ${table} (`,
  to: `alter policy tenant on ${table} using (true) with check (true)`,
  tests,
})

const faults: Fault[] = [
  ...faultsOf('tenant', [
    ...[
      'refund',
      'approval',
      'dispute',
      'customer',
      'bill',
      'bill_payment',
      'paypal_transaction',
      'posting',
      'opening_row',
      'notice',
    ].map(open),
    {
      id: 'tenant-written-elsewhere',
      file: 'db/schema.sql',
      from: 'table customer_alias (',
      to: 'alter policy tenant on customer_alias using (company_id = current_company()) with check (true)',
      tests,
    },
    {
      id: 'tenant-not-forced',
      file: 'db/schema.sql',
      from: 'table match_line (',
      to: 'alter table match_line no force row level security',
      tests,
    },
    {
      id: 'tenant-role-counts',
      file: 'db/functions/role_user_counts.sql',
      from: 'and (acting_as_super_admin() or c.id = current_company()) group',
      to: 'group',
      tests: api('people/role/role', 'lib/tenant'),
    },
    {
      id: 'tenant-end-sessions',
      file: 'db/functions/end_company_sessions.sql',
      from: 'where acting_as_super_admin() and company_id = of_company',
      to: 'where company_id = of_company',
      tests: api('lib/tenant'),
    },
  ]),
  ...faultsOf('own', [
    {
      id: 'own-notices-all',
      file: 'apps/api/src/people/notice/routes.ts',
      from: 'and user_id = ${actor.userId} and read_at is null returning id',
      to: 'and read_at is null returning id',
      tests: api('people/notice/notice'),
    },
    {
      id: 'own-notice',
      file: 'apps/api/src/people/notice/routes.ts',
      from: "      .where('userId', '=', actor.userId)\n",
      to: '',
      tests: api('people/notice/notice'),
    },
    {
      id: 'own-sessions',
      file: 'apps/api/src/people/session/ownSessions.ts',
      from: "    .where('userId', '=', userId)\n    .where('endedAt', 'is', null)",
      to: "    .where('endedAt', 'is', null)",
      tests: api('people/session/ownSecurity', 'people/account/account'),
    },
    {
      id: 'own-bill-by-id',
      file: 'apps/api/src/billing/bill/visible.ts',
      from: "owners === 'all' || owners.includes(ownerId) ||",
      to: "owners === 'all' || owners.length > 0 ||",
      tests: api('ownRows'),
    },
    {
      id: 'own-bills-seen',
      file: 'apps/api/src/people/user/visible.ts',
      from: "if (!canPermission(actor, 'ViewPayPalBill')) return []\n",
      to: '',
      tests: api('ownRows'),
    },
    {
      id: 'own-bills-all',
      file: 'apps/api/src/people/user/visible.ts',
      from: "if (canPermission(actor, 'ViewAllPayPalBill')) return 'all'",
      to: "if (canPermission(actor, 'ViewPayPalBill')) return 'all'",
      tests: api('billing/bill/list/list'),
    },
  ]),
  ...faultsOf('permission', [
    {
      id: 'permission-and',
      file: 'packages/contract/src/lib/access.ts',
      from: '.every(holds)',
      to: '.some(holds)',
      tests: ['packages/contract/src/lib/access.test.ts'],
    },
    {
      id: 'permission-or',
      file: 'packages/contract/src/lib/access.ts',
      from: "access.split('|').some",
      to: "access.split('|').every",
      tests: ['packages/contract/src/lib/access.test.ts'],
    },
    {
      id: 'permission-super',
      file: 'packages/contract/src/lib/access.ts',
      from: "if (access === 'superAdmin') return canSuperAdmin(user)",
      to: "if (access === 'superAdmin') return canAdmin(user)",
      tests: ['packages/contract/src/lib/access.test.ts'],
    },
    {
      id: 'permission-signed-in',
      file: 'packages/contract/src/lib/access.ts',
      from: "if (access === 'signedIn') return true",
      to: "if (access === 'signedIn' || access === 'admin') return true",
      tests: ['packages/contract/src/lib/access.test.ts'],
    },
    {
      id: 'permission-view',
      file: 'apps/api/src/office/view/view.ts',
      from: "if (!view.editable) throw refuse('forbidden')\n",
      to: '',
      tests: api('office/view/view'),
    },
    {
      id: 'permission-share',
      file: 'apps/api/src/office/view/view.ts',
      from: "if (sharing && !canShareView(actor)) throw refuse('forbidden')\n",
      to: '',
      tests: api('office/view/view'),
    },
  ]),
]
export default faults

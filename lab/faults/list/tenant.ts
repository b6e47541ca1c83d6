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
]
export default faults

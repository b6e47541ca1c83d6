import { api, faultsOf } from '../fault.ts'

const account = 'apps/api/src/billing/statement/account.ts'
const customer = 'apps/api/src/billing/statement/customer.ts'
const totals = 'apps/api/src/money/transaction/totals.ts'
const filter = 'apps/api/src/money/transaction/filter.ts'
const tests = api('billing/statement/monthEdges', 'billing/statement/statement')
const byTotals = api('money/transaction/totalEdges')

export default faultsOf('statement', [
  {
    id: 'statement-zone',
    file: account,
    from: '::timestamp at time zone ${companyTimezone})`',
    to: "::timestamp at time zone 'UTC')`",
    tests,
  },
  {
    id: 'statement-age-30',
    file: customer,
    from: '${late(1, 30)}, ${late(31, 60)}',
    to: '${late(1, 31)}, ${late(32, 60)}',
    tests,
  },
  {
    id: 'statement-age-60',
    file: customer,
    from: '${late(31, 60)}, ${late(61, 90)}',
    to: '${late(31, 61)}, ${late(62, 90)}',
    tests,
  },
  {
    id: 'statement-age-90',
    file: customer,
    from: '${late(61, 90)}, ${late(91, 1e6)}',
    to: '${late(61, 89)}, ${late(90, 1e6)}',
    tests,
  },
  {
    id: 'statement-age-today',
    file: customer,
    from: '${late(-1e6, 0)}, ${late(1, 30)}',
    to: '${late(-1e6, -1)}, ${late(0, 30)}',
    tests,
  },
  {
    id: 'totals-pending',
    file: totals,
    from: "if (status === 'P' || status === 'D') return { totals: [], totalsAreExact: true }\n",
    to: '',
    tests: byTotals,
    equivalent: 'The rows that are summed instead are filtered by their status as well.',
  },
  {
    id: 'filter-zone',
    file: filter,
    from: '::timestamp at time zone ${companyTimezone})`',
    to: "::timestamp at time zone 'UTC')`",
    tests: byTotals,
  },
])

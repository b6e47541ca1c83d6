import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/paypal/paypalAccount/decide.ts'
const usage = 'apps/api/src/paypal/paypalAccount/usage.ts'
const routing = 'apps/api/src/paypal/paypalAccount/routing.ts'
const tests = api('paypal/paypalAccount/decide')
const byUsage = api('paypal/paypalAccount/usage')
const byRouting = api('paypal/paypalAccount/routing', 'billing/bill/limits')

/** What an account may still be used for. */
export default faultsOf('limit', [
  {
    id: 'limit-used',
    file,
    from: 'less(limit?.monthlyMinor, usedThisMonth)',
    to: 'less(limit?.monthlyMinor, usedToday)',
    tests,
  },
  { id: 'limit-more', file, from: '{ ...bill, totalMinor: moreMinor }', to: 'bill', tests },
  {
    id: 'limit-lock',
    file: routing,
    from: '    locked = decision.account.id\n    await lockAccount(db, companyId, locked)\n',
    to: '    locked = decision.account.id\n',
    tests: byRouting,
  },
  {
    id: 'limit-zone',
    file: usage,
    from: '(${at} at time zone timezone)::date',
    to: "(${at} at time zone 'UTC')::date",
    tests: byUsage,
  },
  {
    id: 'limit-commit-late',
    file: 'apps/api/src/lib/db.ts',
    from: "      client.query(within(commitMs, { text: 'commit' })),",
    to: "      client.query('select 1').then(() => client.query('commit')),",
    tests: api('lib/outside/allowance'),
  },
])

import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/paypal/paypalAccount/decide.ts'
const usage = 'apps/api/src/paypal/paypalAccount/usage.ts'

const tests = api('paypal/paypalAccount/decide')
const byUsage = api('paypal/paypalAccount/usage')

/** What an account may still be used for. */
export default faultsOf('limit', [
  {
    id: 'limit-used',
    file,
    from: 'less(limit?.monthlyMinor, usedThisMonth)',
    to: 'less(limit?.monthlyMinor, usedToday)',
    tests,
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

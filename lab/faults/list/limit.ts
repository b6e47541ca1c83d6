import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/paypal/paypalAccount/decide.ts'
const usage = 'apps/api/src/paypal/paypalAccount/usage.ts'
const routing = 'apps/api/src/paypal/paypalAccount/routing.ts'
const tests = api('paypal/paypalAccount/decide')
const byUsage = api('paypal/paypalAccount/usage')
const byRouting = api('paypal/paypalAccount/routing', 'billing/bill/limits')

/** What an account may still be used for. */
export default faultsOf('limit', [
  { id: 'limit-min', file, from: 'totalMinor < min)', to: 'totalMinor <= min)', tests },
  { id: 'limit-max', file, from: 'totalMinor > max)', to: 'totalMinor >= max)', tests },
  {
    id: 'limit-day',
    file,
    from: 'totalMinor > left.todayMinor)',
    to: 'totalMinor >= left.todayMinor)',
    tests,
  },
  {
    id: 'limit-month',
    file,
    from: 'totalMinor > left.monthMinor)',
    to: 'totalMinor >= left.monthMinor)',
    tests,
  },
  {
    id: 'limit-count',
    file,
    from: 'countToday >= dailyCount',
    to: 'countToday > dailyCount',
    tests,
  },
  {
    id: 'limit-used',
    file,
    from: 'less(limit?.monthlyMinor, usedThisMonth)',
    to: 'less(limit?.monthlyMinor, usedToday)',
    tests,
  },
  {
    id: 'limit-currency',
    file,
    from: 'currencies.length > 0 && !currencies.includes(currency)',
    to: 'currencies.length > 9',
    tests,
  },
  { id: 'limit-more', file, from: '{ ...bill, totalMinor: moreMinor }', to: 'bill', tests },
  { id: 'limit-more-count', file, from: '{ ...account, dailyCount: null }', to: 'account', tests },
  {
    id: 'limit-stopped',
    file,
    from: "if (!whyUnsuitable(account, bill)) return { refused: 'stopped', account }",
    to: '',
    tests,
  },
  {
    id: 'limit-sandbox',
    file,
    from: "!real || environment === 'live'",
    to: "true || environment === 'live'",
    tests,
  },
  {
    id: 'limit-pick',
    file,
    from: 'bill.accountId !== null && mayPick',
    to: 'bill.accountId !== null',
    tests,
  },
  {
    id: 'limit-lock',
    file: routing,
    from: '    locked = decision.account.id\n    await lockAccount(db, companyId, locked)\n',
    to: '    locked = decision.account.id\n',
    tests: byRouting,
  },
  {
    id: 'limit-release',
    file: usage,
    from: 'greatest(0, amount_minor - ${bill.totalMinor})',
    to: 'greatest(0, amount_minor)',
    tests: byUsage,
  },
  {
    id: 'limit-release-day',
    file: usage,
    from: 'day = ${dayAt(companyId, sql`${bill.at}::timestamptz`)}',
    to: 'day = ${dayAt(companyId, sql`now()`)}',
    tests: byUsage,
  },
  {
    id: 'limit-zone',
    file: usage,
    from: '(${at} at time zone timezone)::date',
    to: "(${at} at time zone 'UTC')::date",
    tests: byUsage,
  },
  {
    id: 'limit-add',
    file: usage,
    from: 'amount_minor = paypal_account_usage.amount_minor + excluded.amount_minor',
    to: 'amount_minor = excluded.amount_minor',
    tests: byUsage,
  },
  {
    id: 'limit-month-day',
    file: usage,
    from: "between date_trunc('month', today)::date and today",
    to: 'between today and today',
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

import { faultsOf } from '../fault.ts'

const contract = ['packages/contract/src/lib/money.test.ts']
const totals = [
  'packages/contract/src/billing/billTotals.test.ts',
  'apps/paypal-sim/src/invoice/totals.test.ts',
]
const wire = ['packages/paypal/src/money.test.ts']

const file = 'packages/contract/src/lib/money.ts'
const totalsFile = 'packages/contract/src/billing/billTotals.ts'
const wireFile = 'packages/paypal/src/money.ts'

export default faultsOf('money', [
  { id: 'money-twd', file, from: '  TWD: 0,', to: '  TWD: 2,', tests: contract },
  { id: 'money-krona', file, from: '  SEK: 2,', to: '  SEK: 0,', tests: contract },
  {
    id: 'totals-half-down',
    file: totalsFile,
    from: '(2n * n + d) / (2n * d)',
    to: '(2n * n + d - 1n) / (2n * d)',
    tests: totals,
  },
  {
    id: 'totals-shipping-tax',
    file: totalsFile,
    from: 'sum + tax, shippingTax)',
    to: 'sum + tax, 0n)',
    tests: totals,
  },
  {
    id: 'totals-tax-before',
    file: totalsFile,
    from: 'percentOf(line.gross, line.taxPercent)',
    to: 'percentOf(line.net, line.taxPercent)',
    tests: totals,
  },

  { id: 'wire-huf', file: wireFile, from: '  HUF: 0,', to: '  HUF: 2,', tests: wire },
])

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
    id: 'money-add',
    file,
    from: 'BigInt(a.amountMinor) + BigInt(b.amountMinor)',
    to: 'BigInt(a.amountMinor) - BigInt(b.amountMinor)',
    tests: contract,
  },
  {
    id: 'money-two-currencies',
    file,
    from: 'if (a.currency !== b.currency) throw',
    to: 'if (a.currency === undefined) throw',
    tests: contract,
  },
  {
    id: 'money-unsafe-high',
    file,
    from: 'value > BigInt(Number.MAX_SAFE_INTEGER) ||',
    to: 'value > BigInt(2 ** 60) ||',
    tests: contract,
  },
  {
    id: 'money-unsafe-low',
    file,
    from: ' || value < BigInt(Number.MIN_SAFE_INTEGER))',
    to: ')',
    tests: contract,
  },
  {
    id: 'money-decimal-pad',
    file,
    from: ".padStart(exponent + 1, '0')",
    to: ".padStart(exponent, '0')",
    tests: contract,
  },
  { id: 'money-decimal-sign', file, from: "amountMinor < 0 ? '-' : ''", to: "''", tests: contract },
  {
    id: 'money-more-decimals',
    file,
    from: '/[1-9]/.test(fraction.slice(exponent))',
    to: '/[1-9]/.test(fraction.slice(exponent + 1))',
    tests: contract,
  },
  { id: 'money-fraction-pad', file, from: ".padEnd(exponent, '0')", to: '', tests: contract },
  {
    id: 'money-read-sign',
    file,
    from: 'sign && magnitude ? -magnitude : magnitude',
    to: 'magnitude',
    tests: contract,
  },
  {
    id: 'money-read-safe',
    file,
    from: 'if (!Number.isSafeInteger(magnitude)) return undefined',
    to: '',
    tests: contract,
  },

  {
    id: 'totals-half-down',
    file: totalsFile,
    from: '(2n * n + d) / (2n * d)',
    to: '(2n * n + d - 1n) / (2n * d)',
    tests: totals,
  },
  {
    id: 'totals-floor',
    file: totalsFile,
    from: '(2n * n + d) / (2n * d)',
    to: 'n / d',
    tests: totals,
  },
  {
    id: 'totals-credit-rounding',
    file: totalsFile,
    from: 'return negative ? -rounded : rounded',
    to: 'return rounded',
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
    id: 'totals-amount-share',
    file: totalsFile,
    from: 'kept: net - BigInt(discount.amountMinor), of: net',
    to: 'kept: net, of: net',
    tests: totals,
  },
  {
    id: 'totals-percent-share',
    file: totalsFile,
    from: 'kept: whole - scaled(discount.percent), of: whole',
    to: 'kept: whole, of: whole',
    tests: totals,
  },
  {
    id: 'totals-tax-before',
    file: totalsFile,
    from: 'percentOf(line.gross, line.taxPercent)',
    to: 'percentOf(line.net, line.taxPercent)',
    tests: totals,
  },
  {
    id: 'totals-tax-default',
    file: totalsFile,
    from: 'input.taxAfterDiscount ?? true',
    to: 'input.taxAfterDiscount ?? false',
    tests: totals,
  },
  {
    id: 'totals-line-net',
    file: totalsFile,
    from: 'net: gross - discount,',
    to: 'net: gross,',
    tests: totals,
  },
  {
    id: 'totals-net',
    file: totalsFile,
    from: 'const net = itemTotal - itemDiscount',
    to: 'const net = itemTotal',
    tests: totals,
  },
  {
    id: 'totals-custom',
    file: totalsFile,
    from: '+ taxTotal + shipping + custom)',
    to: '+ taxTotal + shipping)',
    tests: totals,
  },
  {
    id: 'totals-shipping',
    file: totalsFile,
    from: '+ taxTotal + shipping + custom)',
    to: '+ taxTotal + custom)',
    tests: totals,
  },
  {
    id: 'totals-nothing-net',
    file: totalsFile,
    from: 'net === 0n ? { kept: 1n, of: 1n } : {',
    to: '{',
    tests: totals,
  },

  { id: 'wire-huf', file: wireFile, from: '  HUF: 0,', to: '  HUF: 2,', tests: wire },
  {
    id: 'wire-sign',
    file: wireFile,
    from: 'sign && magnitude ? -magnitude : magnitude',
    to: 'magnitude',
    tests: wire,
  },
  {
    id: 'wire-decimals',
    file: wireFile,
    from: 'fraction.slice(exponent))) throw',
    to: 'fraction.slice(exponent + 9))) throw',
    tests: wire,
  },
  {
    id: 'wire-unknown',
    file: wireFile,
    from: 'if (exponent === undefined) throw new RangeError(`PayPal currency ${currency} is unknown`)\n  return exponent',
    to: 'return exponent ?? 2',
    tests: wire,
  },
  {
    id: 'wire-unsafe-out',
    file: wireFile,
    from: 'if (!Number.isSafeInteger(amountMinor)) throw',
    to: 'if (amountMinor === undefined) throw',
    tests: wire,
  },
  {
    id: 'wire-unsafe-in',
    file: wireFile,
    from: 'if (!Number.isSafeInteger(magnitude)) throw',
    to: 'if (Number.isNaN(magnitude)) throw',
    tests: wire,
  },
])

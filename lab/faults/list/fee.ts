import { api, faultsOf } from '../fault.ts'

const rows = 'apps/api/src/money/transaction/fee.ts'
const bills = 'apps/api/src/billing/bill/fee.ts'
const told = 'apps/api/src/money/transaction/row.ts'
const unit = api('money/transaction/fee')
const capture = api('money/transaction/capture')
const fill = api('billing/bill/fee')

export default faultsOf('fee', [
  {
    id: 'fee-sign',
    file: rows,
    from: 'feeMinor === 0 ? 0 : -feeMinor',
    to: 'feeMinor',
    tests: unit,
  },
  {
    id: 'fee-net',
    file: rows,
    from: 'netMinor: grossMinor + feeMinor',
    to: 'netMinor: grossMinor - feeMinor',
    tests: unit,
  },
  { id: 'fee-of-any', file: rows, from: 'rows.filter(isPaid)', to: 'rows', tests: unit },
  { id: 'fee-of-refund', file: rows, from: ' && grossMinor > 0', to: '', tests: unit },
  {
    id: 'fee-other-account',
    file: rows,
    from: '`${accountId} ${paymentId}`',
    to: '`${accountId && paymentId}`',
    tests: unit,
  },
  { id: 'fee-read-pending', file: rows, from: 'and status ', to: "and 'S' ", tests: fill },
  { id: 'fee-read-class', file: rows, from: " and class = 'payment'", to: '', tests: fill },
  {
    id: 'fee-read-sent',
    file: rows,
    from: ' and gross_minor > 0`',
    to: '`',
    tests: fill,
    equivalent:
      'The class payment is given to amounts above zero only, so the condition says it twice.',
  },
  {
    id: 'fee-given-pending',
    file: bills,
    from: 'pending ? undefined : fees.get',
    to: 'fees.get',
    tests: fill,
  },
  {
    id: 'fee-settled-since',
    file: bills,
    from: 'return held.filter(({ pending }) => pending).map',
    to: 'return held.filter(({ pending }) => !pending).map',
    tests: fill,
  },
  {
    id: 'fee-told-to-screens',
    file: bills,
    from: '  await announceBills(db, companyId, bills)\n',
    to: '',
    tests: fill,
  },
  {
    id: 'fee-bill-sum',
    file: bills,
    from: 'sum(fee_minor)::bigint as fee',
    to: 'max(fee_minor)::bigint as fee',
    tests: fill,
  },
  {
    id: 'fee-bill-net',
    file: bills,
    from: 'set fee_minor = p.fee, net_minor = p.net',
    to: 'set fee_minor = p.fee',
    tests: fill,
  },
  { id: 'fee-payment-net', file: bills, from: ', net_minor = u."netMinor"', to: '', tests: fill },
  {
    id: 'fee-capture-sign',
    file: told,
    from: 'fee.amountMinor === 0 ? 0 : -fee.amountMinor',
    to: 'fee.amountMinor',
    tests: capture,
  },
  {
    id: 'fee-capture-currency',
    file: told,
    from: 'if (gross.currency !== fee.currency) return undefined',
    to: '',
    tests: capture,
  },
  {
    id: 'fee-capture-pending',
    file: told,
    from: "!breakdown?.paypal_fee || capture.status !== 'COMPLETED'",
    to: '!breakdown?.paypal_fee',
    tests: capture,
  },
])

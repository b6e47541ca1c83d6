import { api, faultsOf } from '../fault.ts'

const rows = 'apps/api/src/money/transaction/fee.ts'

const unit = api('money/transaction/fee')
const fill = api('billing/bill/fee')

export default faultsOf('fee', [
  {
    id: 'fee-other-account',
    file: rows,
    from: '`${accountId} ${paymentId}`',
    to: '`${accountId && paymentId}`',
    tests: unit,
  },
  {
    id: 'fee-read-sent',
    file: rows,
    from: ' and gross_minor > 0`',
    to: '`',
    tests: fill,
    equivalent:
      'The class payment is given to amounts above zero only, so the condition says it twice.',
  },
])

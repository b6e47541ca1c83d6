import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/money/transaction/merge.ts'
const tests = api('money/transaction/merge')

/** Which of two versions of a row of PayPal's counts. */
export default faultsOf('age', [
  {
    id: 'age-rank-order',
    file,
    from: '{ P: 0, S: 1, V: 2, D: 3 }',
    to: '{ P: 0, S: 1, V: 3, D: 2 }',
    tests,
  },
  {
    id: 'age-key-time',
    file,
    from: ' ${row.eventCode} ${Date.parse(row.occurredAt)}`',
    to: ' ${row.eventCode}`',
    tests,
  },
  {
    id: 'age-key-gross',
    file,
    from: '${row.currency} ${row.grossMinor}`',
    to: '${row.currency}`',
    tests,
  },
])

import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/money/transaction/match.ts'
const rank = 'apps/api/src/billing/reconciliation/rank.ts'
const tests = api('money/transaction/matchEdges', 'money/transaction/match')
const accept = 'apps/api/src/billing/reconciliation/reconciliation.ts'
const byRank = api('billing/reconciliation/rank')
const byAccept = api('billing/reconciliation/accept')

export default faultsOf('match', [
  {
    id: 'match-refund-sign',
    file,
    from: ' and u.gross_minor < 0\n',
    to: '\n',
    tests,
    equivalent: 'PayPal gives an id to one movement: a payment never has the id of a refund.',
  },

  { id: 'match-once', file, from: 'select distinct on (bill_id) key', to: 'select key', tests },
  {
    id: 'rank-number',
    file: rank,
    from: 'number: 45, email: 25',
    to: 'number: 5, email: 25',
    tests: byRank,
  },

  { id: 'rank-days', file: rank, from: 'apart <= 14', to: 'apart <= 140', tests: byRank },
  { id: 'rank-name', file: rank, from: '>= 0.5,', to: '>= 0.1,', tests: byRank },
  {
    id: 'accept-rest',
    file: accept,
    from: 'amountMinor: left, deductionMinor: 0',
    to: 'amountMinor: transaction.grossMinor, deductionMinor: 0',
    tests: byAccept,
  },
])

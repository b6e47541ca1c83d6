import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/money/transaction/match.ts'
const rank = 'apps/api/src/billing/reconciliation/rank.ts'
const tests = api('money/transaction/matchEdges', 'money/transaction/match')
const accept = 'apps/api/src/billing/reconciliation/reconciliation.ts'
const byRank = api('billing/reconciliation/rank')
const byAccept = api('billing/reconciliation/accept')

export default faultsOf('match', [
  { id: 'match-tolerance', file, from: '::int / 10000', to: '::int / 1000', tests },
  {
    id: 'match-tolerance-strict',
    file,
    from: '<= left_.minor * ${toleranceBasisPoints}',
    to: '< left_.minor * ${toleranceBasisPoints}',
    tests,
  },
  { id: 'match-days', file, from: 'const nearDays = 60', to: 'const nearDays = 61', tests },
  { id: 'match-two-bills', file, from: 'count(distinct bill_id) = 1', to: 'count(distinct bill_id) >= 1', tests },
  { id: 'match-two-possible', file, from: 'where bills = 1 and bill_id', to: 'where bill_id', tests },
  { id: 'match-best', file, from: 'from hint where rank = best group by key', to: 'from hint group by key', tests },
  { id: 'match-currency', file, from: 'and b.id = h.bill_id and b.currency = u.currency', to: 'and b.id = h.bill_id', tests },
  {
    id: 'match-account',
    file,
    from: '          and (b.account_id is null or b.account_id = u.account_id) offset 0\n      ) fitting',
    to: '          offset 0\n      ) fitting',
    tests,
  },
  { id: 'match-draft', file, from: " and n.status <> 'draft'", to: '', tests },
  {
    id: 'match-refund-sign',
    file,
    from: ' and u.gross_minor < 0\n',
    to: '\n',
    tests,
    equivalent: 'PayPal gives an id to one movement: a payment never has the id of a refund.',
  },
  { id: 'match-referring', file, from: '\n          and u.class = any(${referring})', to: '', tests },
  {
    id: 'match-reference-account',
    file,
    from: "nullif(u.reference_id, '') and p.account_id = u.account_id",
    to: "nullif(u.reference_id, '')",
    tests,
  },
  { id: 'match-by-payer-class', file, from: "where x.class = 'payment' and x.payer_email <> ''", to: "where x.payer_email <> ''", tests },
  { id: 'match-foreign-invoice', file, from: " and x.paypal_invoice_id = '' and", to: ' and', tests },
  { id: 'match-open', file, from: ' and b.status = any(${openStatuses}) and b.currency', to: ' and b.currency', tests },
  { id: 'match-merged', file, from: ' and c.merged_into_id is null', to: '', tests },
  { id: 'match-person', file, from: "sql`${unexplained} and t.matched_by = ''`", to: 'sql`${unexplained}`', tests },
  { id: 'match-once', file, from: 'select distinct on (bill_id) key', to: 'select key', tests },
  { id: 'match-taken', file, from: ' and bill_id <> all(${taken.billIds}::uuid[])', to: '', tests },
  { id: 'match-deduction', file, from: 'greatest(0, left_.minor - u.gross_minor) as deduction_minor', to: '0 as deduction_minor', tests },
  { id: 'match-pending', file: 'apps/api/src/money/transaction/apply.ts', from: 'open && isSettled(status)', to: 'open', tests },

  { id: 'rank-number', file: rank, from: 'number: 45, email: 25', to: 'number: 5, email: 25', tests: byRank },
  { id: 'rank-near', file: rank, from: '* 10_000 <= amount', to: '* 1_000 <= amount', tests: byRank },
  { id: 'rank-exact', file: rank, from: 'nearAmount: !exact && offer', to: 'nearAmount: offer', tests: byRank },
  { id: 'rank-days', file: rank, from: 'apart <= 14', to: 'apart <= 140', tests: byRank },
  { id: 'rank-name', file: rank, from: '>= 0.5,', to: '>= 0.1,', tests: byRank },
  { id: 'certain-amount', file: rank, from: "has('amount') && (has('number')", to: "(has('number')", tests: byRank },
  { id: 'certain-payer', file: rank, from: " && (has('number') || has('email'))", to: '', tests: byRank },

  { id: 'accept-only-one', file: accept, from: 'certain.length !== 1 || ', to: '', tests: byAccept },
  { id: 'accept-that-one', file: accept, from: ' || certain[0]?.billId !== billId', to: '', tests: byAccept },
  {
    id: 'accept-certain',
    file: accept,
    from: "filter(({ certainty }) => certainty === 'certain')",
    to: 'filter(() => true)',
    tests: byAccept,
  },
  {
    id: 'accept-incoming',
    file: accept,
    from: "assertOpen(transaction)\n  if (sign < 0) throw refuse('transaction.notAPayment')",
    to: 'assertOpen(transaction)',
    tests: byAccept,
  },
  {
    id: 'accept-rest',
    file: accept,
    from: 'amountMinor: left, deductionMinor: 0',
    to: 'amountMinor: transaction.grossMinor, deductionMinor: 0',
    tests: byAccept,
  },
])

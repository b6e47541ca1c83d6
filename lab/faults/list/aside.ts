import { api, faultsOf } from '../fault.ts'

const row = 'apps/api/src/money/transaction/row.ts'
const understand = 'apps/api/src/intake/reporting/understand.ts'
const [byUnderstand, byAside, byProblem] = [
  api('intake/reporting/understand'),
  api('intake/reporting/aside'),
  api('desk/problem/problem'),
]

/** Rows that nobody understands, and what is told of them. */
export default faultsOf('window', [
  {
    id: 'aside-code',
    file: row,
    from: '/^T[0-9]{4}$/.test(code)',
    to: '/^T[0-9]{4}/.test(code)',
    tests: byUnderstand,
  },
  {
    id: 'aside-fee-currency',
    file: row,
    from: 'info.fee_amount.currency !== currency',
    to: "info.fee_amount.currency === ''",
    tests: byUnderstand,
  },
  {
    id: 'aside-future',
    file: row,
    from: 'at > until',
    to: 'at > until + 1e15',
    tests: byUnderstand,
  },
  {
    id: 'aside-most',
    file: row,
    from: 'mostMinor = 10_000_000_000_000',
    to: 'mostMinor = Number.MAX_SAFE_INTEGER',
    tests: byUnderstand,
  },
  {
    id: 'aside-same-id',
    file: understand,
    from: 'now.id === told.id &&',
    to: '',
    tests: byUnderstand,
  },
  { id: 'aside-cut', file: understand, from: 'text.slice(0, mostRaw)', to: 'text', tests: byAside },
  {
    id: 'aside-bounded',
    file: 'apps/api/src/intake/reporting/aside.ts',
    from: 'mostAside = 1000',
    to: 'mostAside = 1_000_000',
    tests: byAside,
  },
  {
    id: 'problem-since',
    file: 'apps/api/src/intake/reporting/lease.ts',
    from: 'failing_since = coalesce(failing_since, now())',
    to: 'failing_since = now()',
    tests: byProblem,
  },
  {
    id: 'problem-missed',
    file: 'apps/api/src/intake/reporting/problem.ts',
    from: 'missedIntervals = 3',
    to: 'missedIntervals = 30',
    tests: byProblem,
  },
  {
    id: 'problem-settled',
    file: 'apps/api/src/intake/reporting/problem.ts',
    from: 'r.settled_at is null and r.understood_at is null',
    to: 'r.understood_at is null',
    tests: byProblem,
  },
])

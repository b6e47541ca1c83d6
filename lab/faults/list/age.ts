import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/money/transaction/merge.ts'
const tests = api('money/transaction/merge')

/** Which of two versions of a row of PayPal's counts. */
export default faultsOf('age', [
  { id: 'age-event-same', file, from: 'age >= 0 : age > 0', to: 'age >= 0 : age >= 0', tests },
  { id: 'age-sync-same', file, from: 'age >= 0 : age > 0', to: 'age > 0 : age > 0', tests },
  {
    id: 'age-sync-any',
    file,
    from: "via === 'sync' ? age >= 0 : age > 0",
    to: "via === 'sync' ? true : age > 0",
    tests,
  },
  { id: 'age-rank', file, from: ' || rank[a.status] - rank[b.status]', to: '', tests },
  {
    id: 'age-rank-order',
    file,
    from: '{ P: 0, S: 1, V: 2, D: 3 }',
    to: '{ P: 0, S: 1, V: 3, D: 2 }',
    tests,
  },
  {
    id: 'age-adopts',
    file,
    from: "const adopts = via === 'sync' && held.syncedAt === null",
    to: "const adopts = via === 'sync'",
    tests,
  },
  {
    id: 'age-never-adopts',
    file,
    from: "const adopts = via === 'sync' && held.syncedAt === null",
    to: 'const adopts = false',
    tests,
  },
  { id: 'age-likely', file, from: "(via === 'event' || syncedAt === null)", to: 'true', tests },
  { id: 'age-taken', file, from: '!taken.has(id) && (via', to: '(via', tests },
  {
    id: 'age-state',
    file,
    from: 'if (!stateIsTold) Object.assign(values, stateOf(held))\n  else if',
    to: 'if',
    tests,
  },
  {
    id: 'age-ending-balance',
    file,
    from: 'age === 0 && told.endingBalanceMinor === null',
    to: 'told.endingBalanceMinor === undefined',
    tests,
  },
  {
    id: 'age-pending-reason',
    file,
    from: "&& told.status === 'P' && held.status === 'P') values",
    to: "&& held.status === 'P') values",
    tests,
  },
  {
    id: 'age-texts',
    file,
    from: 'age >= 0 ? told[name] || held[name] : held[name] || told[name]',
    to: 'told[name] || held[name]',
    tests,
  },
  {
    id: 'age-texts-lost',
    file,
    from: 'age >= 0 ? told[name] || held[name] : held[name] || told[name]',
    to: 'age >= 0 ? told[name] : held[name]',
    tests,
  },
  {
    id: 'age-latest',
    file,
    from: 'compareVersion(row, known)',
    to: 'compareVersion(known, row)',
    tests,
  },
  {
    id: 'age-latest-key',
    file,
    from: "const key = via === 'sync' ? keyOf(row) : looseKeyOf(row)",
    to: 'const key = looseKeyOf(row)',
    tests,
  },
  {
    id: 'age-differs',
    file,
    from: 'return adopts || differs(held, values) ?',
    to: 'return differs(held, values) ?',
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
  {
    id: 'age-same-code',
    file,
    from: 'free.find(({ eventCode }) => eventCode === row.eventCode) ?? free[0]',
    to: 'free[0]',
    tests,
  },
])

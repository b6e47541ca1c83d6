import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/intake/reporting/proof.ts'
const quiet = api('intake/reporting/quiet')

export default faultsOf('proof', [
  {
    id: 'proof-quiet-edge',
    file,
    from: 'if (second(from) <= at) at',
    to: 'if (second(from) < at) at',
    tests: quiet,
  },
  {
    id: 'proof-quiet-end',
    file,
    from: 'if (second(to) < at) break',
    to: 'if (second(to) <= at) break',
    tests: quiet,
  },
  {
    id: 'proof-quiet-before',
    file,
    from: 'at = second(from) - secondMs',
    to: 'at = second(from)',
    tests: quiet,
  },
  {
    id: 'proof-quiet-order',
    file,
    from: 'second(b.to) - second(a.to))',
    to: 'second(a.to) - second(b.to))',
    tests: quiet,
  },
  {
    id: 'proof-quiet-back',
    file,
    from: 'at < latest - backMs ? undefined',
    to: 'at < latest - 9 * backMs ? undefined',
    tests: quiet,
  },
  {
    id: 'proof-whole-second',
    file,
    from: '* secondMs - secondMs\n',
    to: '* secondMs\n',
    tests: quiet,
  },
])

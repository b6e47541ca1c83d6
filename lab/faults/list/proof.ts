import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/intake/reporting/proof.ts'
const quiet = api('intake/reporting/quiet')

export default faultsOf('proof', [
  {
    id: 'proof-quiet-back',
    file,
    from: 'at < latest - backMs ? undefined',
    to: 'at < latest - 9 * backMs ? undefined',
    tests: quiet,
  },
])

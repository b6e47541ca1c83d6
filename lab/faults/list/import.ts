import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/billing/billImport/cell.ts'
const tests = api('billing/billImport/billImport')

export default faultsOf('import', [
  { id: 'import-most', file, from: '<= 100_000_000 ?', to: '<= 100_000_000_000 ?', tests },
])

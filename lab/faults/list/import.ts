import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/billing/billImport/cell.ts'
const tests = api('billing/billImport/billImport')

export default faultsOf('import', [
  {
    id: 'import-group',
    file,
    from: '/^\\d{1,3}(,\\d{3})+(\\.\\d*)?$/',
    to: '/^\\d{1,3}(,\\d{1,3})+(\\.\\d*)?$/',
    tests,
  },
  { id: 'import-most', file, from: '<= 100_000_000 ?', to: '<= 100_000_000_000 ?', tests },
  {
    id: 'import-1904',
    file,
    from: 'date1904 ? Date.UTC(1904, 0, 1)',
    to: 'date1904 ? Date.UTC(1904, 0, 2)',
    tests,
  },
  {
    id: 'import-serial',
    file,
    from: 'Date.UTC(1899, 11, 30)',
    to: 'Date.UTC(1899, 11, 31)',
    tests,
  },
])

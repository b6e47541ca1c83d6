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
    id: 'import-percent',
    file,
    from: 'Number(number) <= 100 ?',
    to: 'Number(number) <= 1000 ?',
    tests,
  },
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
  {
    id: 'import-feb31',
    file,
    from: ' && new Date(day).toISOString().startsWith(day)',
    to: '',
    tests,
  },
  {
    id: 'import-decimals',
    file,
    from: "if (!money) return { code: 'tooManyDecimals' }",
    to: 'if (!money) return { value: 0 }',
    tests,
  },
])

import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/intake/reporting/window.ts'
const tests = api('intake/reporting/window')

export default faultsOf('window', [
  {
    id: 'window-shifted-whole',
    file,
    from: "return second.outcome === 'shifted' ? { outcome: 'again', why: 'shifted', parts: 2 } : second",
    to: "return second.outcome === 'shifted' ? { outcome: 'whole', through: until, refreshed: until } : second",
    tests,
  },
])

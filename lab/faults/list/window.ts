import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/intake/reporting/window.ts'
const tests = api('intake/reporting/window')

export default faultsOf('window', [
  {
    id: 'window-seen',
    file,
    from: "if (page > 1 && total !== undefined && seen.size < total) return { outcome: 'shifted', refreshed }",
    to: '',
    tests,
  },
  {
    id: 'window-total',
    file,
    from: "if (total !== undefined && total_items !== total) return { outcome: 'shifted', refreshed }",
    to: '',
    tests,
  },
  {
    id: 'window-through',
    file,
    from: 'through: known < to ? known : to',
    to: 'through: to',
    tests,
  },
  {
    id: 'window-through-beyond',
    file,
    from: 'through: known < to ? known : to',
    to: 'through: known',
    tests,
  },
  {
    id: 'window-shifted-whole',
    file,
    from: "return second.outcome === 'shifted' ? { outcome: 'again', why: 'shifted', parts: 2 } : second",
    to: "return second.outcome === 'shifted' ? { outcome: 'whole', through: until, refreshed: until } : second",
    tests,
  },
  {
    id: 'window-until',
    file,
    from: 'first.refreshed && first.refreshed < to && first.refreshed > from ? first.refreshed : to',
    to: 'to',
    tests,
  },
  {
    id: 'window-too-large',
    file,
    from: "hasIssue(failure.refusal, 'RESULTSET_TOO_LARGE')",
    to: "hasIssue(failure.refusal, 'TOO_LARGE')",
    tests,
  },
  {
    id: 'window-nothing',
    file,
    from: "if (isNotAvailable(failure)) return { outcome: 'nothing' }",
    to: '',
    tests,
  },
  {
    id: 'window-slow',
    file,
    from: 'neededMs > patienceMs && to',
    to: 'neededMs < patienceMs && to',
    tests,
  },
  {
    id: 'window-slow-parts',
    file,
    from: 'Math.min(total_pages, Math.ceil(neededMs / patienceMs))',
    to: '2',
    tests,
  },
  {
    id: 'window-one-second',
    file,
    from: ' && to.getTime() - from.getTime() > secondMs)',
    to: ')',
    tests,
  },
  { id: 'window-pages', file, from: 'if (page < total_pages) continue', to: '', tests },
  {
    id: 'window-first-refreshed',
    file,
    from: 'refreshed ??= last_refreshed_datetime',
    to: 'refreshed = last_refreshed_datetime',
    tests,
  },
  {
    id: 'window-not-available',
    file,
    from: "(hasIssue(failure.refusal, 'DATA_NOT_AVAILABLE') ||",
    to: '(',
    tests,
  },
  {
    id: 'window-hold',
    file,
    from: "failure.outcome === 'refused' ? failure.refusal.retryAfterMs : undefined)",
    to: 'undefined)',
    tests,
  },
  {
    id: 'window-turn',
    file,
    from: 'if (waitMs !== undefined) throw new NotAllowed(waitMs)',
    to: '',
    tests,
  },
])

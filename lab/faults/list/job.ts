import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/lib/job.ts'
const tests = api('lib/jobOnce')
const settle = 'apps/api/src/paypal/operation/settle.ts'
const settling = api('paypal/operation/settle')

export default faultsOf('job', [
  {
    id: 'job-complete-outside',
    file,
    from: 'run, undefined, { db: fromKysely(db.withoutPlugins()) })',
    to: 'run, undefined, {})',
    tests,
  },

  { id: 'job-data-in', file, from: 'toJsonb(kind.data.parse(data))', to: 'toJsonb(data)', tests },
  {
    id: 'job-data-out',
    file,
    from: 'const data = kind.data.parse(run.data ?? {})',
    to: 'const data = run.data ?? {}',
    tests,
  },
  {
    id: 'job-swallows',
    file,
    from: "jobLog.error({ err: error }, 'job failed')\n      throw error",
    to: "jobLog.error({ err: error }, 'job failed')",
    tests,
  },
  { id: 'job-later-fails', file, from: '.catch(laterIfNotAllowed)', to: '', tests },

  { id: 'job-dead-letter', file, from: '  deadLetter: deadLetterQueue,\n', to: '', tests },
  { id: 'job-retries', file, from: 'retryLimit: 20,', to: 'retryLimit: 0,', tests },
  {
    id: 'look-away',
    file: settle,
    from: 'dailySeconds) : awayLookSeconds',
    to: 'dailySeconds) : dailySeconds',
    tests: settling,
  },
  {
    id: 'look-asked',
    file: settle,
    from: 'Math.max(asked, tries',
    to: 'Math.max(0, tries',
    tests: settling,
  },
])

import { api, faultsOf } from '../fault.ts'

const file = 'apps/api/src/lib/job.ts'
const tests = api('lib/jobOnce')
const [operation, reviving] = [
  'apps/api/src/paypal/operation/operation.ts',
  api('paypal/operation/revive'),
]
const settle = 'apps/api/src/paypal/operation/settle.ts'
const settling = api('paypal/operation/settle')

export default faultsOf('job', [
  {
    id: 'revive-queued',
    file: operation,
    from: "j.state < 'completed'",
    to: 'false',
    tests: reviving,
  },
  {
    id: 'revive-ended',
    file: operation,
    from: "j.state < 'completed'",
    to: 'true',
    tests: reviving,
  },
  {
    id: 'revive-early',
    file: operation,
    from: "interval '5 minutes'",
    to: "interval '0 minutes'",
    tests: reviving,
  },
  {
    id: 'revive-other',
    file: operation,
    from: "j.data ->> 'operationId' = operation.id::text",
    to: 'true',
    tests: reviving,
  },
  {
    id: 'job-taken-over',
    file,
    from: "if (affected !== 1) throw new Error('Another worker has taken this job over')",
    to: '',
    tests,
  },
  {
    id: 'job-complete-outside',
    file,
    from: 'run, undefined, { db: fromKysely(db.withoutPlugins()) })',
    to: 'run, undefined, {})',
    tests,
  },
  {
    id: 'job-enqueue-outside',
    file,
    from: '      db: fromKysely(db.withoutPlugins()),\n      ...(kind.perAccount',
    to: '      ...(kind.perAccount',
    tests,
  },
  {
    id: 'job-no-company',
    file,
    from: "inCompany(pool, companyId ?? '',",
    to: "inCompany(pool, '',",
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
  {
    id: 'job-later-lost',
    file,
    from: 'if (prepared instanceof Later) await this.enqueue(db, kind, data as object, { afterSeconds: prepared.seconds })\n        else await',
    to: 'if (!(prepared instanceof Later)) await',
    tests,
  },
  { id: 'job-later-fails', file, from: '.catch(laterIfNotAllowed)', to: '', tests },
  {
    id: 'job-later-all',
    file,
    from: 'if (ms === undefined) throw error\n  return new Later(ms)',
    to: 'return new Later(ms ?? 0)',
    tests,
  },
  {
    id: 'job-later-soon',
    file,
    from: 'Math.max(1, Math.ceil(ms / 1000))',
    to: 'Math.max(1, Math.ceil(ms / 1000_000))',
    tests,
  },
  {
    id: 'job-once-by',
    file,
    from: '...(when.onceBy && { singletonKey: when.onceBy, singletonSeconds: when.afterSeconds ?? 1 }),',
    to: '',
    tests,
  },
  {
    id: 'job-after',
    file,
    from: '...(when.afterSeconds && { startAfter: when.afterSeconds }),',
    to: '',
    tests,
  },
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
    id: 'look-daily',
    file: settle,
    from: '(laterDelays[tries - quickTries] ?? dailySeconds) :',
    to: 'firstDelaySeconds :',
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

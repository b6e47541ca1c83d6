import { api, faultsOf } from '../fault.ts'

const figures = api('lib/watch/figures')
const verify = api('office/health/verify')
const sql = (id: string, name: string, from: string, to: string, tests = figures) => ({
  id,
  file: `db/functions/${name}.sql`,
  from,
  to,
  tests,
})
const lib = (id: string, from: string, to: string) => ({
  id,
  file: 'apps/api/src/lib/watch/figures.ts',
  from,
  to,
  tests: figures,
})

const list = (id: string, from: string, to: string) => ({
  id,
  file: 'apps/api/src/lib/watch/figureList.ts',
  from,
  to,
  tests: figures,
})
const doctor = api('cli/doctorDatabase')

/** What watching must not keep quiet about, and must not tell. */
export default faultsOf('watch', [
  sql(
    'watch-refunds',
    'watch_operations',
    `coalesce(max(u.unknown), 0) from unfinished u where u.state = 'unknown' and u.kind = 'refundPayment'`,
    `0.0::float8 from unfinished u where u.state = 'unknown' and u.kind = 'refundPayment'`,
  ),
  sql('watch-unknown-age', 'watch_operations', 'u.unknown >= a.seconds', 'u.due >= a.seconds'),
  sql(
    'watch-events-looked',
    'watch_events',
    'min(t.since) filter (where t.tries > 0)',
    'min(t.since) filter (where t.tries = 0)',
  ),
  sql('watch-alarms-old', 'watch_events', `interval '10 minutes'`, `interval '10 hours'`),
  sql(
    'watch-overdue-leased',
    'watch_reading',
    'when coalesce(s.leased_until < now(), true) then s.due_at end',
    'else s.due_at end',
  ),
  sql('watch-proof-archived', 'watch_books', `and a.state <> 'archived'`, ''),
  sql(
    'watch-aside-settled',
    'watch_books',
    'where r.settled_at is null and r.understood_at is null',
    '',
  ),
  sql(
    'watch-account-label',
    'watch_books',
    `'account', right(a.id::text, 8)`,
    `'account', a.label`,
  ),
  sql(
    'watch-notices-sent',
    'watch_notices',
    'd.batch_id is null and d.due_at <= now()',
    'd.batch_id is null',
  ),
  sql(
    'watch-chain-elsewhere',
    'audit_first_fault_here',
    'public.current_company()',
    `(select c.id from public.company c limit 1)`,
    verify,
  ),
  sql('watch-verify-suspended', 'companies_to_verify', `c.status = 'active' and `, '', verify),
  list(
    'watch-quarantine-left',
    'case when is_quarantined() then extract(epoch from now() - quarantined_at) else 0 end',
    'extract(epoch from now() - quarantined_at)',
  ),
  list('watch-backup-never', 'coalesce(backed_up_at, begun_at)', 'backed_up_at'),

  list('watch-months-gap', 'coalesce(min(n), 13) - 1', 'coalesce(13 - count(*), 13) - 1'),
  {
    id: 'doctor-quarantine-quiet',
    file: 'apps/api/src/cli/doctor/work.ts',
    from: 'is_quarantined() as on',
    to: 'false as on',
    tests: doctor,
  },
  {
    id: 'doctor-month-missing',
    file: 'apps/api/src/cli/doctor/work.ts',
    from: 'ahead < 2',
    to: 'ahead < 1',
    tests: doctor,
  },
  lib(
    'watch-old-values',
    '    for (const { gauge, labels } of gauges.get(group)?.values() ?? []) forget(gauge, labels)\n',
    '',
  ),
  lib('watch-zero', '  if (labels.length === 0) gauge.remove()\n', ''),
  lib('watch-one-reader', 'this.reading ??= this.readAll()', 'this.reading = this.readAll()'),
  lib('watch-kept', '< keptMs) return', '< 0) return'),
  lib('watch-locked', `'1000', true)`, `'0', true)`),
])

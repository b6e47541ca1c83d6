import { api, type Fault, faultsOf } from '../fault.ts'

const byLoss = api('databaseLoss')
const byReplica = api('replica')
const replica = 'apps/api/src/lib/replica.ts'
const db = 'apps/api/src/lib/db.ts'
const route = 'apps/api/src/lib/route.ts'
const listen = 'apps/api/src/lib/live/listen.ts'

/** What must hold while the database is lost, and about what was under way when it was. */
const faults: Fault[] = faultsOf('loss', [
  {
    id: 'loss-ear-without-limit',
    file: listen,
    from: '        query_timeout: silentMs,\n',
    to: '',
    tests: byLoss,
  },
  {
    id: 'loss-silence-each-time',
    file: 'apps/api/src/lib/pool.ts',
    from: '>= (silentAt.get(pool) ?? 0)',
    to: '>= 0',
    tests: byLoss,
  },
  {
    id: 'loss-begin-waits',
    file: db,
    from: "client.query(within(shortMs, { text: 'begin' }))",
    to: "client.query({ text: 'begin' })",
    tests: byLoss,
  },
  {
    id: 'loss-readers-wait-for-standby',
    file: 'apps/api/src/lib/pool.ts',
    from: "settings: ['synchronous_commit=local']",
    to: 'settings: []',
    tests: byLoss,
  },
  {
    id: 'loss-one-lane',
    file: route,
    from: "endpoint.method === 'GET' ? 'light' : 'writes'",
    to: "'light'",
    tests: byLoss,
  },
  {
    id: 'loss-seen-must-be-written',
    file: 'db/functions/authenticate_request.sql',
    from: 'exception when insufficient_resources or read_only_sql_transaction then null;',
    to: '',
    tests: api('people/session/session'),
  },
  {
    id: 'loss-engine-waits',
    file: 'apps/api/src/lib/pool.ts',
    from: 'applicationName, 4000)',
    to: 'applicationName, 400_000)',
    tests: byLoss,
  },
  {
    id: 'loss-replica-stale',
    file: replica,
    from: 'if (at.fresh) return true',
    to: 'return true',
    tests: byReplica,
  },
])
export default faults

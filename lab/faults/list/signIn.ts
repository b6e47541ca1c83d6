import { api, type Fault, faultsOf } from '../fault.ts'

const throttle = 'apps/api/src/lib/throttle.ts'

const once = 'apps/api/src/lib/idempotency.ts'

const authenticate = 'db/functions/authenticate_request.sql'
const bySession = api('people/session/rules', 'people/session/session')

const faults: Fault[] = [
  ...faultsOf('session', [
    {
      id: 'session-idle',
      file: authenticate,
      from: 'and last_seen_at > now() - make_interval(secs => idle_seconds)',
      to: '',
      tests: bySession,
    },
    {
      id: 'session-absolute',
      file: authenticate,
      from: 'and ended_at is null and expires_at > now()',
      to: 'and ended_at is null',
      tests: bySession,
    },
    {
      id: 'session-ended',
      file: authenticate,
      from: 'and ended_at is null and expires_at > now()',
      to: 'and expires_at > now()',
      tests: bySession,
    },
    {
      id: 'session-home',
      file: authenticate,
      from: 'can_sign_in(u, home) and',
      to: '',
      tests: bySession,
    },
    {
      id: 'session-acting',
      file: authenticate,
      from: 'when is_super and not at_home then',
      to: 'when not at_home then',
      tests: api('people/company/company'),
    },
    {
      id: 'session-token',
      file: 'apps/api/src/lib/actor.ts',
      from: "createHash('sha256').update(token).digest()",
      to: "Buffer.from(token.padEnd(32, '0').slice(0, 32))",
      tests: bySession,
    },
  ]),
  ...faultsOf('throttle', [
    {
      id: 'throttle-second-factor',
      file: throttle,
      from: 'secondFactor: 10',
      to: 'secondFactor: 10_000',
      tests: api('people/secondFactor/secondFactor'),
    },
    {
      id: 'throttle-phone',
      file: throttle,
      from: 'phoneSend: 5',
      to: 'phoneSend: 5_000',
      tests: api('people/session/phone'),
    },
  ]),
  ...faultsOf('idempotency', [
    {
      id: 'idempotency-body',
      file: once,
      from: ': (body ?? null)',
      to: ': null',
      tests: api('lib/idempotency'),
    },
    {
      id: 'idempotency-reply',
      file: once,
      from: 'return earlier.reply as T',
      to: 'return work()',
      tests: api('lib/idempotency'),
    },
  ]),
  ...faultsOf('audit', [
    {
      id: 'audit-before',
      file: 'db/functions/audit_hash.sql',
      from: 'e.before, e.after',
      to: 'e.after',
      tests: api('office/audit/audit'),
    },
    {
      id: 'audit-device',
      file: 'db/functions/audit_hash.sql',
      from: 'e.address, e.device)',
      to: 'e.address)',
      tests: api('office/audit/audit'),
    },
    {
      id: 'audit-actor',
      file: 'db/functions/audit_hash.sql',
      from: 'e.actor_id, e.actor_name',
      to: 'e.actor_name',
      tests: api('office/audit/audit'),
    },
    {
      id: 'audit-chain',
      file: 'db/functions/audit_hash.sql',
      from: 'sha256(e.prev_hash || convert_to(',
      to: 'sha256(convert_to(',
      tests: api('office/audit/audit'),
    },
    {
      id: 'audit-changed',
      file: 'db/functions/audit_first_fault.sql',
      from: ' or (e).hash <> audit_hash(e)',
      to: '',
      tests: api('office/audit/audit'),
    },
    {
      id: 'audit-head',
      file: 'db/functions/audit_first_fault.sql',
      from: 'l.seq = h.seq and l.hash = h.hash)',
      to: 'l.seq <= h.seq)',
      tests: api('office/audit/audit'),
    },
    {
      id: 'audit-missing',
      file: 'db/functions/audit_first_fault.sql',
      from: 'where n <> expected_seq or (e).prev_hash',
      to: 'where (e).prev_hash',
      tests: api('office/audit/audit'),
    },
  ]),
]
export default faults

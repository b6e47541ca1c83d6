import { api, type Fault, faultsOf } from '../fault.ts'

const throttle = 'apps/api/src/lib/throttle.ts'
const ticket = 'apps/api/src/lib/ticket.ts'
const once = 'apps/api/src/lib/idempotency.ts'
const session = 'apps/api/src/people/session/session.ts'
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
      id: 'session-disabled-meanwhile',
      file: session,
      from: "    .where('status', '=', 'active')\n",
      to: '',
      tests: api('people/session/signInRules'),
    },
    {
      id: 'session-reset-links',
      file: session,
      from: '  await revokeTickets(db, resetTicket, userId)\n',
      to: '',
      tests: api('people/session/forgot'),
    },
    {
      id: 'session-others',
      file: session,
      from: "query.where('id', '<>', except as string)",
      to: 'query',
      tests: api('people/session/ownSecurity'),
    },
    {
      id: 'session-remember',
      file: 'apps/api/src/people/session/policy.ts',
      from: '!remember || rememberDays === 0',
      to: '!remember',
      tests: api('people/session/signInRules'),
    },
    {
      id: 'session-token',
      file: 'apps/api/src/lib/actor.ts',
      from: "createHash('sha256').update(token).digest()",
      to: "Buffer.from(token.padEnd(32, '0').slice(0, 32))",
      tests: bySession,
    },
    {
      id: 'session-passkey',
      file: 'apps/api/src/people/passkey/passkey.ts',
      from: "if (begun?.userId !== userId) throw refuse('login.passkeyRefused')",
      to: '',
      tests: api('people/passkey/passkey'),
    },
    {
      id: 'session-identity',
      file: 'apps/api/src/people/identity/identity.ts',
      from: ' || !same(journey.proofHash, digest(back.proof))',
      to: '',
      tests: api('people/identity/identity'),
    },
    {
      id: 'session-stale',
      file: 'apps/api/src/lib/errors.ts',
      from: 'version !== undefined && current.version !== version',
      to: 'version === null',
      tests: api('billing/customer/customer'),
    },
  ]),
  ...faultsOf('ticket', [
    {
      id: 'ticket-expired',
      file: ticket,
      from: ' and expires_at > now()`',
      to: '`',
      tests: api('people/session/forgot', 'people/secondFactor/secondFactor'),
    },
    {
      id: 'ticket-kind',
      file: ticket,
      from: ' and kind = ${kind.name} and expires_at',
      to: ' and expires_at',
      tests: api('people/session/ticketKinds'),
    },
    {
      id: 'ticket-tries',
      file: ticket,
      from: "    .where('tries', '<', kind.maxTries ?? 1)\n",
      to: '',
      tests: api('people/secondFactor/secondFactor', 'people/session/phone'),
    },
  ]),
  ...faultsOf('throttle', [
    {
      id: 'throttle-limit',
      file: throttle,
      from: 'attempts > (key',
      to: 'attempts > 1 + (key',
      tests: api('people/session/bruteForce', 'people/session/forgot', 'people/session/phone'),
    },
    {
      id: 'throttle-address',
      file: throttle,
      from: 'const addressLimit = 100',
      to: 'const addressLimit = 100_000',
      tests: api('people/session/signInRules'),
    },
    {
      id: 'throttle-network',
      file: throttle,
      from: "if (!address.includes(':') || address.includes('.')) return address",
      to: 'return address',
      tests: api('people/session/bruteForce', 'people/session/session'),
    },
    {
      id: 'throttle-window',
      file: throttle,
      from: 'then 1 else login_throttle.attempts + 1 end',
      to: 'then login_throttle.attempts + 1 else login_throttle.attempts + 1 end',
      tests: api('people/session/signInRules'),
    },
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
      id: 'idempotency-hash',
      file: once,
      from: 'if (!earlier.requestHash.equals(requestHash)) throw',
      to: 'if (earlier === undefined) throw',
      tests: api('lib/idempotency'),
    },
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
    {
      id: 'idempotency-user',
      file: once,
      from: 'user_id = ${userId} and key',
      to: 'key',
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

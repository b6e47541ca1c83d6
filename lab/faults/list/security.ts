import { api, type Fault, faultsOf } from '../fault.ts'

const device = 'apps/api/src/people/session/device.ts'
const events = 'apps/api/src/lib/securityEvent.ts'
const record = 'apps/api/src/people/securityEvent/jobs.ts'
const config = 'apps/api/src/lib/config.ts'
const doctorSchema = 'apps/api/src/cli/doctor/schema.ts'
const given = 'apps/api/src/lib/startup/environment.ts'
const throttle = 'apps/api/src/lib/throttle.ts'
const byRules = api('people/session/signInRules')
const byDevice = api('people/session/device')
const byEvent = api('people/securityEvent/securityEvent')

const faults: Fault[] = [
  ...faultsOf('throttle', [
    {
      id: 'device-not-apart',
      file: device,
      from: 'return hash ? {',
      to: "return hash && guess.scope === 'phone' ? {",
      tests: byDevice,
    },
    {
      id: 'device-of-anyone',
      file: 'db/functions/known_device_of.sql',
      from: 'lower(u.username) = lower(login_name)',
      to: 'true',
      tests: byDevice,
    },
    {
      id: 'device-no-limit',
      file: device,
      from: 'scope: guess.scope, subject: `',
      to: "scope: 'passkey' as never, subject: `",
      tests: byDevice,
    },
    {
      id: 'phone-claimed',
      file: 'db/functions/find_login_by_phone.sql',
      from: 'u.phone_verified_at is not null\n    or not exists',
      to: 'true or not exists',
      tests: api('people/session/phone'),
    },
    {
      id: 'password-breached',
      file: 'apps/api/src/people/session/passwordRule.ts',
      from: "passwordStrength(password, words, foldBreached) !== 'weak'",
      to: "passwordStrength(password, words) !== 'weak'",
      tests: api('people/session/passwordRule'),
    },
    {
      id: 'password-own',
      file: 'apps/api/src/people/session/passwordRule.ts',
      from: '[own, []].every(',
      to: '[[]].every(',
      tests: api('people/session/passwordRule'),
    },
    {
      id: 'trial-simulator',
      file: config,
      from: 'if (PAYPAL_SIMULATOR_URL) add(',
      to: 'if (PAYPAL_SIMULATOR_URL === null) add(',
      tests: api('lib/config'),
    },
    {
      id: 'throttle-known',
      file: device,
      from: ".toString('hex')}` } : guess",
      to: ".toString('hex')}`, from: origin.address } : guess",
      tests: byDevice,
    },
    {
      id: 'throttle-codes-apart',
      file: 'apps/api/src/people/session/ownSecurity.ts',
      from: "scope: 'stepUpCode'",
      to: "scope: 'reauthenticate'",
      tests: api('people/session/ownSecurity'),
    },
    {
      id: 'throttle-passkey-session',
      file: 'apps/api/src/people/passkey/routes.ts',
      from: 'if (!request.actor) await',
      to: 'await',
      tests: byRules,
    },
    {
      id: 'throttle-kinds',
      file: throttle,
      from: "'address:' || ${scope}::text || ':' || ",
      to: "'address:' || ",
      tests: byRules,
    },
    {
      id: 'throttle-v6',
      file: throttle,
      from: 'byAddress.includes(scope) ? network(subject) : subject',
      to: 'subject',
      tests: byRules,
    },
    {
      id: 'production-by-default',
      file: config,
      from: ".default('production')",
      to: ".default('development')",
      tests: api('lib/config'),
    },
    {
      id: 'production-unreadable',
      file: config,
      from: "NODE_ENV ?? 'production')",
      to: "NODE_ENV ?? 'test')",
      tests: api('lib/config'),
    },
    {
      id: 'setting-twice',
      file: given,
      from: 'if (plain && file)',
      to: 'if (plain === file)',
      tests: api('lib/config'),
    },
    {
      id: 'setting-path-told',
      file: given,
      from: 'be read (${why})',
      to: 'be read (${file})',
      tests: api('lib/config'),
    },
    {
      id: 'setting-told',
      file: config,
      from: "${name in given.values ? 'must be'",
      to: '${given.values[name] ? `${given.values[name]} must be`',
      tests: api('lib/config'),
    },
    {
      id: 'key-judged',
      file: 'apps/api/src/lib/secret.ts',
      from: "return 'wrong'",
      to: "return 'opens'",
      tests: api('cli/doctor'),
    },
    {
      id: 'rotate-blind',
      file: 'apps/api/src/lib/secret.ts',
      from: 'await assertSeesAll(client)',
      to: '',
      tests: api('lib/secret'),
    },
    {
      id: 'doctor-policies',
      file: doctorSchema,
      from: 'expected.filter((name) => !found.has(name))',
      to: 'expected.filter((name) => found.size === 0 && name)',
      tests: api('cli/doctorDatabase'),
    },
    {
      id: 'doctor-functions',
      file: doctorSchema,
      from: 'found.some((row) => row.text === text || isForOlderServers(row))',
      to: 'found.length > 0',
      tests: api('cli/doctorDatabase'),
    },
    {
      id: 'start-old-schema',
      file: 'apps/api/src/lib/startup/database.ts',
      from: 'if (version < expected)',
      to: 'if (version < 0)',
      tests: api('lib/startup/database'),
    },
    {
      id: 'start-any-login',
      file: 'apps/api/src/lib/startup/database.ts',
      from: 'await assertRuntimeRole(client)',
      to: '',
      tests: api('http'),
    },
    {
      id: 'bootstrap-again',
      file: 'apps/api/src/cli/bootstrap.ts',
      from: 'found.admins > 0 && !again',
      to: 'found.admins > 0 && again',
      tests: api('cli/bootstrap'),
    },
    {
      id: 'console-metrics',
      file: 'apps/api/src/lib/web/console.ts',
      from: ' && !forPrograms.test(path)',
      to: '',
      tests: api('lib/web/console'),
    },
    {
      id: 'key-twice',
      file: 'apps/api/src/lib/secret.ts',
      from: 'id === entry.id) < at',
      to: 'id === entry.id) < 0',
      tests: api('lib/config'),
    },
    {
      id: 'trial-always',
      file: config,
      from: "env.PAYDESK_TRIAL === '1' ?",
      to: "env.PAYDESK_TRIAL !== '1' ?",
      tests: api('lib/config'),
    },
  ]),
  ...faultsOf('share', [
    {
      id: 'share-ready',
      file: 'apps/api/src/office/health/health.ts',
      from: 'looking ??= ',
      to: 'looking = ',
      tests: api('lib/share'),
    },
    {
      id: 'share-door',
      file: 'apps/api/src/intake/event/receive.ts',
      from: 'new Lane({ total: 1, company: 1, user: 1,',
      to: 'new Lane({ total: 9, company: 9, user: 9,',
      tests: api('lib/share'),
    },
  ]),
  ...faultsOf('ticket', [
    {
      id: 'ticket-old-address',
      file: 'apps/api/src/people/email/email.ts',
      from: '  await revokeTickets(db, resetTicket, userId)\n',
      to: '',
      tests: api('people/email/email'),
    },
    {
      id: 'ticket-old-invitation',
      file: 'apps/api/src/people/userAdmin/change.ts',
      from: "if (differs('email') && before.status === 'invited')",
      to: 'if (false)',
      tests: api('people/email/email'),
    },
  ]),
  ...faultsOf('session', [
    {
      id: 'session-ended-binds',
      file: 'apps/api/src/people/identity/routes.ts',
      from: '      await assertAlive(db, actor)\n',
      to: '',
      tests: api('people/identity/identity'),
    },
  ]),
  ...faultsOf('approval', [
    {
      id: 'approval-new-recovery-codes',
      file: 'db/schema.sql',
      from: 'CREATE TRIGGER note_credentials AFTER INSERT ON public.recovery_code',
      to: 'drop trigger note_credentials on recovery_code',
      tests: api('billing/approval/approval'),
    },
  ]),
  ...faultsOf('audit', [
    {
      id: 'event-unbounded',
      file: events,
      from: 'count <= firstWritten[event] ||',
      to: 'count > 0 ||',
      tests: byEvent,
    },
    {
      id: 'event-locked-unbounded',
      file: events,
      from: 'if (here !== undefined && !isWritten(event, here)) return',
      to: '',
      tests: byEvent,
      equivalent: 'It only saves the transaction: what is written is bounded by the count as well.',
    },
    {
      id: 'event-burst',
      file: record,
      from: '+ 1 >= burst.failures',
      to: '>= burst.failures',
      tests: byEvent,
    },
    {
      id: 'event-window',
      file: record,
      from: 'const burst = { failures: 10, minutes: 10 }',
      to: 'const burst = { failures: 10, minutes: 100 }',
      tests: byEvent,
    },
    {
      id: 'event-silenced',
      file: 'apps/api/src/people/notice/notice.ts',
      from: 'sql`${always} or coalesce(',
      to: 'sql`coalesce(',
      tests: byEvent,
    },
    {
      id: 'stream-goes-on',
      file: 'apps/api/src/desk/stream/routes.ts',
      from: 'void recheck()\n    for (const { entity, id } of',
      to: 'void 0\n    for (const { entity, id } of',
      tests: api('desk/stream/stream'),
    },
  ]),
]
export default faults

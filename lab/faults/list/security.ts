import { api, type Fault, faultsOf } from '../fault.ts'

const device = 'apps/api/src/people/session/device.ts'
const events = 'apps/api/src/lib/securityEvent.ts'
const record = 'apps/api/src/people/securityEvent/jobs.ts'
const config = 'apps/api/src/lib/config.ts'

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
      id: 'throttle-kinds',
      file: throttle,
      from: "'address:' || ${scope}::text || ':' || ",
      to: "'address:' || ",
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
      id: 'key-judged',
      file: 'apps/api/src/lib/secret.ts',
      from: "return 'wrong'",
      to: "return 'opens'",
      tests: api('cli/doctor'),
    },
    {
      id: 'start-old-schema',
      file: 'apps/api/src/lib/startup/database.ts',
      from: 'if (version < expected)',
      to: 'if (version < 0)',
      tests: api('lib/startup/database'),
    },
  ]),
  ...faultsOf('share', [
    {
      id: 'share-door',
      file: 'apps/api/src/intake/event/receive.ts',
      from: 'new Lane({ total: 1, company: 1, user: 1,',
      to: 'new Lane({ total: 9, company: 9, user: 9,',
      tests: api('lib/share'),
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
      id: 'event-locked-unbounded',
      file: events,
      from: 'if (here !== undefined && !isWritten(event, here)) return',
      to: '',
      tests: byEvent,
      equivalent: 'It only saves the transaction: what is written is bounded by the count as well.',
    },
    {
      id: 'event-window',
      file: record,
      from: 'const burst = { failures: 10, minutes: 10 }',
      to: 'const burst = { failures: 10, minutes: 100 }',
      tests: byEvent,
    },
  ]),
]
export default faults

import { api, type Fault, faultsOf } from '../fault.ts'

const factor = 'apps/api/src/people/secondFactor/secondFactor.ts'
const bySecondFactor = api('people/secondFactor/secondFactor')
const signIn = 'apps/api/src/people/session/signIn.ts'
const phone = 'apps/api/src/people/session/phone.ts'
const ticket = 'apps/api/src/lib/ticket.ts'
const hash = 'db/functions/audit_hash.sql'
const byAudit = api('office/audit/audit')
const approval = 'apps/api/src/billing/approval/approval.ts'
const byApproval = api('billing/approval/approval')
const throttle = 'apps/api/src/lib/throttle.ts'
const invited = 'db/functions/find_invitation.sql'
const column = (id: string, from: string, to: string) => ({
  id: `audit-${id}`,
  file: hash,
  from,
  to,
  tests: byAudit,
})

/** Ways in, what is kept of them, and who decides. */
const faults: Fault[] = [
  ...faultsOf('session', [
    {
      id: 'session-factor-left-out',
      file: 'apps/api/src/people/session/session.ts',
      from: 'if (!isSet && !(await secondFactorRequired(db, login)))',
      to: 'if (!(await secondFactorRequired(db, login)))',
      tests: bySecondFactor,
    },
    {
      id: 'session-factor-required',
      file: 'apps/api/src/people/session/session.ts',
      from: 'if (!isSet && !(await secondFactorRequired(db, login)))',
      to: 'if (!isSet)',
      tests: bySecondFactor,
    },
    {
      id: 'session-factor-used',
      file: factor,
      from: ".where('lastStep', '<', step)",
      to: ".where('lastStep', '<=', step)",
      tests: bySecondFactor,
    },
    {
      id: 'session-factor-window',
      file: factor,
      from: 'window: 1 }',
      to: 'window: 4 }',
      tests: bySecondFactor,
    },
    {
      id: 'session-factor-unconfirmed',
      file: factor,
      from: 'return on !== undefined && takeTotp',
      to: 'return takeTotp',
      tests: bySecondFactor,
    },
    {
      id: 'session-factor-recovery',
      file: factor,
      from: ".where('hash', '=', hashCode(owner.userId, code))\n    .where('usedAt', 'is', null)",
      to: ".where('hash', '=', hashCode(owner.userId, code))",
      tests: bySecondFactor,
    },
    {
      id: 'session-factor-overwritten',
      file: factor,
      from: "\n        .where('secondFactor.enabledAt', 'is', null)",
      to: '',
      tests: bySecondFactor,
    },
    {
      id: 'session-factor-enrol',
      file: signIn,
      from: 'if (!ticket?.enrol) throw',
      to: 'if (!ticket) throw',
      tests: bySecondFactor,
    },
    {
      id: 'session-password-changed',
      file: signIn,
      from: "    .where('passwordHash', '=', passwordHash)\n",
      to: '',
      tests: api('people/session/signInRules'),
    },
    {
      id: 'session-demo',
      file: 'apps/api/src/people/session/session.ts',
      from: 'login && !(production && login.demo) ? login',
      to: 'login ? login',
      tests: api('people/session/session'),
    },
    {
      id: 'session-phone-tries',
      file: phone,
      from: ' and tries < ${maxTries} returning',
      to: ' returning',
      tests: api('people/session/phone'),
    },
    {
      id: 'session-phone-shared',
      file: phone,
      from: 'return rows.length === 1 ? rows[0]',
      to: 'return rows.length > 0 ? rows[0]',
      tests: api('people/session/phone'),
    },
    {
      id: 'session-identity-purpose',
      file: 'apps/api/src/people/identity/identity.ts',
      from: 'journey.userId !== userId || ',
      to: '',
      tests: api('people/identity/identity'),
    },
    {
      id: 'session-passkeys-many',
      file: 'apps/api/src/people/passkey/passkey.ts',
      from: 'existing.length >= maxPasskeys',
      to: 'existing.length > maxPasskeys',
      tests: api('people/passkey/passkey'),
    },
    {
      id: 'session-passkey-verified',
      file: 'apps/api/src/people/passkey/passkey.ts',
      from: 'counter: passkey.counter },\n    requireUserVerification: true',
      to: 'counter: passkey.counter },\n    requireUserVerification: false',
      tests: api('people/passkey/passkey'),
    },
    {
      id: 'session-invitation-late',
      file: invited,
      from: ' and i.expires_at > now()',
      to: '',
      tests: api('people/invitation/invitation'),
    },
    {
      id: 'session-invitation-disabled',
      file: invited,
      from: " and u.status = 'invited'",
      to: '',
      tests: api('people/invitation/invitation'),
    },
    {
      id: 'session-roles-changed',
      file: 'apps/api/src/people/userAdmin/change.ts',
      from: '  if (lost.length + gained.length > 0) await endSessions(db, actor.companyId, id)\n',
      to: '',
      tests: api('people/user/user'),
    },
    {
      id: 'session-suspended',
      file: 'apps/api/src/people/company/company.ts',
      from: "if (before.status === 'active' && change.status === 'suspended') await",
      to: "if (before.status === 'suspended' && change.status === 'suspended') await",
      tests: api('people/company/company'),
    },
  ]),
  ...faultsOf('ticket', [
    {
      id: 'ticket-revoke-user',
      file: ticket,
      from: " and data ->> 'userId' = ${userId}",
      to: '',
      tests: api('people/session/ticketKinds'),
    },
    {
      id: 'ticket-revoke-kind',
      file: ticket,
      from: 'where kind = ${kind.name} and data',
      to: 'where data',
      tests: api('people/session/ticketKinds'),
    },
    {
      id: 'ticket-kept',
      file: ticket,
      from: "await db.deleteFrom('ticket').where(live(kind, token)).returning('data').executeTakeFirst()",
      to: "await db.selectFrom('ticket').select('data').where(live(kind, token)).executeTakeFirst()",
      tests: api('people/session/ticketKinds'),
    },
  ]),
  ...faultsOf('throttle', [
    {
      id: 'throttle-forgot',
      file: throttle,
      from: 'forgot: 5',
      to: 'forgot: 5_000',
      tests: api('people/session/forgot'),
    },
    {
      id: 'throttle-link',
      file: throttle,
      from: 'link: 100',
      to: 'link: 100_000',
      tests: api('people/session/signInRules'),
    },
    {
      id: 'throttle-passkey',
      file: throttle,
      from: 'passkey: 300',
      to: 'passkey: 300_000',
      tests: api('people/session/signInRules'),
    },
    {
      id: 'throttle-minutes',
      file: throttle,
      from: 'const windowMinutes = 15',
      to: 'const windowMinutes = 1',
      tests: api('people/session/signInRules'),
    },
    {
      id: 'throttle-forgiven',
      file: throttle,
      from: "set('attempts', '-', 1)",
      to: "set('attempts', '-', 100)",
      tests: api('people/session/signInRules'),
    },
  ]),
  ...faultsOf('audit', [
    column('time', 'to_char(e.at at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\'), ', ''),
    column('action', 'e.actor_name, e.action', 'e.actor_name'),
    column('entity', 'e.entity, e.entity_id, e.entity_label', 'e.entity, e.entity_label'),
    column('label', 'e.entity_id, e.entity_label', 'e.entity_id'),
    column('address', 'e.address, e.device', 'e.device'),
    {
      id: 'audit-order',
      file: 'db/functions/audit_first_fault.sql',
      from: ' or (e).prev_hash <> expected_prev or',
      to: ' or',
      tests: byAudit,
    },
    {
      id: 'audit-logged-head',
      file: 'apps/api/src/office/audit/verify.ts',
      from: 'if (seq > 0 && rows[0]?.hash !== hash)',
      to: 'if (seq > 0 && !rows[0])',
      tests: byAudit,
    },
    {
      id: 'audit-sees-all',
      file: 'apps/api/src/office/audit/verify.ts',
      from: '    await assertSeesAll(client)\n',
      to: '',
      tests: byAudit,
    },
  ]),
  ...faultsOf('approval', [
    {
      id: 'approval-own-decided',
      file: approval,
      from: "if (decision === 'withdrawn' ? !own : own) throw",
      to: "if (decision === 'withdrawn' ? !own : decision === 'rejected' && own) throw",
      tests: byApproval,
    },
    {
      id: 'approval-beyond',
      file: approval,
      from: "if (decision === 'approved' && !isWithin(limits, approval))",
      to: "if (decision === 'withdrawn' && !isWithin(limits, approval))",
      tests: byApproval,
    },
    {
      id: 'approval-constraint',
      file: 'db/schema.sql',
      from: 'constraint approval_by_another',
      to: 'alter table approval drop constraint approval_by_another',
      tests: byApproval,
    },
    {
      id: 'approval-withdrawn-by-another',
      file: approval,
      from: "if (decision === 'withdrawn' ? !own : own) throw",
      to: "if (decision !== 'withdrawn' && own) throw",
      tests: byApproval,
    },
  ]),
  ...faultsOf('idempotency', [
    {
      id: 'idempotency-length',
      file: 'apps/api/src/lib/idempotency.ts',
      from: ' || key.length > 100',
      to: '',
      tests: api('lib/idempotency'),
    },
  ]),
  ...faultsOf('csv', [
    {
      id: 'csv-comma',
      file: 'apps/api/src/lib/file/csv.ts',
      from: '/[",\\r\\n\\t]/',
      to: '/["\\r\\n\\t]/',
      tests: api('lib/file/csv'),
    },
    {
      id: 'csv-minus',
      file: 'apps/api/src/lib/file/csv.ts',
      from: "'=+-@",
      to: "'=+@",
      tests: api('lib/file/sheet'),
    },
  ]),
]
export default faults

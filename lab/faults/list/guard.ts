import { api, type Fault, faultsOf } from '../fault.ts'

const factor = 'apps/api/src/people/secondFactor/secondFactor.ts'
const bySecondFactor = api('people/secondFactor/secondFactor')

const hash = 'db/functions/audit_hash.sql'
const byAudit = api('office/audit/audit')
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
      id: 'session-factor-window',
      file: factor,
      from: 'window: 1 }',
      to: 'window: 4 }',
      tests: bySecondFactor,
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
  ]),
  ...faultsOf('approval', [
    {
      id: 'approval-constraint',
      file: 'db/schema.sql',
      from: 'constraint approval_by_another',
      to: 'alter table approval drop constraint approval_by_another',
      tests: byApproval,
    },
  ]),
  ...faultsOf('csv', [
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

import { api, faultsOf } from '../fault.ts'

const route = 'apps/api/src/lib/route.ts'
const authenticate = 'db/functions/authenticate_request.sql'

const email = 'apps/api/src/people/email/email.ts'
const matrix = api('stepUp')
const own = api('people/session/ownSecurity')
const limits = api('people/limitChange/limitChange')
const approvals = api('billing/approval/approval')

const undo = api('people/email/email')

/** What somebody must have shown, and what one person alone may not do. */
export default faultsOf('stepUp', [
  {
    id: 'step-up-file',
    file: route,
    from: 'admitted(request, session, endpoint) }, undefined)',
    to: "admitted(request, session, { ...endpoint, stepUp: 'never' }) }, undefined)",
    tests: matrix,
  },
  {
    id: 'step-up-minutes',
    file: authenticate,
    from: "s.factor_at > now() - interval '10 minutes'",
    to: "s.factor_at > now() - interval '100 minutes'",
    tests: own,
  },
  {
    id: 'step-up-password-minutes',
    file: authenticate,
    from: "s.reauthenticated_at > now() - interval '10 minutes'",
    to: 's.reauthenticated_at is not null',
    tests: own,
  },
  {
    id: 'step-up-passkey-counts',
    file: authenticate,
    from: '\n      or exists (select from passkey k where k.company_id = u.company_id and k.user_id = u.id)',
    to: '',
    tests: matrix,
  },
  {
    id: 'step-up-unconfirmed',
    file: authenticate,
    from: ' and f.enabled_at is not null)',
    to: ')',
    tests: matrix,
  },
  {
    id: 'person-name-unseen',
    file: 'packages/contract/src/lib/record.ts',
    from: '\\p{Bidi_Control}',
    to: '',
    tests: limits,
  },
  {
    id: 'person-name-control',
    file: 'packages/contract/src/lib/record.ts',
    from: '\\p{Cc}',
    to: '',
    tests: limits,
  },
  {
    id: 'approval-in-parts',
    file: 'apps/api/src/billing/approval/approval.ts',
    from: "case when a.kind = 'refund' then",
    to: "case when a.kind = 'nothing' then",
    tests: approvals,
  },
  {
    id: 'account-told',
    file: 'apps/api/src/people/securityEvent/securityEvent.ts',
    from: "  'paypalAccount.rotate': 'accountRotated',\n",
    to: '',
    tests: api('paypal/paypalAccount/merchant'),
  },
  {
    id: 'credentials-day',
    file: authenticate,
    from: "interval '24 hours'",
    to: "interval '23 hours'",
    tests: approvals,
  },
  {
    id: 'credentials-phone',
    file: 'db/functions/note_own_credentials.sql',
    from: 'new.email, new.phone) is distinct from (old.password_hash, old.email, old.phone)',
    to: 'new.email) is distinct from (old.password_hash, old.email)',
    tests: approvals,
  },
  {
    id: 'undo-sessions',
    file: email,
    from: 'await endSessions(db, ticket.companyId, ticket.userId)',
    to: '0',
    tests: undo,
  },
  {
    id: 'undo-password',
    file: email,
    from: ', passwordHash: null, passwordChangedAt',
    to: ', passwordChangedAt',
    tests: undo,
  },

  { id: 'undo-phone', file: email, from: ' phone: null,', to: '', tests: undo },
])

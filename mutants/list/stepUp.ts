import { api, faultsOf } from '../fault.ts'

const actor = 'apps/api/src/lib/actor.ts'
const route = 'apps/api/src/lib/route.ts'
const authenticate = 'db/functions/authenticate_request.sql'
const policy = 'apps/api/src/people/session/policy.ts'
const session = 'apps/api/src/people/session/session.ts'
const limitChange = 'apps/api/src/people/limitChange/limitChange.ts'
const email = 'apps/api/src/people/email/email.ts'
const matrix = api('stepUp')
const own = api('people/session/ownSecurity')
const limits = api('people/limitChange/limitChange')
const approvals = api('billing/approval/approval')
const factor = api('people/secondFactor/secondFactor')
const undo = api('people/email/email')

/** What somebody must have shown, and what one person alone may not do. */
export default faultsOf('stepUp', [
  { id: 'step-up-factor', file: actor, from: "if (shown !== 'factor') throw", to: 'if (!shown) throw', tests: matrix },
  {
    id: 'step-up-own',
    file: actor,
    from: 'if (actor.hasFactor) requireFactor(actor)',
    to: 'if (false) requireFactor(actor)',
    tests: matrix,
  },
  { id: 'step-up-own-stale', file: actor, from: 'else if (!actor.shown) throw', to: 'else if (false) throw', tests: matrix },
  { id: 'step-up-always', file: route, from: "if (actor && stepUp === 'always') requireFactor(actor)", to: '', tests: matrix },
  { id: 'step-up-own-calls', file: route, from: "if (actor && stepUp === 'own') requireOwn(actor)", to: '', tests: matrix },
  { id: 'step-up-file', file: route, from: 'cursor === undefined ? endpoint :', to: 'cursor !== undefined ? endpoint :', tests: matrix },
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
  { id: 'step-up-password-is-none', file: session, from: "...(shown === 'factor' && {", to: '...(true && {', tests: own },
  {
    id: 'step-up-passkey-counts',
    file: authenticate,
    from: '\n      or exists (select from passkey k where k.company_id = u.company_id and k.user_id = u.id)',
    to: '',
    tests: matrix,
  },
  { id: 'step-up-unconfirmed', file: authenticate, from: ' and f.enabled_at is not null)', to: ')', tests: matrix },
  {
    id: 'step-up-security-tab',
    file: 'apps/api/src/people/companySetting/companySetting.ts',
    from: "differs('security') || ",
    to: '',
    tests: matrix,
  },
  {
    id: 'step-up-notices-tab',
    file: 'apps/api/src/people/companySetting/companySetting.ts',
    from: " || differs('notifications')",
    to: '',
    tests: api('people/companySetting/companySetting'),
  },
  {
    id: 'step-up-user-phone',
    file: 'apps/api/src/people/userAdmin/change.ts',
    from: "if (differs('email') || differs('phone')) requireFactor(actor)",
    to: "if (differs('email')) requireFactor(actor)",
    tests: api('people/user/user'),
  },
  {
    id: 'step-up-account-phone',
    file: 'apps/api/src/people/account/account.ts',
    from: "if (differs('email') || differs('phone')) requireOwn(actor)",
    to: "if (differs('email')) requireOwn(actor)",
    tests: api('people/account/account'),
  },
  {
    id: 'step-up-dispute',
    file: 'apps/api/src/billing/dispute/answer.ts',
    from: 'if (givingBack.includes(answer.action)) requireFactor(actor)',
    to: '',
    tests: matrix,
  },
  {
    id: 'step-up-dispute-accept',
    file: 'packages/contract/src/billing/dispute.ts',
    from: "= ['acceptClaim', 'makeOffer',",
    to: "= ['makeOffer',",
    tests: matrix,
  },
  {
    id: 'recovery-code-told',
    file: 'apps/api/src/people/secondFactor/secondFactor.ts',
    from: "if (used) await recordChange(db, doer, { action: 'user.useRecoveryCode', entityId: owner.userId, label: doer.name })",
    to: '',
    tests: factor,
  },
  { id: 'person-name-unseen', file: 'packages/contract/src/lib/record.ts', from: '\\p{Bidi_Control}', to: '', tests: limits },
  { id: 'person-name-control', file: 'packages/contract/src/lib/record.ts', from: '\\p{Cc}', to: '', tests: limits },
  {
    id: 'address-letters',
    file: 'apps/api/src/people/email/email.ts',
    from: "await admitMessage(db, { companyId, recipient: from, template: isAgain ? 'emailChangedAgain' : 'emailChanged' })",
    to: '',
    tests: api('people/email/email'),
  },
  {
    id: 'approval-asker',
    file: 'apps/api/src/billing/approval/approval.ts',
    from: 'q.id = a.requested_by',
    to: 'q.id = a.decided_by',
    tests: approvals,
  },
  {
    id: 'limit-change-asker',
    file: limitChange,
    from: 'l left join app_user u on u.company_id = l.company_id and u.id = l.user_id\n  left join app_user a on a.company_id = l.company_id and a.id = l.asked_by',
    to: 'l left join app_user u on u.company_id = l.company_id and u.id = l.user_id\n  left join app_user a on a.company_id = l.company_id and a.id = l.user_id',
    tests: limits,
  },
  {
    id: 'limit-change-home-own',
    file: limitChange,
    from: 'and l.asked_by <> ${actor.userId} and l.user_id',
    to: 'and l.user_id',
    tests: api('desk/home/home'),
  },
  {
    id: 'limit-change-home-subject',
    file: limitChange,
    from: ' and l.user_id is distinct from ${actor.userId}`.execute(db)',
    to: '`.execute(db)',
    tests: api('desk/home/home'),
  },
  { id: 'step-up-powers', file: policy, from: "  'ApproveRefund',\n", to: '', tests: factor },
  { id: 'step-up-admins', file: policy, from: '${roleCode.admin}, ', to: '', tests: factor },
  { id: 'step-up-demo', file: policy, from: 'if (demo) return false', to: 'if (!demo) return false', tests: factor },
  {
    id: 'step-up-disable',
    file: 'apps/api/src/people/session/ownSecurity.ts',
    from: "throw refuse('secondFactor.required')",
    to: 'void userId',
    tests: factor,
  },
  { id: 'credentials-day', file: authenticate, from: "interval '24 hours'", to: "interval '23 hours'", tests: approvals },
  {
    id: 'credentials-phone',
    file: 'db/functions/note_own_credentials.sql',
    from: 'new.email, new.phone) is distinct from (old.password_hash, old.email, old.phone)',
    to: 'new.email) is distinct from (old.password_hash, old.email)',
    tests: approvals,
  },
  {
    id: 'limit-change-own',
    file: limitChange,
    from: "if (decision === 'withdrawn' ? !own : own) throw",
    to: 'if (false) throw',
    tests: limits,
  },
  {
    id: 'limit-change-subject',
    file: limitChange,
    from: "if (decision === 'approved' && change.userId === userId) throw",
    to: 'if (false) throw',
    tests: limits,
  },
  {
    id: 'limit-change-new',
    file: limitChange,
    from: "if (decision === 'approved' && hasNewCredentials) throw",
    to: 'if (false) throw',
    tests: limits,
  },
  { id: 'limit-change-decided', file: limitChange, from: "if (change.state !== 'waiting') throw", to: 'if (false) throw', tests: limits },
  { id: 'limit-change-lock', file: limitChange, from: ' and id = ${id} for update`', to: ' and id = ${id}`', tests: limits },
  { id: 'limit-change-at-once', file: limitChange, from: "if (decision === 'approved') await apply", to: 'await apply', tests: limits },
  {
    id: 'limit-change-ask-own',
    file: limitChange,
    from: "if (body.userId === actor.userId) throw refuse('approval.ownLimit')\n",
    to: '',
    tests: limits,
  },
  { id: 'limit-change-side', file: limitChange, from: '(l.user_id is not null and ', to: '(', tests: limits },
  { id: 'undo-sessions', file: email, from: 'await endSessions(db, ticket.companyId, ticket.userId)', to: '0', tests: undo },
  { id: 'undo-password', file: email, from: ', passwordHash: null, passwordChangedAt', to: ', passwordChangedAt', tests: undo },
  { id: 'undo-chain', file: email, from: '(await hasTicket(db, undoEmailTicket, userId)) || ', to: '', tests: undo },
  { id: 'undo-again', file: email, from: ' || (await hasTicket(db, undoneTicket, userId))', to: '', tests: undo },
  { id: 'undo-passkeys', file: email, from: '    await removePasskeys(db, ticket, doubtedHours)\n', to: '', tests: undo },
  { id: 'undo-phone', file: email, from: ' phone: null,', to: '', tests: undo },
  { id: 'undo-hours', file: email, from: '72 * 3600', to: '7200 * 3600', tests: undo },
  { id: 'undo-invited', file: 'apps/api/src/people/userAdmin/change.ts', from: " && before.status !== 'invited'", to: '', tests: undo },
])

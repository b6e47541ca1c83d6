import { api, type Fault, faultsOf } from '../fault.ts'

const byGate = api('desk/quarantine/gate')
const byCompare = api('desk/quarantine/compare')

const byRefund = api('desk/quarantine/refund')

/** What a restored database must not do again. */
const faults: Fault[] = [
  ...faultsOf('quarantine', [
    {
      id: 'quarantine-act-leaves',
      file: 'db/functions/reserve_call.sql',
      from: `if of_kind = 'act' and is_quarantined() then`,
      to: `if of_kind = 'act' and false then`,
      tests: byGate,
    },
    {
      id: 'quarantine-webhook-is-a-look',
      file: 'packages/paypal/src/operation.ts',
      from: `return effect === 'read' ? 'look' : 'act'`,
      to: `return effect === 'read' || path.startsWith('/v1/notifications/') ? 'look' : 'act'`,
      tests: byGate,
    },
    {
      id: 'quarantine-numbers-not-pushed',
      file: 'apps/api/src/billing/bill/number.ts',
      from: 'if (last <= (rows.find((row) => row.prefix === prefix)?.last ?? 0)) continue',
      to: 'if (last >= 0) continue',
      tests: byCompare,
    },
    {
      id: 'quarantine-refunds-of-one-account-for-all',
      file: 'apps/api/src/desk/quarantine/compare.ts',
      from: 'const all = `refunds ${ref.accountId}`',
      to: "const all = 'refunds'",
      tests: byCompare,
    },
    {
      id: 'quarantine-copy-not-noticed-by-the-running',
      file: 'db/functions/is_quarantined.sql',
      from: 'or i.system_identifier <> (select c.system_identifier::text from pg_control_system() c)',
      to: '',
      tests: byGate,
    },
    {
      id: 'quarantine-ended-session-revived',
      file: 'db/functions/authenticate_request.sql',
      from: 'and not exists (select from installation i where session.created_at < i.quarantined_at)',
      to: '',
      tests: byGate,
    },
    {
      id: 'quarantine-refund-has-a-new-request-id',
      file: 'apps/api/src/billing/refund/perform.ts',
      from: 'startOperation(db, jobs, { id, companyId, accountId, billId, refundId: id,',
      to: 'startOperation(db, jobs, { companyId, accountId, billId, refundId: id,',
      tests: byRefund,
    },
    {
      id: 'quarantine-untold-refunds-unsaid',
      file: 'apps/api/src/desk/quarantine/compare.ts',
      from: 'return rows[0]?.told ?? false',
      to: 'return rows.length > 0',
      tests: byCompare,
    },
    {
      id: 'quarantine-message-repeated',
      file: 'apps/api/src/desk/quarantine/leave.ts',
      from: 'const messages = await withholdMessages(db, companyId, since)',
      to: `const messages: Awaited<ReturnType<typeof withholdMessages>> = []`,
      tests: byCompare,
    },
  ]),
]
export default faults

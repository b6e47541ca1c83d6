import { api, type Fault, faultsOf } from '../fault.ts'

const ask = 'apps/api/src/billing/refund/ask.ts'
const seen = 'apps/api/src/billing/refund/seen.ts'
const approval = 'apps/api/src/billing/approval/approval.ts'
const tests = api('billing/refund/asked')
const bySeen = api('billing/refund/seen')

const faults: Fault[] = [
  ...faultsOf('refund', [
    {
      id: 'refund-left',
      file: ask,
      from: 'amountMinor - refundedMinor - refundingMinor : 0',
      to: 'amountMinor - refundedMinor : 0',
      tests,
    },
    {
      id: 'refund-left-refunded',
      file: ask,
      from: 'amountMinor - refundedMinor - refundingMinor : 0',
      to: 'amountMinor - refundingMinor : 0',
      tests,
    },
    {
      id: 'refund-left-pending',
      file: ask,
      from: "source === 'paypal' && !pending ? amountMinor",
      to: "source === 'paypal' ? amountMinor",
      tests,
    },
    {
      id: 'refund-kept',
      file: ask,
      from: '- amountMinor - feeMinor,',
      to: '- amountMinor + feeMinor,',
      tests,
    },
    {
      id: 'refund-disputed',
      file: ask,
      from: "if (payment.disputeId && amountMinor < leftOf(payment)) throw refuse('refund.disputed', {}, { disputeId: payment.disputeId })\n",
      to: '',
      tests,
    },
    {
      id: 'refund-row-disputed',
      file: approval,
      from: " and s.status <> 'RESOLVED'",
      to: '',
      tests,
    },
    {
      id: 'refund-not-refundable',
      file: ask,
      from: "if (payment.source !== 'paypal' || payment.pending) throw refuse('refund.notRefundable')\n",
      to: '',
      tests,
    },
    {
      id: 'refund-threshold',
      file: ask,
      from: '?.sum ?? 0) >= threshold',
      to: '?.sum ?? 0) > threshold',
      tests,
    },
    {
      id: 'refund-parts',
      file: ask,
      from: 'amountMinor + Number(rows[0]?.sum ?? 0) >= threshold',
      to: 'amountMinor >= threshold',
      tests,
    },
    {
      id: 'refund-parts-approved',
      file: ask,
      from: '(select from approval a where a.company_id = r.company_id and a.refund_id = r.id',
      to: '(select from approval a where false and a.company_id = r.company_id and a.refund_id = r.id',
      tests,
    },
    {
      id: 'refund-parts-failed',
      file: ask,
      from: ' and r.state in (${literals(askedRefundStates)})',
      to: '',
      tests,
    },
    {
      id: 'refund-threshold-currency',
      file: ask,
      from: 'find((line) => line.currency === currency)',
      to: 'find((line) => line.currency !== undefined)',
      tests,
    },
    {
      id: 'refund-fresh',
      file: ask,
      from: 'if (approvalNeeded) requireFactor(actor)\n',
      to: '',
      tests,
    },

    {
      id: 'refund-seen-cancelled',
      file: seen,
      from: "CANCELLED: 'failed'",
      to: "CANCELLED: 'completed'",
      tests: bySeen,
    },
    {
      id: 'refund-seen-pending',
      file: seen,
      from: "row.status === 'P' ? 'pending' : 'completed'",
      to: "'completed'",
      tests: bySeen,
    },
    {
      id: 'refund-seen-denied',
      file: seen,
      from: "row.status === 'D' ? 'failed' : row",
      to: 'row',
      tests: bySeen,
    },
    {
      id: 'refund-seen-returned',
      file: seen,
      from: "row.grossMinor < 0 ? 'reversal' : 'returned'",
      to: "'reversal'",
      tests: bySeen,
    },
    {
      id: 'refund-seen-incoming',
      file: seen,
      from: "if (rowClass === 'refund' && row.grossMinor > 0) return undefined\n",
      to: '',
      tests: bySeen,
    },
    {
      id: 'refund-seen-sign',
      file: seen,
      from: 'amountMinor: Math.abs(row.grossMinor)',
      to: 'amountMinor: row.grossMinor',
      tests: bySeen,
    },
    {
      id: 'refund-seen-chargeback',
      file: seen,
      from: '!backClasses.includes(rowClass)',
      to: "!backClasses.includes(rowClass) || rowClass === 'chargeback'",
      tests: bySeen,
    },
    {
      id: 'refund-seen-unknown',
      file: seen,
      from: 'if (!state || !refund.amount) return undefined\n',
      to: 'if (!refund.amount) return undefined\n',
      tests: bySeen,
    },
  ]),
  ...faultsOf('approval', [
    {
      id: 'approval-limit',
      file: approval,
      from: 'reachMinor <= limit.amountMinor',
      to: 'reachMinor < limit.amountMinor',
      tests,
    },
    {
      id: 'approval-limit-currency',
      file: approval,
      from: 'limit.currency === currency && ',
      to: '',
      tests,
    },
    {
      id: 'approval-own',
      file: approval,
      from: "if (row.requestedById === actor.userId) return 'own'\n",
      to: '',
      tests: api('billing/approval/approval'),
    },
    {
      id: 'approval-new-credentials',
      file: approval,
      from: "if (decision === 'approved' && actor.hasNewCredentials)",
      to: 'if (false)',
      tests: api('billing/approval/approval'),
    },
    {
      id: 'approval-count-own',
      file: approval,
      from: '\n      and a.requested_by <> ${actor.userId} order by',
      to: ' order by',
      tests: api('desk/home/home'),
    },
  ]),
]
export default faults

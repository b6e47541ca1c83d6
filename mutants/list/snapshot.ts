import { api, type Fault, faultsOf } from '../fault.ts'

const snapshot = 'apps/api/src/billing/bill/snapshot.ts'
const payment = 'apps/api/src/billing/bill/payment.ts'
const refunded = 'apps/api/src/billing/bill/refunded.ts'
const tests = api('billing/bill/judgement')
const pending = api('billing/bill/pending')
const reserved = api('billing/bill/reserved')

const faults: Fault[] = [
  ...faultsOf('age', [
    { id: 'snapshot-older', file: snapshot, from: 'Date.parse(bill.providerLookedAt)', to: 'Date.parse(bill.providerLookedAt) * 0', tests },
    {
      id: 'snapshot-same-look',
      file: snapshot,
      from: 'Date.parse(bill.providerLookedAt)',
      to: 'Date.parse(bill.providerLookedAt) + 1',
      tests,
    },
    { id: 'snapshot-incomplete', file: snapshot, from: "if (!isComplete(invoice)) return 'unclear'\n", to: '', tests },
    {
      id: 'snapshot-no-payments',
      file: snapshot,
      from: '(invoice.payments?.paid_amount?.amountMinor ?? 0) === 0 ||',
      to: 'true ||',
      tests,
    },
    { id: 'snapshot-no-sum', file: snapshot, from: '!/PAID|REFUNDED/.test(', to: '!/NONE/.test(', tests },
    { id: 'snapshot-unpaid', file: snapshot, from: "invoice.status.replace('UNPAID', '')", to: 'invoice.status', tests },
    { id: 'snapshot-no-due', file: snapshot, from: '  invoice.due_amount !== undefined &&\n', to: '', tests },
    { id: 'snapshot-no-total', file: snapshot, from: '  invoice.amount !== undefined &&\n', to: '', tests },
    { id: 'snapshot-external', file: snapshot, from: "PAID_EXTERNAL: 'paid'", to: "PAID_EXTERNAL: 'sent'", tests },
    { id: 'snapshot-auto-cancelled', file: snapshot, from: "AUTO_CANCELLED: 'cancelled'", to: "AUTO_CANCELLED: 'sent'", tests },
    { id: 'snapshot-pending', file: snapshot, from: "PAYMENT_PENDING: 'paymentPending'", to: "PAYMENT_PENDING: 'paid'", tests },
    {
      id: 'snapshot-part-refunded',
      file: snapshot,
      from: "PARTIALLY_REFUNDED: 'partiallyRefunded'",
      to: "PARTIALLY_REFUNDED: 'refunded'",
      tests,
    },
    {
      id: 'snapshot-written-off',
      file: snapshot,
      from: "if (bill.status === 'writtenOff' && !paidMore) return 'writtenOff'\n",
      to: '',
      tests,
    },
    {
      id: 'snapshot-written-off-ever',
      file: snapshot,
      from: "bill.status === 'writtenOff' && !paidMore",
      to: "bill.status === 'writtenOff'",
      tests,
    },
    {
      id: 'snapshot-unknown',
      file: snapshot,
      from: 'return statusOf[invoice.status] ?? bill.status',
      to: "return statusOf[invoice.status] ?? 'draft'",
      tests,
    },
    { id: 'payment-gone', file: payment, from: '!payment.refunded && !stays.has(keyOf(payment))', to: '!stays.has(keyOf(payment))', tests },
    {
      id: 'payment-stays',
      file: payment,
      from: '!payment.refunded && !stays.has(keyOf(payment))',
      to: '!payment.refunded && false',
      tests,
    },
    { id: 'payment-external', file: payment, from: "payment.type === 'EXTERNAL' ? 'external' : 'paypal'", to: "'paypal'", tests },
    { id: 'payment-pending-uncounted', file: payment, from: 'if (missing <= 0) break', to: 'break', tests: pending },
    { id: 'payment-pending-counted', file: payment, from: '    if (missing <= 0) break\n', to: '', tests: pending },
    { id: 'payment-pending-first-seen', file: payment, from: 'of [...before, ...others]', to: 'of before', tests: pending },
    { id: 'payment-pending-before', file: payment, from: 'of [...before, ...others]', to: 'of [...others, ...before]', tests },
    { id: 'payment-pending-status', file: payment, from: "invoice.status === 'PAYMENT_PENDING'", to: 'false', tests },
    {
      id: 'payment-pending-newest',
      file: payment,
      from: "(b.paidOn ?? '').localeCompare(a.paidOn ?? '')",
      to: "(a.paidOn ?? '').localeCompare(b.paidOn ?? '')",
      tests,
    },
    { id: 'payment-mark', file: payment, from: ".replace(/\\s*#[0-9a-f-]{36}$/, '')", to: '', tests },
    { id: 'payment-amount', file: payment, from: 'amount_minor = excluded.amount_minor,', to: '', tests },
    {
      id: 'refund-by-hand-only',
      file: payment,
      from: "    and x.source = 'external' and x.provider_refund_id",
      to: '    and x.provider_refund_id',
      tests,
    },
    {
      id: 'refund-listed-none',
      file: payment,
      from: '(invoice.refunds?.transactions ?? []).length > 0 || !/REFUNDED/.test(invoice.status)',
      to: 'true',
      tests,
    },
  ]),
  ...faultsOf('refund', [
    {
      id: 'refund-reserve',
      file: refunded,
      from: '\n      and refunded_minor + refunding_minor + ${amountMinor} <= amount_minor returning id',
      to: ' returning id',
      tests: reserved,
    },
    {
      id: 'refund-reserve-edge',
      file: refunded,
      from: '+ ${amountMinor} <= amount_minor',
      to: '+ ${amountMinor} < amount_minor',
      tests: reserved,
    },
    {
      id: 'refund-reserve-refunded',
      file: refunded,
      from: 'and refunded_minor + refunding_minor + ${amountMinor}',
      to: 'and refunding_minor + ${amountMinor}',
      tests: reserved,
    },
    { id: 'refund-reserve-pending', file: refunded, from: ' and not pending\n', to: '\n', tests: reserved },
    {
      id: 'refund-reserve-elsewhere',
      file: refunded,
      from: " and source = 'paypal' and not pending",
      to: ' and not pending',
      tests: reserved,
    },
    {
      id: 'refund-count-returned',
      file: refunded,
      from: "when 'returned' then -1 else 1",
      to: "when 'returned' then 1 else 1",
      tests: reserved,
    },
    {
      id: 'refund-count-failed',
      file: refunded,
      from: "filter (where r.state = 'completed')",
      to: "filter (where r.state in ('completed', 'failed'))",
      tests: reserved,
    },
    { id: 'refund-count-way', file: refunded, from: " and r.kind <> 'returned'), 0)", to: '), 0)', tests: reserved },
    { id: 'refund-count-currency', file: refunded, from: ' and r.currency = p.currency', to: '', tests: reserved },
    {
      id: 'refund-count-most',
      file: refunded,
      from: 'greatest(0, least(p.amount_minor, coalesce(',
      to: 'greatest(0, least(9e15, coalesce(',
      tests: reserved,
    },
    {
      id: 'refund-count-least',
      file: refunded,
      from: 'greatest(0, least(p.amount_minor, coalesce(',
      to: 'greatest(-9e15, least(p.amount_minor, coalesce(',
      tests: reserved,
    },
  ]),
]
export default faults

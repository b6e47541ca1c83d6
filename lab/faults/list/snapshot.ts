import { api, type Fault, faultsOf } from '../fault.ts'

const snapshot = 'apps/api/src/billing/bill/snapshot.ts'
const payment = 'apps/api/src/billing/bill/payment.ts'

const tests = api('billing/bill/judgement')

const faults: Fault[] = [
  ...faultsOf('age', [
    {
      id: 'snapshot-external',
      file: snapshot,
      from: "PAID_EXTERNAL: 'paid'",
      to: "PAID_EXTERNAL: 'sent'",
      tests,
    },
    {
      id: 'snapshot-auto-cancelled',
      file: snapshot,
      from: "AUTO_CANCELLED: 'cancelled'",
      to: "AUTO_CANCELLED: 'sent'",
      tests,
    },
    {
      id: 'snapshot-pending',
      file: snapshot,
      from: "PAYMENT_PENDING: 'paymentPending'",
      to: "PAYMENT_PENDING: 'paid'",
      tests,
    },
    {
      id: 'snapshot-part-refunded',
      file: snapshot,
      from: "PARTIALLY_REFUNDED: 'partiallyRefunded'",
      to: "PARTIALLY_REFUNDED: 'refunded'",
      tests,
    },
    {
      id: 'snapshot-unknown',
      file: snapshot,
      from: 'return statusOf[invoice.status] ?? bill.status',
      to: "return statusOf[invoice.status] ?? 'draft'",
      tests,
    },
    {
      id: 'payment-pending-mistake',
      file: payment,
      from: "(held.pending ? 'pending' : 'arrived')",
      to: "(held.pending ? 'pending' : 'new')",
      tests,
    },
  ]),
]
export default faults

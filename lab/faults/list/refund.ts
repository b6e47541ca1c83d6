import { api, type Fault, faultsOf } from '../fault.ts'

const seen = 'apps/api/src/billing/refund/seen.ts'

const bySeen = api('billing/refund/seen')

const faults: Fault[] = [
  ...faultsOf('refund', [
    {
      id: 'refund-seen-cancelled',
      file: seen,
      from: "CANCELLED: 'failed'",
      to: "CANCELLED: 'completed'",
      tests: bySeen,
    },
    {
      id: 'refund-seen-sign',
      file: seen,
      from: 'amountMinor: Math.abs(row.grossMinor)',
      to: 'amountMinor: row.grossMinor',
      tests: bySeen,
    },
  ]),
]
export default faults

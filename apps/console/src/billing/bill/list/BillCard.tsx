import type { BillRow } from '@paydesk/contract/billing/bill'
import { owedOf } from '@paydesk/contract/billing/billStatus'
import { Money } from '../../../ui/Money.tsx'
import { StatusTags } from '../StatusTags.tsx'
import { DueDay } from './DueDay.tsx'

/**
 * A bill in two lines: customer and amount, number and state with its age. What is owed counts more
 * than what was billed.
 */
export const BillCard = ({ bill }: { bill: BillRow }) => (
  <>
    <bdi>{bill.customerName}</bdi>
    <Money amountMinor={owedOf(bill) || bill.totalMinor} currency={bill.currency} />
    <span>
      <bdi dir="ltr">{bill.number}</bdi> · <DueDay bill={bill} />
    </span>
    <StatusTags bill={{ ...bill, overdue: false }} />
  </>
)

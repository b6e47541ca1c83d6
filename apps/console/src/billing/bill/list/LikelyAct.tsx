import type { BillRow } from '@paydesk/contract/billing/bill'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { t } from '../../../lib/i18n.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { possibleOf } from '../acts.ts'
import type { Offered } from '../refusal.ts'

/** The one act that a row offers: the likely one. The others are beside the record. */
export function LikelyAct({
  bill,
  onDo,
}: {
  bill: BillRow
  onDo: (action: Offered, bill: BillRow) => void
}) {
  const [action] = possibleOf(bill, useCurrentUser())
  // Money is given back from the record, where what it does can be seen.
  if (!action || action === 'refund') return null
  return (
    <LinkButton onClick={() => onDo(action, bill)}>
      {t(`bill.action.${action}`)}
      <span className="visually-hidden"> {bill.number}</span>
    </LinkButton>
  )
}

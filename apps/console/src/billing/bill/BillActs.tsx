import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { Acts } from '../../ui/workspace/Acts.tsx'
import { actsOf, isUrged, refusedOf } from './acts.ts'
import type { ActionBill, Offered } from './refusal.ts'

/** What can be done with the bill now, on its page and beside the list. */
export function BillActs<B extends ActionBill>({
  bill,
  onDo,
}: {
  bill: B
  onDo: (action: Offered, bill: B) => void
}) {
  const user = useCurrentUser()
  const acts = actsOf(bill, user, (action) => onDo(action, bill))
  return (
    <Acts acts={acts} refused={refusedOf(bill, user)} name={bill.number} stressed={isUrged(acts)} />
  )
}

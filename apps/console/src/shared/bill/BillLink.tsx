import { billPathOf } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'

/** To the bill, for those who may see bills; the number alone for the others. */
export function BillLink({ billId, number }: { billId: string | null; number: string | null }) {
  const user = useCurrentUser()
  if (!billId || !number) return '–'
  const text = <bdi dir="ltr">{number}</bdi>
  const path = billPathOf(user, billId)
  return path ? <Link to={path}>{text}</Link> : text
}

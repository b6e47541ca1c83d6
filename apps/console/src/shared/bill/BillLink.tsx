import { billPathOf } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'

/** A link to the bill for those who may see bills; only the number for others. */
export function BillLink({ billId, number }: { billId: string | null; number: string | null }) {
  const user = useCurrentUser()
  if (!billId || !number) return '—'
  const text = <bdi dir="ltr">{number}</bdi>
  const path = billPathOf(user, billId)
  return path ? <Link to={path}>{text}</Link> : text
}

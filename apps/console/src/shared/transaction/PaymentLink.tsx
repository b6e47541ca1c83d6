import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'

/**
 * PayPal's id of a payment or refund. For people who may see transactions it leads to
 * the transaction.
 */
export function PaymentLink({ id }: { id: string }) {
  const user = useCurrentUser()
  const text = <bdi dir="ltr">{id}</bdi>
  const leads = canAccess(user, transactionApi.list.permission)
  return id && leads ? (
    <Link to={`${paths.transactionList()}?${new URLSearchParams({ keyword: id })}`}>{text}</Link>
  ) : (
    text
  )
}

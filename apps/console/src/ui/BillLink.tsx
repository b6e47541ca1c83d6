import { canAccess } from '@paydesk/contract/access'
import { billApi } from '@paydesk/contract/bill'
import { Link } from 'react-router'
import { useCurrentUser } from '../lib/currentUser.ts'
import { paths } from '../lib/paths.ts'

/** To the bill, for those who may see bills; the number alone for the others. */
export function BillLink({ billId, number }: { billId: string | null; number: string | null }) {
  const user = useCurrentUser()
  if (!billId || !number) return '–'
  const text = <bdi dir="ltr">{number}</bdi>
  if (canAccess(user, 'ViewAllPayPalBill') && canAccess(user, 'ViewFinanceManage'))
    return <Link to={paths.financeBill(billId)}>{text}</Link>
  return canAccess(user, billApi.list.permission) ? <Link to={paths.bill(billId)}>{text}</Link> : text
}

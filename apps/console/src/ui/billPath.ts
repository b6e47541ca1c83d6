import { canAccess, type Holder } from '@paydesk/contract/access'
import { billApi } from '@paydesk/contract/bill'
import { paths } from '../lib/paths.ts'

/** Where this user sees a bill; undefined for those who may not see bills. */
export function billPathOf(user: Holder, billId: string): string | undefined {
  if (canAccess(user, 'ViewAllPayPalBill') && canAccess(user, 'ViewFinanceManage')) return paths.financeBill(billId)
  return canAccess(user, billApi.list.permission) ? paths.bill(billId) : undefined
}

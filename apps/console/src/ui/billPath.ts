import { canAccess, type Holder } from '@paydesk/contract/access'
import { billApi } from '@paydesk/contract/bill'
import { paths } from '../lib/paths.ts'

/** Where this user sees a bill; undefined for those who may not see bills. */
export function billPathOf(user: Holder, billId: string): string | undefined {
  if (canAccess(user, 'ViewAllPayPalBill') && canAccess(user, 'ViewFinanceManage')) return paths.financeBill(billId)
  return canAccess(user, billApi.list.permission) ? paths.bill(billId) : undefined
}

/** The bill list that this user may open, if any: those in finance may not see the operators' group. */
export function billListOf(user: Holder): string | undefined {
  if (canAccess(user, 'ViewPayPalBillManage') && canAccess(user, 'ViewPayPalBill|ViewAllPayPalBill')) return paths.billList()
  return canAccess(user, 'ViewFinanceManage') && canAccess(user, 'ViewAllPayPalBill') ? paths.financeBillList() : undefined
}

import { billApi } from '@paydesk/contract/billing/bill'
import { canAccess, type Holder } from '@paydesk/contract/lib/access'
import { paths } from '../../lib/paths.ts'

/** Bills stand in two groups of the menu, each with a permission of its own (spec §2). */
const amongBills = (user: Holder) => canAccess(user, 'ViewPayPalBillManage') && canAccess(user, billApi.list.permission)
const amongFinance = (user: Holder) => canAccess(user, 'ViewFinanceManage') && canAccess(user, 'ViewAllPayPalBill')

/** Where this user opens a bill; undefined for those who may not see bills. */
export function billPathOf(user: Holder, billId: string): string | undefined {
  if (amongFinance(user)) return paths.financeBill(billId)
  return amongBills(user) ? paths.bill(billId) : undefined
}

/** The bill list that this user may open, if any. */
export function billListOf(user: Holder): string | undefined {
  if (amongBills(user)) return paths.billList()
  return amongFinance(user) ? paths.financeBillList() : undefined
}

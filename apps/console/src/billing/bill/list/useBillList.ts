import { billSorts, billTabs } from '@paydesk/contract/billing/bill'
import { billStatuses } from '@paydesk/contract/billing/billStatus'
import { currencies } from '@paydesk/contract/lib/money'
import { anyDay, anyId, anyText } from '../../../lib/listQuery.ts'
import { useListQuery } from '../../../ui/table/useListQuery.ts'

const filters = {
  tab: billTabs,
  status: billStatuses,
  keyword: anyText,
  currency: currencies,
  ownerId: anyId,
  accountId: anyId,
  customerId: anyId,
  createdFrom: anyDay,
  createdTo: anyDay,
  dueFrom: anyDay,
  dueTo: anyDay,
  sort: billSorts,
  after: anyId,
  before: anyId,
}

/** Rows of a workspace are low enough for twenty to be in view. */
const pageSize = 20

export const useBillList = () => useListQuery(filters, pageSize)
export type BillList = ReturnType<typeof useBillList>

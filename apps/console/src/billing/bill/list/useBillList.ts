import { billTabs } from '@paydesk/contract/billing/bill'
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
}

export const useBillList = () => useListQuery(filters)
export type BillList = ReturnType<typeof useBillList>

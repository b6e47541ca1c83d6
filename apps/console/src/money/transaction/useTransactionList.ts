import { currencies } from '@paydesk/contract/lib/money'
import { matchStates, transactionStatuses } from '@paydesk/contract/money/transaction'
import { transactionClasses } from '@paydesk/contract/money/transactionCode'
import { anyDay, anyId, anyText } from '../../lib/listQuery.ts'
import { useListQuery } from '../../ui/table/useListQuery.ts'

const filters = {
  keyword: anyText,
  accountId: anyId,
  class: transactionClasses,
  status: transactionStatuses,
  matchState: matchStates,
  currency: currencies,
  from: anyDay,
  to: anyDay,
}

export const useTransactionList = () => useListQuery(filters)
export type TransactionList = ReturnType<typeof useTransactionList>

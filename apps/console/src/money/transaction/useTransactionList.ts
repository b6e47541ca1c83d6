import { currencies } from '@paydesk/contract/lib/money'
import {
  matchStates,
  transactionSorts,
  transactionStatuses,
} from '@paydesk/contract/money/transaction'
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
  sort: transactionSorts,
  after: anyId,
  before: anyId,
}

/** Rows of a workspace are low enough for twenty to be in view. */
const pageSize = 20

export const useTransactionList = () => useListQuery(filters, pageSize)
export type TransactionList = ReturnType<typeof useTransactionList>

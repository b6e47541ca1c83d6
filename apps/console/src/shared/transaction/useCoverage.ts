import { canAccess } from '@paydesk/contract/lib/access'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { useEffect } from 'react'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'

/** Each account, how far its transactions are known, and its balance proof. Also the accounts' names for filters. */
export function useCoverage() {
  const { data, error, refetch } = useApi(transactionApi.coverage, {})
  const may = canAccess(useCurrentUser(), transactionApi.resync.permission)
  const accounts = data?.list
  return {
    accounts,
    error,
    refetch,
    mayResync: may,
    options: (accounts ?? []).map(({ accountId, accountLabel }) => ({ value: accountId, label: accountLabel })),
  }
}

/** A reading that finds nothing new announces nothing, and yet moves on how far everything is known. */
export function useFreshCoverage() {
  const coverage = useCoverage()
  const { refetch } = coverage
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void refetch(), 60_000)
    return () => clearInterval(timer)
  }, [refetch])
  return coverage
}

import { canAccess } from '@paydesk/contract/lib/access'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { useEffect } from 'react'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'

/** Each account's coverage and balance proof. The filters take the accounts' names from it too. */
export function useCoverage() {
  const { data, error, refetch } = useApi(transactionApi.coverage, {})
  const may = canAccess(useCurrentUser(), transactionApi.resync.permission)
  const accounts = data?.list
  return {
    accounts,
    error,
    refetch,
    mayResync: may,
    options: (accounts ?? []).map(({ accountId, accountLabel }) => ({
      value: accountId,
      label: accountLabel,
    })),
  }
}

/**
 * A reading that finds nothing new announces nothing, although it extends the coverage, so this
 * hook asks again on its own.
 */
export function useFreshCoverage() {
  const coverage = useCoverage()
  const { refetch } = coverage
  useEffect(() => {
    const timer = setInterval(
      () => document.visibilityState === 'visible' && void refetch(),
      60_000,
    )
    return () => clearInterval(timer)
  }, [refetch])
  return coverage
}

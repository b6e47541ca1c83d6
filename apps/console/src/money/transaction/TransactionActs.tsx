import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { isSettled, type TransactionRow } from '@paydesk/contract/money/transaction'
import { useNavigate } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { Acts } from '../../ui/workspace/Acts.tsx'

/** The way to the bench, for a transaction that is still to be explained. */
export function TransactionActs({
  transaction,
}: {
  transaction: Pick<TransactionRow, 'id' | 'matchState' | 'status' | 'providerTransactionId'>
}) {
  const navigate = useNavigate()
  const { id, matchState, status, providerTransactionId } = transaction
  const isOpen = matchState === 'unmatched' && isSettled(status)
  const may = canAccess(useCurrentUser(), reconciliationApi.list.permission)
  if (!isOpen || !may) return null
  const reconcile = () => void navigate(paths.unmatched(id))
  return (
    <Acts
      name={providerTransactionId}
      acts={[{ key: 'reconcile', label: t('money.reconcile'), onClick: reconcile, shortcut: 'm' }]}
      refused={[]}
    />
  )
}

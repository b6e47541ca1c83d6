import { Button } from 'antd'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { formatInstant } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useFreshCoverage } from '../../shared/transaction/useCoverage.ts'
import styles from './Reconciliation.module.css'

/** Says that nothing is left to explain, and until which time that is true: only as far as every account was read. */
export function AllExplained({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { timezone } = useCurrentUser().company
  const { accounts = [] } = useFreshCoverage()
  if (isFiltered)
    return (
      <div className={styles.empty}>
        <p className={styles.emptyTitle}>{t('money.queue.none.filtered')}</p>
        <Button onClick={onClear}>{t('table.clearFilters')}</Button>
      </div>
    )
  const known = accounts.flatMap(({ completeThrough }) => (completeThrough ? [completeThrough] : [])).sort()
  const unread = accounts.length - known.length
  return (
    <div className={styles.empty} role="status">
      <p className={styles.emptyTitle}>{t('money.queue.none')}</p>
      {known[0] && <p className={styles.hint}>{t('money.queue.none.through', { time: formatInstant(known[0], timezone) })}</p>}
      {unread > 0 && <p className={styles.hint}>{t('money.queue.none.unsynced', { count: unread })}</p>}
    </div>
  )
}

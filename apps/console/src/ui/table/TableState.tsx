import { Button } from 'antd'
import { t } from '../../lib/i18n.ts'
import { isFiltered } from '../../lib/listQuery.ts'
import styles from './ApiTable.module.css'
import type { ListState } from './useListQuery.ts'

type Props = {
  failed: boolean
  pastEnd: boolean
  list: ListState
  empty: { title: string; description: string }
  onRetry: () => void
}

/** Stands in the table when there are no rows, and offers the next step. */
export function TableState({ failed, pastEnd, list, empty, onRetry }: Props) {
  const { current, pageSize } = list.query
  if (failed)
    return (
      <State
        title={t('table.failed')}
        description={t('table.failed.description')}
        label={t('action.retry')}
        onClick={onRetry}
      />
    )
  if (pastEnd && current > 1)
    return (
      <State
        title={t('table.pastEnd')}
        label={t('table.firstPage')}
        onClick={() => list.setPage(1, pageSize)}
      />
    )
  if (isFiltered(list.query))
    return <State {...empty} label={t('table.clearFilters')} onClick={list.clear} />
  return <State {...empty} />
}

function State({
  title,
  description,
  label,
  onClick,
}: {
  title: string
  description?: string
  label?: string
  onClick?: () => void
}) {
  return (
    <div className={styles.state}>
      <p className={styles.stateTitle}>{title}</p>
      {description && <p className={styles.stateText}>{description}</p>}
      {label && <Button onClick={onClick}>{label}</Button>}
    </div>
  )
}

import { t } from '../../lib/i18n.ts'
import type { Column } from './column.ts'
import styles from './RecordList.module.css'
import type { Selection } from './useSelection.ts'

type Props<R extends { id: string }> = {
  columns: readonly Column<R>[]
  rows: readonly R[]
  sort: { by: string; set: (sort: string) => void } | undefined
  selection: Selection<R> | undefined
  hasAct: boolean
}

export function Heads<R extends { id: string }>({
  columns,
  rows,
  sort,
  selection,
  hasAct,
}: Props<R>) {
  const ticked = selection ? rows.filter(({ id }) => selection.has(id)).length : 0
  return (
    <thead>
      <tr>
        {selection && (
          <th className={styles.tick}>
            <input
              type="checkbox"
              aria-label={t('workspace.select.page')}
              checked={rows.length > 0 && ticked === rows.length}
              ref={(box) => {
                if (box) box.indeterminate = ticked > 0 && ticked < rows.length
              }}
              onChange={(event) => selection.tickAll(rows, event.target.checked)}
            />
          </th>
        )}
        {columns.map((column) => (
          <Head key={column.key} column={column} sort={sort} />
        ))}
        {hasAct && (
          <th className={styles.act}>
            <span className="visually-hidden">{t('table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function Head<R>({
  column: { title, align, grows, sort: orders },
  sort,
}: {
  column: Column<R>
  sort: Props<R & { id: string }>['sort']
}) {
  const className = `${align === 'end' ? styles.end : ''} ${grows ? styles.grows : ''}`
  if (!orders || !sort) return <th className={className}>{title}</th>
  const at = orders.indexOf(sort.by)
  // A third click returns to the usual order.
  const next = at === 0 ? orders[1] : at === 1 ? '' : orders[0]
  const direction = at < 0 ? 'none' : orders[at]?.startsWith('-') ? 'descending' : 'ascending'
  return (
    <th className={className} aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={() => sort.set(next)}>
        <span>{title}</span>
        <span className={styles.arrow} aria-hidden>
          {direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : '↕'}
        </span>
      </button>
    </th>
  )
}

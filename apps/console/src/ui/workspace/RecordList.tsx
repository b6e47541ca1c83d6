import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { t } from '../../lib/i18n.ts'
import { useKeys } from '../useKeys.ts'
import { useWide } from '../useWide.ts'
import { Cards } from './Cards.tsx'
import type { Column } from './column.ts'
import { Heads } from './Heads.tsx'
import styles from './RecordList.module.css'
import { Row, type RowParts } from './Row.tsx'
import type { Panel } from './usePanel.ts'
import type { Selection } from './useSelection.ts'
import { stepFrom, walk } from './walk.ts'

type Props<R extends { id: string }> = RowParts<R> & {
  label: string
  /** Undefined while the first page is on its way: its shape is drawn instead. */
  rows: readonly R[] | undefined
  /** The rows of another page or filter are still in view. */
  stale: boolean
  columns: readonly Column<R>[]
  panel: Panel
  sort: { by: string; set: (sort: string) => void } | undefined
  selection?: Selection<R>
  /** A row on a phone: two lines. */
  card: (row: R) => ReactNode
  /** Stands in the list when it has no rows. */
  empty: ReactNode
}

/** The records of a workspace: rows that open beside the list, cards on a phone. */
export function RecordList<R extends { id: string }>({
  label,
  rows,
  stale,
  columns,
  panel,
  sort,
  selection,
  card,
  empty,
  ...parts
}: Props<R>) {
  const wide = useWide()
  const isOpen = panel.openId !== undefined
  const shown = useMemo(() => (isOpen ? besideRecord(columns) : columns), [columns, isOpen])
  // From anywhere on the page, j and k lead into the list; beside an open record they
  // are the panel's.
  useKeys(isOpen ? {} : { j: () => stepFrom(1), k: () => stepFrom(-1) })
  if (rows?.length === 0) return <div className={styles.empty}>{empty}</div>
  if (!wide)
    return (
      <Cards label={label} rows={rows} card={card} linkTo={panel.linkTo} nameOf={parts.nameOf} />
    )
  const tickAt = (id: string) => {
    const row = rows?.find((one) => one.id === id)
    if (row) selection?.tick(row, !selection.has(id))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => walk(event, panel, tickAt)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links of its rows
    <div
      className={stale ? `${styles.scroller} ${styles.stale}` : styles.scroller}
      onKeyDown={onKeyDown}
    >
      <table className={styles.table} aria-label={label} aria-busy={rows === undefined || stale}>
        <Heads
          columns={shown}
          rows={rows ?? []}
          sort={sort}
          selection={selection}
          hasAct={parts.act !== undefined && !isOpen}
        />
        <tbody>
          {rows?.map((row) => (
            <Row
              key={row.id}
              row={row}
              columns={shown}
              open={row.id === panel.openId}
              ticked={selection?.has(row.id)}
              onTick={selection?.tick}
              {...parts}
              act={isOpen ? undefined : parts.act}
              panel={panel}
            />
          ))}
          {rows === undefined && <Shapes count={12} columns={shown.length + (selection ? 1 : 0)} />}
        </tbody>
      </table>
    </div>
  )
}

/** The columns that stay beside an open record; of a choice that has none of them, the first. */
function besideRecord<R>(columns: readonly Column<R>[]): readonly Column<R>[] {
  const kept = columns.filter(({ beside }) => beside)
  return kept.length > 0 ? kept : columns.slice(0, 4)
}

/** Rows in the shape of what comes, so that nothing moves when it is there. */
const Shapes = ({ count, columns }: { count: number; columns: number }) =>
  Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike
    <tr key={row} className={styles.shape}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike
        <td key={column}>
          <span style={{ width: `${45 + ((row * 7 + column * 13) % 40)}%` }} />
          {row === 0 && column === 0 && <span className="visually-hidden">{t('loading')}</span>}
        </td>
      ))}
    </tr>
  ))

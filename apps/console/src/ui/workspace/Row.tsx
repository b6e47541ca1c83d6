import { type MouseEvent, memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Column } from './column.ts'
import styles from './RecordList.module.css'
import { besideList, type Panel } from './usePanel.ts'

export type RowParts<R> = {
  /** How the record is called: the text of the link that opens it. */
  nameOf: (row: R) => string
  /** What is most likely done with the record next. */
  act?: ((row: R) => ReactNode) | undefined
  /** The label of the row's checkbox. */
  tickLabel?: (row: R) => string
}
type Props<R extends { id: string }> = RowParts<R> & {
  row: R
  columns: readonly Column<R>[]
  open: boolean
  ticked: boolean | undefined
  onTick: ((row: R, on: boolean) => void) | undefined
  panel: Panel
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label') !== null
/** Someone who marks text in a row wants to copy it, not to open the record. */
const isMarking = () => (window.getSelection()?.toString() ?? '') !== ''

function PlainRow<R extends { id: string }>({
  row,
  columns,
  open,
  ticked,
  onTick,
  panel,
  nameOf,
  act,
  tickLabel,
}: Props<R>) {
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (isControl(event.target) || isMarking()) return
    // The up and down keys then go on from this row.
    event.currentTarget.querySelector<HTMLElement>('[data-opens]')?.focus()
    panel.open(row.id)
  }
  const [first, ...others] = columns
  return (
    // The link in the first cell is what the keyboard reaches.
    <tr
      data-row-key={row.id}
      className={open ? styles.open : ''}
      {...(open && { 'aria-current': true })}
      onClick={onClick}
    >
      {onTick && (
        <td className={styles.tick}>
          <input
            type="checkbox"
            checked={ticked === true}
            aria-label={tickLabel?.(row) ?? nameOf(row)}
            onChange={(event) => onTick(row, event.target.checked)}
          />
        </td>
      )}
      {first && (
        <td className={cellOf(first)}>
          <Link
            to={panel.linkTo(row.id)}
            state={besideList}
            replace={panel.openId !== undefined}
            data-opens
          >
            {first.render(row)}
          </Link>
        </td>
      )}
      {others.map((column) => (
        <td key={column.key} className={cellOf(column)}>
          {column.render(row)}
        </td>
      ))}
      {act && <td className={styles.act}>{act(row)}</td>}
    </tr>
  )
}

const cellOf = <R,>({ align, grows }: Column<R>) =>
  `${align === 'end' ? styles.end : ''} ${grows ? styles.grows : ''}`

/**
 * Opening a record draws two rows again, not all of them. The panel's functions follow the address,
 * which every row needs anew.
 */
export const Row = memo(PlainRow, (before, after) => {
  const { panel: was, ...old } = before
  const { panel: is, ...now } = after
  return (
    was.linkTo('').search === is.linkTo('').search &&
    (was.openId === undefined) === (is.openId === undefined) &&
    (Object.keys(now) as (keyof typeof now)[]).every((key) => old[key] === now[key])
  )
}) as typeof PlainRow

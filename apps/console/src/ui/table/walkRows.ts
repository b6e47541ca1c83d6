import type { KeyboardEvent } from 'react'

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}
/** The control that opens the row: its link, otherwise its first button. */
const control = 'a[href], button:not(:disabled)'

/**
 * The up and down keys go from row to row of a table; Enter then opens the focused
 * control, as everywhere.
 */
export function walkRows(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  const target = event.target as HTMLElement
  const row = target.closest<HTMLElement>('tr[data-row-key]')
  const isScroller = target.matches('.ant-table-content')
  if (
    !step ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.shiftKey ||
    !(row || isScroller)
  )
    return
  // A menu or a select that hangs from the row handles the keys first.
  if (target.matches('input:not([type=checkbox]), select, textarea, [aria-expanded=true]')) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-row-key]')]
  const at = row ? rows.indexOf(row) : -1
  const next = rows[step(at, rows.length - 1)]?.querySelector<HTMLElement>(control)
  if (!next) return
  event.preventDefault()
  next.focus()
}

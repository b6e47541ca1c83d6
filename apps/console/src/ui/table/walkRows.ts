import type { KeyboardEvent } from 'react'

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}
/** What opens the row, else the first thing in it that can be pressed. */
const control = 'a[href], button:not(:disabled)'

/** Up and down go from row to row of a table; Enter then opens what has the focus, as everywhere. */
export function walkRows(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  const target = event.target as HTMLElement
  const row = target.closest<HTMLElement>('tr[data-row-key]')
  const isScroller = target.matches('.ant-table-content')
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(row || isScroller)) return
  // A menu or a choice that hangs from the row has the keys first.
  if (target.matches('input:not([type=checkbox]), select, textarea, [aria-expanded=true]')) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-row-key]')]
  const at = row ? rows.indexOf(row) : -1
  const next = rows[step(at, rows.length - 1)]?.querySelector<HTMLElement>(control)
  if (!next) return
  event.preventDefault()
  next.focus()
}

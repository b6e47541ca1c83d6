import type { KeyboardEvent } from 'react'
import type { Panel } from './usePanel.ts'

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

const linkIn = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>('[data-opens]')

/**
 * The up and down keys go from row to row, and x ticks a row. While a record is open beside the
 * list, it is the next one that is shown there.
 */
export function walk(
  event: KeyboardEvent<HTMLElement>,
  panel: Panel,
  onTick: (id: string) => void,
) {
  const step = steps[event.key]
  const target = event.target as HTMLElement
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const row = target.closest<HTMLElement>('tr[data-row-key]')
  if (event.key === 'x' && row?.dataset.rowKey) return onTick(row.dataset.rowKey)
  if (!step) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-row-key]')]
  const next = rows[step(row ? rows.indexOf(row) : -1, rows.length - 1)]
  if (!next) return
  event.preventDefault()
  linkIn(next)?.focus()
  if (panel.openId !== undefined && next.dataset.rowKey) panel.open(next.dataset.rowKey)
}

/** Moves the focus to a row of the list: the next one, or the first. */
export function stepFrom(by: 1 | -1) {
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-row-key]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  linkIn(rows[at < 0 ? 0 : Math.max(0, Math.min(at + by, rows.length - 1))])?.focus()
}

/** The record whose row has the focus. */
export const focusedRow = () =>
  document.activeElement?.closest<HTMLElement>('tr[data-row-key]')?.dataset.rowKey

/** The record after this one in the list that is shown; after the last one, the one before it. */
export function rowAfter(id: string): string | undefined {
  const ids = [...document.querySelectorAll<HTMLElement>('tr[data-row-key]')].map(
    (row) => row.dataset.rowKey,
  )
  const at = ids.indexOf(id)
  return at < 0 ? undefined : (ids[at + 1] ?? ids[at - 1])
}

/** The link of a record in the list that is shown. */
export const linkOf = (id: string) =>
  document.querySelector<HTMLElement>(`[data-row-key="${id}"] [data-opens]`)

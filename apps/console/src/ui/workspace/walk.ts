import type { KeyboardEvent } from 'react'
import type { Panel } from './usePanel.ts'

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** The up and down keys go from row to row. While a record is open beside the list, it is the next one that is shown there. */
export function walk(event: KeyboardEvent<HTMLElement>, panel: Panel) {
  const step = steps[event.key]
  const target = event.target as HTMLElement
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const row = target.closest<HTMLElement>('tr[data-row-key]')
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-row-key]')]
  const next = rows[step(row ? rows.indexOf(row) : -1, rows.length - 1)]
  if (!next) return
  event.preventDefault()
  next.querySelector<HTMLElement>('[data-opens]')?.focus()
  if (panel.openId !== undefined && next.dataset.rowKey) panel.open(next.dataset.rowKey)
}

/** The link of a record in the list that is shown. */
export const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-row-key="${id}"] [data-opens]`)

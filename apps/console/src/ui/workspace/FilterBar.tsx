import { PlusOutlined } from '@ant-design/icons'
import { Dropdown, Popover } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import styles from './FilterBar.module.css'

/** One filter of a list. It is a chip once something is chosen, and an entry of the menu before. */
export type Filter = {
  key: string
  label: string
  /** What is chosen, in words; undefined if nothing is. */
  chosen: string | undefined
  onClear: () => void
  /** The choice itself; `done` closes it. */
  field: (done: () => void) => ReactNode
}

type Props = { search: ReactNode; filters: readonly Filter[]; onClear: () => void }

/** Search, the filters that are set, and a menu of the others: one line. */
export function FilterBar({ search, filters, onClear }: Props) {
  /** The filter whose choice is open; one that is being added has a chip already. */
  const [editing, setEditing] = useState<string>()
  const chips = filters.filter(({ key, chosen }) => chosen !== undefined || key === editing)
  const others = filters.filter(({ key, chosen }) => chosen === undefined && key !== editing)
  const bar = useRef<HTMLDivElement>(null)
  /** What had the focus goes: it stays on the chip, or where filters are added. */
  const keepFocus = (key: string) =>
    requestAnimationFrame(() => {
      const place =
        bar.current?.querySelector<HTMLElement>(`[data-chip="${key}"]`) ??
        bar.current?.querySelector<HTMLElement>('[data-add]')
      if (!document.activeElement || document.activeElement === document.body) place?.focus()
    })
  return (
    <div ref={bar} className={styles.bar}>
      {search}
      {chips.map((filter) => (
        <Chip
          key={filter.key}
          filter={filter}
          open={editing === filter.key}
          onOpen={(open) => {
            setEditing(open ? filter.key : undefined)
            if (!open) keepFocus(filter.key)
          }}
          onGone={() => keepFocus(filter.key)}
        />
      ))}
      {others.length > 0 && (
        <Dropdown
          autoFocus
          trigger={['click']}
          menu={{
            items: others.map(({ key, label }) => ({ key, label })),
            onClick: ({ key }) => setEditing(key),
          }}
        >
          <button type="button" className={styles.add} data-add aria-haspopup="menu">
            <PlusOutlined aria-hidden /> {t('workspace.filter')}
          </button>
        </Dropdown>
      )}
      {filters.some(({ chosen }) => chosen !== undefined) && (
        <button
          type="button"
          className={styles.clear}
          onClick={() => {
            onClear()
            keepFocus('')
          }}
        >
          {t('table.clearFilters')}
        </button>
      )}
    </div>
  )
}

type ChipProps = {
  filter: Filter
  open: boolean
  onOpen: (open: boolean) => void
  onGone: () => void
}

function Chip({ filter, open, onOpen, onGone }: ChipProps) {
  const { key, label, chosen, onClear, field } = filter
  // The key is for the choice alone: the record beside the list stays open.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onOpen(false)
  }
  return (
    <span className={styles.chip}>
      <Popover
        open={open}
        onOpenChange={onOpen}
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        destroyOnHidden
        content={
          // biome-ignore lint/a11y/noStaticElementInteractions: the key belongs to the fields in it
          <div className={styles.field} onKeyDown={onKeyDown}>
            {field(() => onOpen(false))}
          </div>
        }
      >
        <button
          type="button"
          className={styles.value}
          data-chip={key}
          aria-haspopup="dialog"
          aria-expanded={open}
        >
          <span className={styles.label}>{label}</span> <bdi>{chosen ?? '…'}</bdi>
        </button>
      </Popover>
      {chosen !== undefined && (
        <button
          type="button"
          className={styles.remove}
          onClick={() => {
            onClear()
            onGone()
          }}
          aria-label={t('workspace.filter.remove', { label })}
        >
          ×
        </button>
      )}
    </span>
  )
}

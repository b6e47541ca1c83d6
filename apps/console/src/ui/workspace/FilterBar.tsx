import { PlusOutlined } from '@ant-design/icons'
import { Dropdown, Popover } from 'antd'
import { type ReactNode, useState } from 'react'
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
  return (
    <div className={styles.bar}>
      {search}
      {chips.map((filter) => (
        <Chip key={filter.key} filter={filter} open={editing === filter.key} onOpen={(open) => setEditing(open ? filter.key : undefined)} />
      ))}
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{ items: others.map(({ key, label }) => ({ key, label })), onClick: ({ key }) => setEditing(key) }}
        >
          <button type="button" className={styles.add} aria-haspopup="menu">
            <PlusOutlined aria-hidden /> {t('workspace.filter')}
          </button>
        </Dropdown>
      )}
      {filters.some(({ chosen }) => chosen !== undefined) && (
        <button type="button" className={styles.clear} onClick={onClear}>
          {t('table.clearFilters')}
        </button>
      )}
    </div>
  )
}

function Chip({ filter, open, onOpen }: { filter: Filter; open: boolean; onOpen: (open: boolean) => void }) {
  const { label, chosen, onClear, field } = filter
  return (
    <span className={styles.chip}>
      <Popover
        open={open}
        onOpenChange={onOpen}
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        destroyOnHidden
        content={<div className={styles.field}>{field(() => onOpen(false))}</div>}
      >
        <button type="button" className={styles.value} aria-haspopup="dialog" aria-expanded={open}>
          <span className={styles.label}>{label}</span> <bdi>{chosen ?? '…'}</bdi>
        </button>
      </Popover>
      {chosen !== undefined && (
        <button type="button" className={styles.remove} onClick={onClear} aria-label={t('workspace.filter.remove', { label })}>
          ×
        </button>
      )}
    </span>
  )
}

import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { direction, t } from '../../lib/i18n.ts'
import { TreeLine } from './TreeLine.tsx'
import { initiallyExpanded, rowsOf, type Tree } from './tree.ts'
import { moveInTree } from './treeKeys.ts'
import styles from './UserTree.module.css'

export const rowHeight = 32
/** Lines rendered beyond the edges, so that a quick scroll shows people and not white space. */
const overscan = 10

type Props = {
  tree: Tree
  label: string
  selected: string | undefined
  onSelect: (id: string) => void
  /** Why this user cannot be chosen. */
  refusal?: (id: string) => string | undefined
  keyword?: string
  height: number
}

/**
 * Shows who reports to whom. Only the lines in view are rendered: 2,000 users open as quickly
 * as 20.
 * It is our own because antd's Tree keeps its focus in a hidden input, which screen readers present
 * as an empty text field.
 */
export function UserTree({
  tree,
  label,
  selected,
  onSelect,
  refusal,
  keyword = '',
  height,
}: Props) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [expanded, setExpanded] = useState(() => initiallyExpanded(tree, selected))
  const [active, setActive] = useState(selected)
  const [scrolled, setScrolled] = useState(0)
  const rows = useMemo(() => rowsOf(tree, expanded, keyword), [tree, expanded, keyword])
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === active),
  )
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - overscan)
  const shown = rows.slice(first, Math.ceil((scrolled + height) / rowHeight) + overscan)

  const toggle = (nodeId: string) =>
    setExpanded((before) =>
      before.has(nodeId) ? without(before, nodeId) : new Set([...before, nodeId]),
    )
  const choose = (nodeId: string) => {
    setActive(nodeId)
    if (!refusal?.(nodeId)) onSelect(nodeId)
  }
  const goTo = (index: number) => {
    const row = rows[index]
    if (!row || !box.current) return
    setActive(row.node.id)
    const top = index * rowHeight
    if (top < box.current.scrollTop) box.current.scrollTop = top
    else if (top + rowHeight > box.current.scrollTop + box.current.clientHeight)
      box.current.scrollTop = top + rowHeight - box.current.clientHeight
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    const step = row && moveInTree(event.key, rows, at, direction === 'rtl')
    if (!step) return
    event.preventDefault()
    if (step.kind === 'choose') choose(row.node.id)
    else if (step.kind === 'toggle') toggle(row.node.id)
    else goTo(step.index)
  }

  return (
    <div
      ref={box}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={rows[at] && `${id}-${rows[at].node.id}`}
      className={styles.tree}
      style={{ maxHeight: height }}
      onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div
        role="none"
        style={{ height: rows.length * rowHeight, paddingBlockStart: first * rowHeight }}
        className={styles.lines}
      >
        {shown.map((row, index) => (
          <TreeLine
            key={row.node.id}
            id={`${id}-${row.node.id}`}
            row={row}
            below={tree.below.get(row.node.id) ?? 0}
            isActive={first + index === at}
            isSelected={row.node.id === selected}
            refusal={refusal?.(row.node.id)}
            onToggle={() => toggle(row.node.id)}
            onChoose={() => choose(row.node.id)}
          />
        ))}
      </div>
      {rows.length === 0 && (
        <p role="none" className={styles.none}>
          {t('userTree.none')}
        </p>
      )}
    </div>
  )
}

const without = (set: ReadonlySet<string>, gone: string) =>
  new Set([...set].filter((one) => one !== gone))

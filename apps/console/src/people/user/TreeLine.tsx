import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { direction, t } from '../../lib/i18n.ts'
import type { TreeRow } from './tree.ts'
import styles from './UserTree.module.css'

type Props = {
  id: string
  row: TreeRow
  below: number
  isActive: boolean
  isSelected: boolean
  refusal: string | undefined
  onToggle: () => void
  onChoose: () => void
}

const indent = 18

/** The tree itself has the focus and handles the keys; a line only takes clicks. */
export function TreeLine({
  id,
  row,
  below,
  isActive,
  isSelected,
  refusal,
  onToggle,
  onChoose,
}: Props) {
  const { node, expanded, position, siblings } = row
  const isOff = node.status === 'disabled'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree around it has the focus (aria-activedescendant)
    <div
      id={id}
      role="treeitem"
      aria-level={node.level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isSelected}
      {...(expanded !== undefined && { 'aria-expanded': expanded })}
      {...(refusal && { 'aria-disabled': true, title: refusal })}
      className={[
        styles.line,
        isActive && styles.active,
        isSelected && styles.selected,
        refusal && styles.refused,
      ]
        .filter(Boolean)
        .join(' ')}
      style={{ paddingInlineStart: 4 + (node.level - 1) * indent }}
      onClick={onChoose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys unfold the line */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: same */}
      <span
        className={styles.caret}
        onClick={(event) => {
          event.stopPropagation()
          if (expanded !== undefined) onToggle()
        }}
      >
        {expanded === undefined ? null : expanded ? (
          <CaretDownOutlined aria-hidden />
        ) : (
          <CaretRightOutlined aria-hidden rotate={mirrored} />
        )}
      </span>
      <span className={isOff ? `${styles.name} ${styles.off}` : styles.name} title={node.username}>
        {node.name}
      </span>
      {node.status !== 'active' && (
        <span className={styles.note}>{t(`user.status.${node.status}`)}</span>
      )}
      {below > 0 && <span className={styles.count}>{below}</span>}
    </div>
  )
}

const mirrored = direction === 'rtl' ? 180 : 0

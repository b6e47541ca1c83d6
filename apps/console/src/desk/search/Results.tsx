import { type MouseEvent, useEffect, useRef } from 'react'
import { t } from '../../lib/i18n.ts'
import { type Entry, groups } from './entry.ts'
import styles from './Palette.module.css'

type Props = {
  id: string
  entries: Entry[]
  active: Entry | undefined
  /** The records shown answer an earlier keyword. */
  stale: boolean
  optionId: (entry: Entry) => string
  onPoint: (entry: Entry) => void
  onChoose: (entry: Entry, event: MouseEvent) => void
}

/**
 * The focus stays in the field; aria-activedescendant tells screen readers which entry is chosen.
 */
export function Results({ id, entries, active, stale, optionId, onPoint, onChoose }: Props) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('search.results')}
      aria-busy={stale}
      className={stale ? `${styles.list} ${styles.stale}` : styles.list}
    >
      {groups.map((group) => {
        const members = entries.filter((entry) => entry.group === group)
        if (members.length === 0) return null
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, which a fieldset is not
          <div key={group} role="group" aria-labelledby={`${id}${group}`}>
            <div id={`${id}${group}`} className={styles.group}>
              {t(`search.group.${group}`)}
            </div>
            {members.map((entry) => (
              <Line
                key={entry.id}
                id={optionId(entry)}
                entry={entry}
                selected={entry === active}
                onPoint={() => onPoint(entry)}
                onChoose={(event) => onChoose(entry, event)}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}

type LineProps = {
  id: string
  entry: Entry
  selected: boolean
  onPoint: () => void
  onChoose: (event: MouseEvent) => void
}

function Line({ id, entry, selected, onPoint, onChoose }: LineProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (selected) line.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      ref={line}
      id={id}
      role="option"
      aria-selected={selected}
      className={selected ? `${styles.line} ${styles.selected}` : styles.line}
      // Not onMouseEnter: an entry that scrolls under a resting pointer is not pointed at.
      onMouseMove={() => selected || onPoint()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onAuxClick={onChoose}
    >
      <span className={styles.label}>{entry.show ?? <bdi>{entry.label}</bdi>}</span>
      {entry.detail && <span className={styles.detail}>{entry.detail}</span>}
    </div>
  )
}

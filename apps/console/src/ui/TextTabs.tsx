import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { direction } from '../lib/i18n.ts'
import styles from './TextTabs.module.css'

type Tab<Key extends string> = { key: Key; label: ReactNode; content: ReactNode }
type Props<Key extends string> = {
  label: string
  tabs: readonly Tab<Key>[]
  active: Key
  onChange: (key: Key) => void
  /** A line of small tabs above a list. */
  dense?: boolean
  /** Stands at the end of the line. */
  extra?: ReactNode
}

/**
 * Plain tabs, for the pages before sign-in, which load no antd, and for lists, whose
 * bytes are counted.
 */
export function TextTabs<Key extends string>({
  label,
  tabs,
  active,
  onChange,
  dense = false,
  extra,
}: Props<Key>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = tabs.findIndex((tab) => tab.key === active)
  // A line of tabs may be longer than a phone is wide.
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-key="${active}"]`)
    if (dense) tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active, dense])

  const move = (event: KeyboardEvent) => {
    const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    const step = event.key === forward ? 1 : event.key === back ? -1 : 0
    const from = tabs.findIndex(
      ({ key }) =>
        key === (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key,
    )
    const next = step === 0 ? undefined : tabs[(from + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    // Tabs above a list ask the service: they are chosen by Enter, and not by walking over them.
    if (!dense) onChange(next.key)
    list.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus()
  }

  return (
    <>
      <div className={dense ? `${styles.line} ${styles.dense}` : styles.line}>
        <div ref={list} role="tablist" aria-label={label} className={styles.list}>
          {tabs.map((tab) => (
            <button
              key={tab.key}
              type="button"
              role="tab"
              id={`${id}-${tab.key}`}
              data-key={tab.key}
              aria-selected={tab.key === active}
              aria-controls={`${id}-panel`}
              tabIndex={tab.key === active ? 0 : -1}
              className={styles.tab}
              onClick={() => onChange(tab.key)}
              onKeyDown={move}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {extra}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${active}`}
        className={dense ? styles.panel : ''}
      >
        {tabs[at]?.content}
      </div>
    </>
  )
}

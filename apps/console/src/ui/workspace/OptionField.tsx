import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import styles from './FilterBar.module.css'

type Props<V extends string> = {
  label: string
  value: V | undefined
  options: readonly { value: V; label: string }[]
  onChoose: (value: V | undefined) => void
}

/** A long list can be searched by typing. */
const searchedFrom = 10

/**
 * The values of a filter, one of which is chosen. A plain list: antd's Select would open a second
 * list inside the first.
 */
export function OptionField<V extends string>({ label, value, options, onChoose }: Props<V>) {
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const isLong = options.length >= searchedFrom
  useEffect(() => {
    const start = isLong ? 'input' : '[aria-selected=true], [role=option]'
    box.current?.querySelector<HTMLElement>(start)?.focus()
  }, [isLong])
  const found = options.filter((option) =>
    option.label.toLowerCase().includes(typed.trim().toLowerCase()),
  )

  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) {
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement && found[0])
        onChoose(found[0].value)
      return
    }
    event.preventDefault()
    const all = [...(box.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[Math.max(0, Math.min(at + step, all.length - 1))]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the options
    <div ref={box} onKeyDown={move}>
      {isLong && (
        <input
          className={styles.find}
          value={typed}
          placeholder={t('workspace.filter.find')}
          aria-label={t('workspace.filter.find')}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div role="listbox" aria-label={label} className={styles.options}>
        {found.map((option) => (
          <button
            key={option.value}
            type="button"
            role="option"
            aria-selected={option.value === value}
            className={styles.option}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
          </button>
        ))}
      </div>
    </div>
  )
}

import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useKeys } from '../useKeys.ts'
import styles from './filters.module.css'

type Props = {
  label: string
  /** The placeholder says enough to those who see it. */
  hideLabel?: boolean
  placeholder?: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Long enough for people to finish a word before the call is made. */
const pauseMs = 350

/** Down leads from the word to what it found. */
function intoRows(event: KeyboardEvent) {
  const first =
    event.key === 'ArrowDown' ? document.querySelector<HTMLElement>('[data-opens]') : null
  if (!first) return
  event.preventDefault()
  first.focus()
}

/** A text filter of a list; the call is made when people pause or press Enter. */
export function SearchFilter({
  label,
  hideLabel = false,
  placeholder = '',
  value = '',
  onChange,
}: Props) {
  const id = useId()
  const input = useRef<InputRef>(null)
  useKeys({ '/': () => input.current?.focus({ cursor: 'all' }) })
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [asked, setAsked] = useState(value)
  // Back, or clearing the filters, changes the value from outside; the answer to our own change
  // must not overwrite further typing.
  if (value !== seen) {
    setSeen(value)
    setAsked(value)
    if (value !== asked) setTyped(value)
  }
  const ask = (text: string) => {
    const next = text.trim()
    if (next === asked) return
    setAsked(next)
    onChange(next || undefined)
  }
  useEffect(() => {
    const timer = setTimeout(() => ask(typed), pauseMs)
    return () => clearTimeout(timer)
  })
  return (
    <span className={styles.filter}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : ''}>
        {label}
      </label>
      <Input
        ref={input}
        id={id}
        aria-keyshortcuts="/"
        className={styles.search ?? ''}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={placeholder}
        maxLength={100}
        allowClear
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={() => ask(typed)}
        onKeyDown={intoRows}
      />
    </span>
  )
}

import { type HTMLAttributes, type ReactNode, useId, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { Icon, type IconName } from '../plain/Icon.tsx'
import styles from './TextField.module.css'

type Props = {
  label: string
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
  inputRef: (input: HTMLInputElement | null) => void
  icon: IconName
  autoComplete: string
  maxLength: number
  type?: 'text' | 'tel'
  inputMode?: NonNullable<HTMLAttributes<HTMLInputElement>['inputMode']>
  autoFocus?: boolean
  password?: boolean
  /** A button at the end of the line. */
  after?: ReactNode
}

/**
 * A labelled input with its message, for the pages before sign-in, which load no antd. A form that
 * is refused moves the focus to the first input with a message, and screen readers read it.
 */
export function TextField({
  label,
  error,
  onChange,
  inputRef,
  icon,
  type = 'text',
  password = false,
  after,
  ...rest
}: Props) {
  const id = useId()
  const [readable, setReadable] = useState(false)
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.line}>
        <span className={error ? `${styles.box} ${styles.wrong}` : styles.box}>
          <Icon name={icon} />
          <input
            {...rest}
            id={id}
            ref={inputRef}
            type={password && !readable ? 'password' : type}
            onChange={(event) => onChange(event.target.value)}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-error`}
          />
          {password && (
            <button
              type="button"
              className={styles.eye}
              aria-label={t('login.password.show')}
              aria-pressed={readable}
              onClick={() => setReadable(!readable)}
            >
              <Icon name={readable ? 'eye' : 'eyeClosed'} />
            </button>
          )}
        </span>
        {after}
      </div>
      <div id={`${id}-error`} className={styles.error}>
        {error}
      </div>
    </div>
  )
}

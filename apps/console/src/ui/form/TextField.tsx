import type { InputProps, InputRef } from 'antd'
// Not from 'antd': its Input also brings Search, TextArea and OTP, which are 5 kB of the login page's 245.
import Input from 'antd/es/input/Input'
import Password from 'antd/es/input/Password'
import { type ReactNode, useId } from 'react'
import styles from './TextField.module.css'

type Props = {
  label: string
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
  inputRef: (input: HTMLInputElement | null) => void
  password?: boolean
  /** A button at the end of the line. */
  after?: ReactNode
} & Pick<InputProps, 'prefix' | 'autoComplete' | 'maxLength' | 'type' | 'inputMode' | 'autoFocus'>

/**
 * A labelled input with its message. A form that is refused moves the focus to the first input with a message, and screen readers read it.
 */
export function TextField({ label, error, onChange, inputRef, password = false, after, ...rest }: Props) {
  const id = useId()
  const Control = password ? Password : Input
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.line}>
        <Control
          {...rest}
          id={id}
          size="large"
          ref={(control: InputRef | null) => inputRef(control?.input ?? null)}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-error`}
          {...(error && { status: 'error' as const })}
        />
        {after}
      </div>
      <div id={`${id}-error`} className={styles.error}>
        {error}
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import styles from './Button.module.css'

type Props = {
  children: ReactNode
  onClick?: () => void
  kind?: 'default' | 'primary' | 'link'
  size?: 'small' | 'middle' | 'large'
  submit?: boolean
  block?: boolean
  busy?: boolean
  disabled?: boolean
  icon?: ReactNode
  className?: string | undefined
}

/**
 * The button of the pages that load no antd, in antd's measures. A busy one keeps its place and the
 * focus, and says so to screen readers; whoever handles the click ignores a second one.
 */
export function Button({
  kind = 'default',
  size = 'middle',
  submit = false,
  block = false,
  busy = false,
  ...rest
}: Props) {
  const { children, onClick, disabled = false, icon, className } = rest
  const classes = [
    styles.button,
    styles[kind],
    styles[size],
    block && styles.block,
    busy && styles.busy,
    className,
  ]
  return (
    <button
      type={submit ? 'submit' : 'button'}
      className={classes.filter(Boolean).join(' ')}
      disabled={disabled}
      aria-busy={busy}
      onClick={onClick}
    >
      {busy && <span className={styles.ring} />}
      {icon}
      <span>{children}</span>
    </button>
  )
}

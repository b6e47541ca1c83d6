import type { ReactNode } from 'react'
import styles from './LinkButton.module.css'

type Props = {
  onClick: () => void
  children: ReactNode
  title?: string
  danger?: boolean
  disabled?: boolean
}

/** An action that reads like a link: quiet enough to stand in every row of a table. */
export const LinkButton = ({
  onClick,
  children,
  title,
  danger = false,
  disabled = false,
}: Props) => (
  <button
    type="button"
    className={danger ? `${styles.link} ${styles.danger}` : styles.link}
    {...(title && { title })}
    // Not `disabled`: the reason is in the title, which a disabled button does not show and screen
    // readers do not read.
    aria-disabled={disabled}
    onClick={disabled ? undefined : onClick}
  >
    {children}
  </button>
)

import type { ReactNode } from 'react'
import { useChoices } from '../settings.ts'
import styles from './Layout.module.css'
import { useHeaderHidden } from './useHeaderHidden.ts'

/** The bar above the page. It hides only where it would stay in sight otherwise. */
export function Header({ children }: { children: ReactNode }) {
  const { fixedHeader, autoHideHeader } = useChoices()
  const hidden = useHeaderHidden(fixedHeader && autoHideHeader)
  return (
    <header
      className={[styles.header, fixedHeader && styles.stuck, hidden && styles.hidden]
        .filter(Boolean)
        .join(' ')}
    >
      {children}
    </header>
  )
}

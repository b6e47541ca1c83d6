import type { ReactNode } from 'react'
import styles from './StatePage.module.css'
import { useTitle } from './useTitle.ts'

type Props = {
  title: string
  description: string
  action: ReactNode
  code?: string
  status?: 'warning' | 'error'
  fullScreen?: boolean
}

/**
 * A page that only reports a state: 403, 404, a chunk that did not load, a crash. antd's Result
 * would add 12 kB of drawings.
 */
export function StatePage({ title, description, action, code, status, fullScreen }: Props) {
  useTitle(title)
  return (
    <section className={fullScreen ? `${styles.page} ${styles.fullScreen}` : styles.page}>
      {code ? (
        <p className={styles.code} aria-hidden>
          {code}
        </p>
      ) : (
        <p className={`${styles.mark} ${styles[status ?? 'warning']}`} aria-hidden>
          !
        </p>
      )}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.description}>{description}</p>
      {action}
    </section>
  )
}

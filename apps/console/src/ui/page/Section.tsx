import type { ReactNode } from 'react'
import styles from './record.module.css'

/** One part of a record's page. */
export const Section = ({
  title,
  hint,
  children,
}: {
  title: string
  hint?: string
  children: ReactNode
}) => (
  <section className={styles.section}>
    <h2 className={styles.heading}>
      <bdi>{title}</bdi>
    </h2>
    {hint && <p className={styles.hint}>{hint}</p>}
    {children}
  </section>
)

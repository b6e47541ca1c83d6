import type { ReactNode } from 'react'
import styles from './Facts.module.css'

export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>

/** A name and its value; without a value it is left out. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children === null || children === undefined || children === '' || children === false ? null : (
    <>
      <dt>{label}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </>
  )

import type { ReactNode } from 'react'
import styles from './Settings.module.css'

type Props = { name: ReactNode; detail: ReactNode; actions?: ReactNode }

/** One line of a section: what it is, how it stands, what can be done about it. */
export const SettingRow = ({ name, detail, actions }: Props) => (
  <li className={styles.row}>
    <div className={styles.about}>
      <div className={styles.name}>{name}</div>
      <p className={styles.detail}>{detail}</p>
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </li>
)

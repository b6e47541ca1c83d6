import type { ReactNode } from 'react'
import styles from './Settings.module.css'

type Props = { name: ReactNode; detail: ReactNode; actions?: ReactNode }

/** One line of a section: what it is, how it stands, what can be done about it. */
export const SettingRow = ({ name, detail, actions }: Props) => (
  <li className={styles.row}>
    <div className={styles.about}>
      <div className={styles.name}>{name}</div>
      {/* Words and times stay in their order where the page runs right to left and the text does not. */}
      <p className={styles.detail}>
        <bdi>{detail}</bdi>
      </p>
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </li>
)

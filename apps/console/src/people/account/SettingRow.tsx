import type { ReactNode } from 'react'
import styles from './Settings.module.css'

type Props = { name: ReactNode; detail: ReactNode; actions?: ReactNode }

/** One line of a section: its name, its state, and the actions on it. */
export const SettingRow = ({ name, detail, actions }: Props) => (
  <li className={styles.row}>
    <div className={styles.about}>
      <div className={styles.name}>{name}</div>
      {/* Words and times keep their order where the page runs right to left and the text does
          not. */}
      <p className={styles.detail}>
        <bdi>{detail}</bdi>
      </p>
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </li>
)

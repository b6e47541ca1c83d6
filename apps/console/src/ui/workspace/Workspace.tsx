import type { ReactNode } from 'react'
import styles from './Workspace.module.css'

type Props = {
  /** The lines above the list and the panel: tabs, filters. */
  head: ReactNode
  list: ReactNode
  panel: ReactNode
}

/** A list, and beside it the record that is open. Each scrolls by itself; the page does not. */
export const Workspace = ({ head, list, panel }: Props) => (
  <div className={styles.workspace}>
    {head}
    <div className={panel ? `${styles.panes} ${styles.open}` : styles.panes}>
      <div className={styles.list}>{list}</div>
      {panel}
    </div>
  </div>
)

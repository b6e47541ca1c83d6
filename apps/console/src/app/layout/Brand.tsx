import { paths } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { defaultSettings } from '../settings.ts'
import styles from './Layout.module.css'

/** ProLayout's own is an <h1> in a link to nowhere; the page's heading is the h1 here. */
export const Brand = ({ collapsed = false }: { collapsed?: boolean }) => (
  <Link to={paths.welcome()} className={styles.brand} aria-label={defaultSettings.title}>
    <img src={defaultSettings.logo} alt="" width={28} height={28} />
    {!collapsed && <span className={styles.brandName}>{defaultSettings.title}</span>}
  </Link>
)

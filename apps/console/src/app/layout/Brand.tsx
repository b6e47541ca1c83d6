import { paths } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { defaultSettings } from '../settings.ts'
import styles from './Layout.module.css'

/** Replaces ProLayout's own title, which is an <h1> in a link to nowhere; here the page's heading is the h1. */
export const Brand = ({ collapsed = false }: { collapsed?: boolean }) => (
  <Link to={paths.welcome()} className={styles.brand} aria-label={defaultSettings.title}>
    <img src={defaultSettings.logo} alt="" width={28} height={28} />
    {!collapsed && <span className={styles.brandName}>{defaultSettings.title}</span>}
  </Link>
)

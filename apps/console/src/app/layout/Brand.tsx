import { paths } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { defaultSettings } from '../settings.ts'
import styles from './Layout.module.css'

/** No heading: the page's title is the h1. */
export const Brand = ({ short = false }: { short?: boolean }) => (
  <Link to={paths.welcome()} className={styles.brand} aria-label={defaultSettings.title}>
    <img src={defaultSettings.logo} alt="" width={28} height={28} />
    {!short && <span className={styles.brandName}>{defaultSettings.title}</span>}
  </Link>
)

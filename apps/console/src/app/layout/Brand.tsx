import { paths } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { defaultSettings } from '../settings.ts'
import styles from './Layout.module.css'

/** No heading: the page's title is the h1. */
export const Brand = ({ short = false }: { short?: boolean }) => (
  <Link to={paths.welcome()} className={styles.brand} aria-label={t('brand.name')}>
    <img src={defaultSettings.logo} alt="" width={28} height={28} />
    {!short && <span className={styles.brandName}>{t('brand.name')}</span>}
  </Link>
)

import { paths } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { t } from '../../lib/i18n.ts'
import styles from './HomeLink.module.css'

export const HomeLink = () => (
  <Link to={paths.welcome()} className={styles.link}>
    {t('action.home')}
  </Link>
)

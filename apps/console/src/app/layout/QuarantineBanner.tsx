import { canSuperAdmin } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import styles from './tool/CompanySwitch.module.css'

/**
 * Shown on every page to everyone after a restore: whoever cannot send has to know why. It leads
 * those who can end it to where they do.
 */
export default function QuarantineBanner() {
  return (
    <section className={styles.banner} aria-label={t('quarantine.label')}>
      <span>{t('quarantine.text')}</span>
      {canSuperAdmin(useCurrentUser()) && (
        <Link to={paths.quarantine()}>{t('quarantine.open')}</Link>
      )}
    </section>
  )
}

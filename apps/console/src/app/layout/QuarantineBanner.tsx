import { t } from '../../lib/i18n.ts'
import styles from './tool/CompanySwitch.module.css'

/** Shown on every page to everyone after a restore: whoever cannot send has to know why. */
export default function QuarantineBanner() {
  return (
    <section className={styles.banner} aria-label={t('quarantine.label')}>
      <span>{t('quarantine.text')}</span>
    </section>
  )
}

import { t } from '../../lib/i18n.ts'
import styles from './PageLoading.module.css'

/** Appears only after a moment: most loads are quicker, and a flash is worse than nothing. */
export const PageLoading = ({ fullScreen = false }: { fullScreen?: boolean }) => (
  <div
    className={fullScreen ? `${styles.loading} ${styles.fullScreen}` : styles.loading}
    role="status"
  >
    <span className={styles.ring} />
    <span className="visually-hidden">{t('loading')}</span>
  </div>
)

import { Button } from 'antd'
import { t } from '../../lib/i18n.ts'
import styles from '../table/ApiTable.module.css'
import { PageLoading } from './PageLoading.tsx'

/** Takes the place of data that is loading, or that failed to load, with a button to try again. */
export const LoadState = ({ failed, onRetry }: { failed: boolean; onRetry: () => void }) =>
  failed ? (
    <div className={styles.state}>
      <p className={styles.stateTitle}>{t('table.failed')}</p>
      <p className={styles.stateText}>{t('table.failed.description')}</p>
      <Button onClick={onRetry}>{t('action.retry')}</Button>
    </div>
  ) : (
    <PageLoading />
  )

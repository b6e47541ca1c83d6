import { Button, Skeleton } from 'antd'
import { t } from '../../lib/i18n.ts'
import styles from './Settings.module.css'

/** What stands where a section will be: loading, or failed with a way to try again. */
export function SectionState({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (!failed) return <Skeleton active paragraph={{ rows: 5 }} />
  return (
    <div className={styles.avatar}>
      <span>{t('account.failed')}</span>
      <Button onClick={onRetry}>{t('action.retry')}</Button>
    </div>
  )
}

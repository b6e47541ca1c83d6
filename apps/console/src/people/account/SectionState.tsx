import { Button, Skeleton } from 'antd'
import { t } from '../../lib/i18n.ts'
import styles from './Settings.module.css'

/** Takes the place of a section that is loading, or that failed, with a button to try again. */
export function SectionState({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (!failed) return <Skeleton active paragraph={{ rows: 5 }} />
  return (
    <div className={styles.avatar}>
      <span>{t('account.failed')}</span>
      <Button onClick={onRetry}>{t('action.retry')}</Button>
    </div>
  )
}

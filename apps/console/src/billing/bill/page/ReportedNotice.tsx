import { Alert } from 'antd'
import { t } from '../../../lib/i18n.ts'
import styles from '../../../ui/page/record.module.css'
import { Time } from '../../../ui/Time.tsx'

/**
 * An event of PayPal's says that the bill was paid. Until PayPal's own records say it too, the
 * amounts below do not.
 */
export const ReportedNotice = ({ since }: { since: string }) => (
  <div className={styles.notice}>
    <Alert
      type="info"
      showIcon
      role="status"
      title={
        <>
          {t('bill.reported.title')} <Time at={since} />
        </>
      }
    />
  </div>
)

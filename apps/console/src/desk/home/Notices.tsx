import { noticeApi } from '@paydesk/contract/people/notice'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { NoticeItem } from '../../shared/notice/NoticeItem.tsx'
import { newestNotices } from '../../shared/notice/newestNotices.ts'
import { Card } from './Card.tsx'
import styles from './HomePage.module.css'

export default function Notices() {
  const { data, error, refetch } = useApi(noticeApi.list, newestNotices)
  return (
    <Card title={t('home.notices')} loading={!data && !error} {...(!data && error && { onRetry: refetch })}>
      {data?.list.length === 0 && <p className={styles.empty}>{t('home.notices.none')}</p>}
      {data && data.list.length > 0 && (
        <ul className={styles.notices}>
          {data.list.map((notice) => (
            <li key={notice.id}>
              <NoticeItem notice={notice} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

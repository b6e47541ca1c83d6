import { noticeApi } from '@paydesk/contract/people/notice'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { NoticeItem } from '../../shared/notice/NoticeItem.tsx'
import { newestNotices } from '../../shared/notice/newestNotices.ts'
import styles from './HomePage.module.css'
import { Part, stateOf } from './Part.tsx'

export default function Notices() {
  const read = useApi(noticeApi.list, newestNotices)
  const { data } = read
  return (
    <Part title={t('home.notices')} {...stateOf(read)}>
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
    </Part>
  )
}

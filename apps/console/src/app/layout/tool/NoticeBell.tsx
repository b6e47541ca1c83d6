import { BellOutlined } from '@ant-design/icons'
import { noticeApi, unreadCap } from '@paydesk/contract/people/notice'
import { Suspense, useState } from 'react'
import { useApi } from '../../../lib/api/query.ts'
import { t, withTexts } from '../../../lib/i18n.ts'
import { lazyPage } from '../../../lib/lazyPage.ts'
import { newestNotices } from '../../../shared/notice/newestNotices.ts'
import styles from './Tools.module.css'

const LazyPanel = lazyPage(
  withTexts(['notice'], () => import('../../../people/notice/NoticePanel.tsx')),
)

/** How many notices are unread, live, and the way to them. */
export function NoticeBell() {
  const { data } = useApi(noticeApi.list, newestNotices)
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const unread = data?.unread ?? 0
  const count = unread > unreadCap ? `${unreadCap}+` : String(unread)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <button
        type="button"
        className={`${styles.iconButton} ${styles.bell}`}
        aria-haspopup="dialog"
        aria-label={unread > 0 ? t('bell.unread', { number: count }) : t('bell')}
        title={t('bell')}
        onClick={show}
      >
        <BellOutlined aria-hidden />
        {unread > 0 && (
          <span className={styles.bellCount} aria-hidden>
            {count}
          </span>
        )}
      </button>
      {wanted && (
        <Suspense>
          <LazyPanel open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

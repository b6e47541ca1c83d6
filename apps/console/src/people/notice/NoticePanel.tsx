import { paths } from '@paydesk/contract/lib/paths'
import { noticeApi } from '@paydesk/contract/people/notice'
import { Button, Checkbox, Drawer } from 'antd'
import { type UIEvent, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { NoticeItem } from '../../shared/notice/NoticeItem.tsx'
import { LoadState } from '../../ui/page/LoadState.tsx'
import styles from './Notice.module.css'
import { useNotices } from './useNotices.ts'

/** Spec §9. */
const thresholdPx = 100

async function readAll() {
  await call(noticeApi.readAll, {})
  await refreshApi(noticeApi.list)
}

export default function NoticePanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [unread, setUnread] = useState(false)
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('notice.list')}
      size={440}
      destroyOnHidden
      styles={{ body: { padding: 0, display: 'flex', flexDirection: 'column' } }}
      footer={
        <Link to={`${paths.account('settings')}?section=notification`} onClick={onClose}>
          {t('notice.settings')}
        </Link>
      }
    >
      <div className={styles.tools}>
        <Checkbox checked={unread} onChange={(event) => setUnread(event.target.checked)}>
          {t('notice.unreadOnly')}
        </Checkbox>
        <Button size="small" onClick={() => void readAll().catch(() => undefined)}>
          {t('notice.readAll')}
        </Button>
      </div>
      <List unread={unread} onFollow={onClose} />
    </Drawer>
  )
}

function List({ unread, onFollow }: { unread: boolean; onFollow: () => void }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useNotices(unread)
  if (!data) return <LoadState failed={error !== null} onRetry={() => void refetch()} />
  const notices = data.pages.flatMap(({ list }) => list)
  const more = () => (hasNextPage && !isFetchingNextPage ? void fetchNextPage() : undefined)
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) =>
    scrollHeight - scrollTop - clientHeight < thresholdPx ? more() : undefined
  return (
    <section
      className={styles.scroll}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('notice.list')}
    >
      {notices.length === 0 && (
        <p className={styles.none}>{t(unread ? 'notice.noneUnread' : 'notice.none')}</p>
      )}
      <ul className={styles.list}>
        {notices.map((notice) => (
          <li key={notice.id}>
            <NoticeItem notice={notice} onFollow={onFollow} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles.more}>
          <Button loading={isFetchingNextPage} onClick={more}>
            {t('notice.more')}
          </Button>
        </div>
      )}
    </section>
  )
}

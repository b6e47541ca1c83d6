import { type Notice, noticeApi } from '@paydesk/contract/people/notice'
import { Link } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './NoticeItem.module.css'
import { wordsOf } from './noticeWords.ts'

async function mark(id: string, read: boolean) {
  await call(noticeApi.mark, { params: { id }, body: { read } })
  await refreshApi(noticeApi.list)
}

/** One notice. Following its link marks it as read. */
export function NoticeItem({ notice, onFollow }: { notice: Notice; onFollow?: () => void }) {
  const user = useCurrentUser()
  const { title, detail, hint, to } = wordsOf(notice, user, user.company.timezone)
  const { id, readAt } = notice
  const follow = () => {
    if (!readAt) void mark(id, true).catch(() => undefined)
    onFollow?.()
  }
  return (
    <article className={styles.notice}>
      <div className={styles.head}>
        <strong className={readAt ? styles.read : ''}>{title}</strong>
        {!readAt && <span className={styles.unread}>{t('notice.unread')}</span>}
        <span className={styles.time}>
          <Time at={notice.createdAt} />
        </span>
      </div>
      <div>{detail}</div>
      <div className={styles.foot}>
        {to ? (
          <Link to={to} onClick={follow}>
            {hint}
          </Link>
        ) : (
          <span className={styles.hint}>{hint}</span>
        )}
        <LinkButton onClick={() => void mark(id, !readAt).catch(() => undefined)}>
          {t(readAt ? 'notice.markUnread' : 'notice.markRead')}
          <span className="visually-hidden">{`: ${title}`}</span>
        </LinkButton>
      </div>
    </article>
  )
}

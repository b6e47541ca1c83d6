import { mailboxApi } from '@paydesk/contract/office/mailbox'
import { Button } from 'antd'
import { useApi } from '../../lib/api/query.ts'
import { formatInstant } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useTitle } from '../../ui/page/useTitle.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { linked } from './linked.tsx'
import styles from './MailboxPage.module.css'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Development only: the messages that would have been sent, with links that work. */
export default function MailboxPage() {
  useTitle(t('mailbox.title'))
  const { data, error, isFetching, refetch } = useApi(mailboxApi.list, {})
  return (
    <main className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title}>{t('mailbox.title')}</h1>
        <Button onClick={() => refetch()} loading={isFetching}>
          {t('mailbox.refresh')}
        </Button>
      </div>
      <p className={styles.explain}>{t('mailbox.explain')}</p>
      {error && !data && <p role="alert">{t('mailbox.failed')}</p>}
      {data?.list.length === 0 && (
        <div className={styles.empty}>
          <strong>{t('mailbox.empty')}</strong>
          <p>{t('mailbox.empty.description')}</p>
        </div>
      )}
      {data?.list.map(({ id, channel, recipient, subject, text, createdAt }) => (
        <article key={id} className={styles.message}>
          <div className={styles.line}>
            <StatusTag tone={channel === 'mail' ? 'blue' : 'green'}>
              {t(`mailbox.${channel}`)}
            </StatusTag>
            <h2 className={styles.subject}>{subject}</h2>
            <time dateTime={createdAt}>
              <bdi dir="ltr">{formatInstant(createdAt, zone)}</bdi>
            </time>
          </div>
          <div className={styles.recipient}>
            {t('mailbox.to')} <bdi dir="ltr">{recipient}</bdi>
          </div>
          <p className={styles.text}>{linked(text)}</p>
        </article>
      ))}
    </main>
  )
}

import type { Notice } from '@paydesk/contract/notice'
import { t } from '../lib/i18n.ts'
import styles from './NoticeItem.module.css'
import { Time } from './Time.tsx'

/** A notice in the reader's language: the API sends what happened, not words. */
export function NoticeItem({ notice }: { notice: Notice }) {
  const { title, detail, hint } = wordingOf(notice)
  return (
    <article className={styles.notice}>
      <div className={styles.head}>
        <strong>{title}</strong>
        {!notice.readAt && <span className={styles.unread}>{t('notice.unread')}</span>}
        <span className={styles.time}>
          <Time at={notice.createdAt} />
        </span>
      </div>
      <div>{detail}</div>
      <div className={styles.hint}>{hint}</div>
    </article>
  )
}

function wordingOf({ kind, data }: Notice) {
  switch (kind) {
    case 'newDevice':
      return {
        title: t('notice.newDevice'),
        detail: t('notice.newDevice.detail', { device: data.device, address: data.address }),
        hint: t('notice.newDevice.hint'),
      }
    case 'accountStopped':
      return {
        title: t('notice.accountStopped', { label: data.label }),
        detail: t(`notice.accountStopped.${data.state === 'limited' ? 'limited' : 'disconnected'}`, { detail: data.detail || data.reason }),
        hint: t('notice.accountStopped.hint'),
      }
  }
}

import type { Notice } from '@paydesk/contract/notice'
import { Link } from 'react-router'
import { useCurrentUser } from '../lib/currentUser.ts'
import { formatInstant, formatMoney } from '../lib/format.ts'
import { locale, t } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import styles from './NoticeItem.module.css'
import { type RuleNotice, ruleNoticeWords } from './ruleNoticeWords.ts'
import { Time } from './Time.tsx'

/** A notice in the reader's language: the API sends what happened, not words. */
export function NoticeItem({ notice }: { notice: Notice }) {
  const { company } = useCurrentUser()
  const { title, detail, hint, to } = wordingOf(notice, company.timezone)
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
      <div className={styles.hint}>{to ? <Link to={to}>{hint}</Link> : hint}</div>
    </article>
  )
}

export type Wording = { title: string; detail: string; hint: string; to?: string }

function wordingOf({ kind, data }: Notice, timezone: string): Wording {
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
    case 'approvalAsked':
      return {
        title: t('notice.approvalAsked', { amount: formatMoney(data, locale) }),
        detail: t('notice.approvalAsked.detail', { who: data.who, number: data.billNumber }),
        hint: t('notice.approvalAsked.hint'),
        to: paths.approvalList(),
      }
    case 'approvalDecided':
      return {
        title: t(`notice.approvalDecided.${data.approved ? 'approved' : 'rejected'}`, { amount: formatMoney(data, locale) }),
        detail: t('notice.approvalDecided.detail', { number: data.billNumber, who: data.who, note: data.note }),
        hint: t('notice.approvalDecided.hint'),
        to: paths.bill(data.billId),
      }
    case 'disputeOpened': {
      const { amountMinor, currency, dueAt } = data
      return {
        title: t('notice.disputeOpened', {
          amount: amountMinor !== null && currency ? formatMoney({ amountMinor, currency }, locale) : '',
        }),
        detail: t('notice.disputeOpened.detail', {
          buyer: data.buyerName || '—',
          number: data.billNumber ?? '—',
          due: dueAt ? formatInstant(dueAt, timezone) : '—',
        }),
        hint: t('notice.disputeOpened.hint'),
        to: paths.dispute(data.disputeId),
      }
    }
    case 'ruleFailed':
    case 'dailySummary':
    case 'accountSilent':
    case 'statementReady':
      return ruleNoticeWords({ kind, data } as RuleNotice, timezone)
  }
}

import { paths } from '@paydesk/contract/lib/paths'
import type { Notice } from '@paydesk/contract/people/notice'
import { formatInstant, formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'

export type NoticeWords = { title: string; detail: string; hint: string; to?: string | undefined }
export type RuleNotice = Extract<
  Notice,
  { kind: 'ruleFailed' | 'dailySummary' | 'accountSilent' | 'statementReady' }
>

/** The notices of rules, in the reader's language. */
export function ruleNoticeWords(
  { kind, data }: Pick<RuleNotice, 'kind' | 'data'> & RuleNotice,
  timezone: string,
): NoticeWords {
  switch (kind) {
    case 'ruleFailed':
      return {
        title: t('notice.ruleFailed', { name: data.name }),
        detail: t(`notice.ruleFailed.${data.failure.code}`),
        hint: t('notice.ruleFailed.hint'),
        to: `${paths.companySettings()}?tab=rules`,
      }
    case 'dailySummary': {
      const { received, newBills, overdue, unexplained, disputes } = data
      const amounts = received.map((one) => formatMoney(one, locale)).join(' · ') || '0'
      return {
        title: t('notice.dailySummary', { day: data.day }),
        detail: t('notice.dailySummary.detail', {
          received: amounts,
          newBills,
          overdue,
          unexplained,
          disputes,
        }),
        hint: t('notice.dailySummary.hint'),
        to: paths.welcome(),
      }
    }
    case 'accountSilent':
      return {
        title: t('notice.accountSilent', { label: data.label }),
        detail: t('notice.accountSilent.detail', {
          since: data.since ? formatInstant(data.since, timezone) : '—',
        }),
        hint: t('notice.accountSilent.hint'),
        to: paths.paypalAccountList(),
      }
    case 'statementReady':
      return {
        title: t('notice.statementReady', { month: data.month }),
        detail: t('notice.statementReady.detail'),
        hint: t('notice.statementReady.hint'),
        to: paths.transactionList(),
      }
  }
}

import type { Holder } from '@paydesk/contract/lib/access'
import type { Currency } from '@paydesk/contract/lib/money'
import { billPathOf, paths } from '@paydesk/contract/lib/paths'
import { whyStopped } from '@paydesk/contract/people/accountStopWords'
import type { Notice } from '@paydesk/contract/people/notice'
import { formatInstant, formatMoney } from '../../lib/format.ts'
import { locale, t, textPack } from '../../lib/i18n.ts'
import { type NoticeWords, type RuleNotice, ruleNoticeWords } from './ruleNoticeWords.ts'

const amountOf = ({
  amountMinor,
  currency,
}: {
  amountMinor: number | null
  currency: Currency | null
}) =>
  amountMinor === null || currency === null ? '' : formatMoney({ amountMinor, currency }, locale)

/** A notice in the reader's language: the API sends what happened, not words. */
export function wordsOf({ kind, data }: Notice, user: Holder, timezone: string): NoticeWords {
  switch (kind) {
    case 'newDevice':
      return {
        title: t('notice.newDevice'),
        detail: t('notice.newDevice.detail', { device: data.device, address: data.address }),
        hint: t('notice.newDevice.hint'),
        to: `${paths.account('settings')}?section=security`,
      }
    case 'securityChange':
      return {
        title: t(`notice.securityChange.${data.change}`),
        detail: t('notice.securityChange.detail', {
          who: data.who,
          device: data.device,
          address: data.address,
        }),
        hint: t('notice.securityChange.hint'),
        to: `${paths.account('settings')}?section=security`,
      }
    case 'powerUsed':
      return {
        title: t(`notice.powerUsed.${data.what}`, { about: data.about }),
        detail: t('notice.powerUsed.detail', { who: data.who, address: data.address }),
        hint: t('notice.powerUsed.hint'),
        to: data.what === 'powerGiven' ? paths.userList() : paths.paypalAccountList(),
      }
    case 'securityAlarm':
      return {
        title: t(`notice.securityAlarm.${data.reason}`),
        detail:
          data.reason === 'lockedOut'
            ? t('notice.securityAlarm.lockedOut.detail', { who: data.who, address: data.address })
            : t('notice.securityAlarm.detail', {
                who: data.who,
                count: data.count,
                address: data.address,
              }),
        hint: t('notice.securityAlarm.hint'),
        to: `${paths.auditLog()}?security=true`,
      }
    case 'paymentReceived':
      return {
        title: t('notice.paymentReceived', { amount: amountOf(data) }),
        detail: t('notice.paymentReceived.detail', {
          customer: data.customerName,
          number: data.billNumber,
        }),
        hint: t('notice.paymentReceived.hint'),
        to: billPathOf(user, data.billId),
      }
    case 'billRefused':
      return {
        title: t(`notice.billRefused.${data.what}`, { number: data.billNumber }),
        detail: data.detail
          ? t(data.differs ? 'notice.billRefused.differs' : 'notice.billRefused.detail', {
              customer: data.customerName,
              detail: data.detail,
            })
          : data.customerName,
        hint: t('notice.billRefused.hint'),
        to: billPathOf(user, data.billId),
      }
    case 'billProblem': {
      const amount = formatMoney(data, locale)
      return {
        title: t(`notice.billProblem.${data.problem}`, { number: data.billNumber, amount }),
        detail: t(`notice.billProblem.${data.problem}.detail`, {
          number: data.billNumber,
          customer: data.customerName,
          amount,
        }),
        hint: t('notice.billProblem.hint'),
        to: billPathOf(user, data.billId),
      }
    }
    case 'accountStopped':
      return {
        title: t('notice.accountStopped', { label: data.label }),
        detail: [
          t(`notice.accountStopped.${data.state === 'limited' ? 'limited' : 'disconnected'}`, {
            why: whyStopped(data.reason)[textPack === 'zh-CN' ? 'zh' : 'en'],
          }),
          data.detail && t('notice.accountStopped.said', { detail: data.detail }),
        ].join(' '),
        hint: t('notice.accountStopped.hint'),
        to: paths.paypalAccountList(),
      }
    case 'eventAlarm':
      return {
        title: t('notice.eventAlarm', { label: data.label }),
        detail: t('notice.eventAlarm.detail', { type: data.eventType, id: data.eventId }),
        hint: t('notice.eventAlarm.hint'),
        to: `${paths.eventList()}?tab=alarms`,
      }
    case 'approvalAsked':
      return {
        title: t('notice.approvalAsked', { amount: amountOf(data) }),
        detail: t('notice.approvalAsked.detail', { who: data.who, number: data.billNumber }),
        hint: t('notice.approvalAsked.hint'),
        to: paths.approvalList(),
      }
    case 'limitChangeAsked':
      return {
        title: t('notice.limitChangeAsked'),
        detail: data.about
          ? t('notice.limitChangeAsked.user', { who: data.who, name: data.about })
          : t('notice.limitChangeAsked.company', { who: data.who }),
        hint: t('notice.limitChangeAsked.hint'),
        to: data.about ? paths.userList() : `${paths.companySettings()}?tab=approval`,
      }
    case 'limitChangeDecided':
      return {
        title: t(`notice.limitChangeDecided.${data.approved ? 'approved' : 'rejected'}`),
        detail: data.about
          ? t('notice.limitChangeDecided.user', { who: data.who, name: data.about })
          : t('notice.limitChangeDecided.company', { who: data.who }),
        hint: t('notice.limitChangeDecided.hint'),
        to: data.about ? paths.userList() : `${paths.companySettings()}?tab=approval`,
      }
    case 'approvalDecided':
      return {
        title: t(`notice.approvalDecided.${data.approved ? 'approved' : 'rejected'}`, {
          amount: amountOf(data),
        }),
        detail: t('notice.approvalDecided.detail', {
          number: data.billNumber,
          who: data.who,
          note: data.note,
        }),
        hint: t('notice.approvalDecided.hint'),
        to: billPathOf(user, data.billId),
      }
    case 'disputeOpened':
    case 'disputeDeadline': {
      const about = {
        buyer: data.buyerName || '—',
        number: data.billNumber ?? '—',
        due: data.dueAt ? formatInstant(data.dueAt, timezone) : '—',
      }
      return {
        title: t(`notice.${kind}`, { amount: amountOf(data) }),
        detail:
          kind === 'disputeOpened'
            ? t('notice.disputeOpened.detail', about)
            : t('notice.disputeDeadline.detail', { ...about, hours: data.hours }),
        hint: t(`notice.${kind}.hint`),
        to: paths.dispute(data.disputeId),
      }
    }
    case 'exceptionOverdue':
      return {
        title: t('notice.exceptionOverdue', { count: data.count }),
        detail: t('notice.exceptionOverdue.detail', {
          oldest: formatInstant(data.oldestAt, timezone),
          hours: data.hours,
        }),
        hint: t('notice.exceptionOverdue.hint'),
        to: `${paths.reconciliation()}?overdue=true`,
      }
    case 'problemFound':
      return {
        title: t(`problem.kind.${data.problem}`),
        detail: [
          data.label,
          data.billNumber,
          amountOf(data),
          data.count > 1 ? t('notice.problemFound.count', { count: data.count }) : '',
        ]
          .filter(Boolean)
          .join(' · '),
        hint: t('notice.problemFound.hint'),
        to: paths.problemList(),
      }
    case 'ruleFailed':
    case 'dailySummary':
    case 'accountSilent':
    case 'statementReady':
      return ruleNoticeWords({ kind, data } as RuleNotice, timezone)
  }
}

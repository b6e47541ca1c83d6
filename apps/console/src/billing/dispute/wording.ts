import type { DisputeState } from '@paydesk/contract/billing/dispute'
import { hasText, t } from '../../lib/i18n.ts'
import type { Tone } from '../../ui/StatusTag.tsx'

/** PayPal adds new words; a word that we have no text for is shown as PayPal writes it. */
export function wordOf(
  kind: 'reason' | 'stage' | 'channel' | 'outcome' | 'by' | 'evidenceType' | 'offerType' | 'money',
  code: string,
): string {
  const key = `dispute.${kind}.${code}`
  return hasText(key) ? t(key) : code || '—'
}

export const stateTones: Record<DisputeState, Tone> = {
  needsAnswer: 'red',
  waitingForBuyer: 'blue',
  underReview: 'darkBlue',
  resolved: 'grey',
}

const minute = 60_000
/** The time left until then; undefined when it has passed. */
export function leftUntil(at: string, now: number): string | undefined {
  const minutes = Math.floor((Date.parse(at) - now) / minute)
  if (minutes < 0) return undefined
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days >= 3 || (days > 0 && hours === 0)) return t('dispute.left.wholeDays', { count: days })
  if (days > 0) return t('dispute.left.days', { days, hours })
  return hours > 0
    ? t('dispute.left.hours', { hours, minutes: minutes % 60 })
    : t('dispute.left.minutes', { minutes })
}

/** Whether the deadline is near enough to stand out. */
export const isSoon = (at: string, now: number) => Date.parse(at) - now < 3 * 1440 * minute

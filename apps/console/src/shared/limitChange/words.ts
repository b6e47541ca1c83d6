import { personText } from '@paydesk/contract/lib/record'
import type { LimitChange } from '@paydesk/contract/people/limitChange'
import { formatMoney } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'

/** The subject of a change: a person, with what they sign in with, or the company. */
export const whoseLimits = ({ userName, username }: Pick<LimitChange, 'userName' | 'username'>) =>
  userName === null
    ? t('limitChange.company')
    : t('limitChange.user', { name: personText(userName, username) })

type Limits = LimitChange['after']

/** What a user may approve, or from which amount on the company wants a second person. */
export function limitsText(limits: Limits, whose: 'user' | 'company'): string {
  if (limits === null) return t('limitChange.unlimited')
  if (limits.length === 0) return t(`limitChange.nothing.${whose}`)
  return limits
    .map((limit) => t(`limitChange.amount.${whose}`, { amount: formatMoney(limit, locale) }))
    .join(t('limitChange.separator'))
}

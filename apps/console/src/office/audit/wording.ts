import type { Currency, Money } from '@paydesk/contract/lib/money'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { hasText, locale, t } from '../../lib/i18n.ts'

/** The log outlives releases: a value without a word here is shown as it was recorded. */
const word = (keys: string[], fallback: string) => {
  const known = keys.find(hasText)
  return known ? t(known) : fallback
}

const lastOf = (field: string) => field.split('.').at(-1) as string

export const actionText = (action: string) => word([`audit.action.${action}`], action)
export const entityText = (entity: string) => word([`audit.entity.${entity}`], entity)

/** The same field can have another name in another entity: a user's name is 姓名, a role's 名称. */
export const fieldText = (entity: string, field: string) =>
  word(
    [
      `audit.field.${entity}.${field}`,
      `audit.field.${entity}.${lastOf(field)}`,
      `audit.field.${lastOf(field)}`,
    ],
    field,
  )

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).sort().join() === 'amountMinor,currency'

/**
 * `currency` is that of the whole entry, if it names one. Without it the position of the decimal
 * point is unknown.
 */
export function valueText(
  entity: string,
  field: string,
  value: unknown,
  currency: Currency | undefined,
): string {
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  if (typeof value === 'number' && field.endsWith('Minor'))
    return currency
      ? formatMoney({ amountMinor: value, currency }, locale)
      : t('audit.minor', { amount: formatCount(value, locale) })
  if (isMoney(value)) return formatMoney(value, locale)
  if (typeof value === 'object') return JSON.stringify(value)
  const last = lastOf(field)
  return word(
    [`audit.value.${entity}.${last}.${value}`, `audit.value.${last}.${value}`],
    String(value),
  )
}

import { hasText, t } from '../lib/i18n.ts'

/** The log outlives releases: what has no word here is shown as it was recorded. */
const word = (key: string, fallback: string) => (hasText(key) ? t(key) : fallback)

export const actionText = (action: string) => word(`audit.action.${action}`, action)
export const entityText = (entity: string) => word(`audit.entity.${entity}`, entity)

/** The same field has another name with another entity: a user's name is 姓名, a role's 名称. */
export function fieldText(entity: string, field: string) {
  const last = field.split('.').at(-1)
  return word(`audit.field.${entity}.${field}`, word(`audit.field.${last}`, field))
}

export function valueText(field: string, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  if (typeof value === 'object') return JSON.stringify(value)
  return word(`audit.value.${field.split('.').at(-1)}.${value}`, String(value))
}

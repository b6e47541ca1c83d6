import { hasText, t } from '../lib/i18n.ts'

/** The log outlives releases: what has no word here is shown as it was recorded. */
const word = (key: string, fallback: string) => (hasText(key) ? t(key) : fallback)

export const actionText = (action: string) => word(`audit.action.${action}`, action)
export const entityText = (entity: string) => word(`audit.entity.${entity}`, entity)
export const fieldText = (field: string) => word(`audit.field.${field}`, word(`audit.field.${field.split('.').at(-1)}`, field))

export function valueText(field: string, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  if (typeof value === 'object') return JSON.stringify(value)
  return word(`audit.value.${field.split('.').at(-1)}.${value}`, String(value))
}

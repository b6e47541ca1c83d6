import { hasText, t } from '../../lib/i18n.ts'

/**
 * The name of a role or group in the reader's language: those that every installation begins with
 * are stored in Chinese.
 */
export function seededName(name: string): string {
  const key = `seeded.${name}`
  return hasText(key) ? t(key) : name
}

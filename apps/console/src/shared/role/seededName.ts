import { hasText, t } from '../../lib/i18n.ts'

/** A role's or group's name as this reader calls it: those that every installation begins with are stored in Chinese. */
export function seededName(name: string): string {
  const key = `seeded.${name}`
  return hasText(key) ? t(key) : name
}

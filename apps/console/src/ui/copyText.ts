import { feedback } from '../lib/feedback.ts'
import { t } from '../lib/i18n.ts'

/**
 * Tells the person whether copying worked: the browser refuses without https, or when the
 * person forbids it.
 */
export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    feedback.message().success(t('copy.done'))
  } catch {
    feedback.message().warning(t('copy.failed'))
  }
}

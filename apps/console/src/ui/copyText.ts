import { feedback } from '../lib/feedback.ts'
import { t } from '../lib/i18n.ts'

/** Says whether it worked: without https, or when the person forbids it, the browser refuses. */
export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    feedback.message().success(t('copy.done'))
  } catch {
    feedback.message().warning(t('copy.failed'))
  }
}

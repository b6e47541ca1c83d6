import { feedback } from '../lib/feedback.ts'
import { t } from '../lib/i18n.ts'
import { Button } from '../ui/plain/Button.tsx'

/** The question stays until it is answered: the person decides when to lose the page as it is. */
export function askToRefresh(onConfirm: () => void) {
  const key = 'pwa-update'
  const confirm = () => {
    feedback.notification().destroy(key)
    onConfirm()
  }
  feedback.notification().info({
    key,
    duration: false,
    title: t('pwa.update.title'),
    description: t('pwa.update.description'),
    actions: (
      <Button kind="primary" size="small" onClick={confirm}>
        {t('pwa.update.refresh')}
      </Button>
    ),
  })
}

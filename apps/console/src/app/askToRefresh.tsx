import { Button } from 'antd'
import { feedback } from '../lib/feedback.ts'
import { t } from '../lib/i18n.ts'

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
    role: 'status',
    title: t('pwa.update.title'),
    description: t('pwa.update.description'),
    actions: (
      <Button type="primary" size="small" onClick={confirm}>
        {t('pwa.update.refresh')}
      </Button>
    ),
  })
}

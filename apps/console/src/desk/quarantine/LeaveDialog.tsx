import { quarantineApi } from '@paydesk/contract/desk/quarantine'
import { call } from '../../lib/api/api.ts'
import { currentUserChanged } from '../../lib/api/currentUser.ts'
import { putApi, refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

export const LeaveDialog = ({ onClosed }: { onClosed: () => void }) => (
  <ConfirmDialog
    title={t('quarantine.leave.title')}
    confirmLabel={t('quarantine.leave')}
    onConfirm={async (quiet) => {
      putApi(quarantineApi.read, {}, await call(quarantineApi.leave, {}, quiet))
      feedback.message().success(t('quarantine.leave.done'))
      void refreshApi(quarantineApi.findings)
      void currentUserChanged()
    }}
    onClosed={onClosed}
  >
    <p>{t('quarantine.leave.effect')}</p>
    <ul>
      <li>{t('quarantine.leave.operations')}</li>
      <li>{t('quarantine.leave.messages')}</li>
      <li>{t('quarantine.leave.rules')}</li>
    </ul>
  </ConfirmDialog>
)

import { invitationApi } from '@paydesk/contract/people/invitation'
import { type User, userApi } from '@paydesk/contract/people/user'
import { call } from '../../lib/api/api.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { DialogProps, SimpleActionName } from './doing.ts'

/** Each action says in its text what will happen. */
const actions = {
  disable: { endpoint: userApi.disable, danger: true },
  enable: { endpoint: userApi.enable, danger: false },
  endSessions: { endpoint: userApi.endSessions, danger: true },
  resetSecondFactor: { endpoint: userApi.resetSecondFactor, danger: true },
  resend: { endpoint: invitationApi.send, danger: false },
} as const satisfies Record<SimpleActionName, object>

export function SimpleAction({
  name,
  user,
  onChanged,
  onClosed,
}: DialogProps & { name: SimpleActionName; user: User }) {
  const { endpoint, danger } = actions[name]
  const values = { name: user.name, count: user.sessionCount, email: user.email ?? '' }
  return (
    <ConfirmDialog
      title={t(`user.${name}.title`, values)}
      confirmLabel={t(`user.${name}.confirm`)}
      danger={danger}
      onConfirm={async (quiet) => {
        await call(endpoint, { params: { id: user.id } }, quiet)
        feedback.message().success(t(`user.${name}.done`, values))
        onChanged()
      }}
      onClosed={onClosed}
    >
      <p>{t(`user.${name}.effect`, values)}</p>
    </ConfirmDialog>
  )
}

import { type Role, roleApi } from '@paydesk/contract/people/role'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { RoleDrawer } from './RoleDrawer.tsx'

export type RoleDoing = { what: 'create' } | { what: 'edit' | 'delete'; role: Role }

export function RoleDialogs({
  doing,
  onClosed,
}: {
  doing: RoleDoing | undefined
  onClosed: () => void
}) {
  const queries = useQueryClient()
  const onChanged = () => void queries.invalidateQueries({ queryKey: ['GET', roleApi.list.path] })
  if (!doing) return null
  if (doing.what !== 'delete')
    return (
      <RoleDrawer
        role={'role' in doing ? doing.role : undefined}
        onChanged={onChanged}
        onClosed={onClosed}
      />
    )
  const { id, name } = doing.role
  return (
    <ConfirmDialog
      title={t('role.delete.title', { name })}
      confirmLabel={t('role.delete.confirm')}
      danger
      onConfirm={async (quiet) => {
        await call(roleApi.delete, { params: { id } }, quiet)
        feedback.message().success(t('role.delete.done', { name }))
        onChanged()
      }}
      onClosed={onClosed}
    >
      <p>{t('role.delete.effect')}</p>
    </ConfirmDialog>
  )
}

import {
  type PermissionGroup,
  type PermissionRecord,
  permissionApi,
  permissionGroupApi,
} from '@paydesk/contract/people/permissionGroup'
import { roleApi } from '@paydesk/contract/people/role'
import { useQueryClient } from '@tanstack/react-query'
import { call, type Quiet } from '../../lib/api/api.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { GroupDrawer } from './GroupDrawer.tsx'
import { PermissionDrawer } from './PermissionDrawer.tsx'

export type PermissionDoing =
  | { what: 'createGroup'; platformId: number }
  | { what: 'editGroup' | 'deleteGroup' | 'createPermission'; group: PermissionGroup }
  | { what: 'editPermission' | 'deletePermission'; permission: PermissionRecord }

type Props = { doing: PermissionDoing | undefined; groups: PermissionGroup[]; onClosed: () => void }

export function PermissionDialogs({ doing, groups, onClosed }: Props) {
  const queries = useQueryClient()
  const onChanged = () => {
    for (const { path } of [permissionGroupApi.list, permissionApi.index, roleApi.list])
      void queries.invalidateQueries({ queryKey: ['GET', path] })
  }
  const props = { onChanged, onClosed }
  switch (doing?.what) {
    case undefined:
      return null
    case 'createGroup':
      return <GroupDrawer platformId={doing.platformId} {...props} />
    case 'editGroup':
      return <GroupDrawer group={doing.group} platformId={doing.group.platformId} {...props} />
    case 'createPermission':
      return (
        <PermissionDrawer
          groupId={doing.group.id}
          groups={samePlatform(groups, doing.group.platformId)}
          {...props}
        />
      )
    case 'editPermission':
      return (
        <PermissionDrawer
          permission={doing.permission}
          groups={samePlatform(groups, doing.permission.platformId)}
          {...props}
        />
      )
    case 'deleteGroup': {
      const { id, name } = doing.group
      const remove = (quiet: Quiet) => call(permissionGroupApi.delete, { params: { id } }, quiet)
      return (
        <DeleteDialog
          name={name}
          confirmLabel={t('permissionGroup.delete.confirm')}
          effect={t('permissionGroup.delete.effect')}
          remove={remove}
          {...props}
        />
      )
    }
    case 'deletePermission': {
      const { id, name, version } = doing.permission
      const remove = (quiet: Quiet) =>
        call(permissionApi.delete, { params: { id }, body: { version } }, quiet)
      return (
        <DeleteDialog
          name={name}
          confirmLabel={t('permission.delete.confirm')}
          effect={t('permission.delete.effect')}
          remove={remove}
          {...props}
        />
      )
    }
  }
}

/** A permission cannot move to another platform. */
const samePlatform = (groups: PermissionGroup[], platformId: number) =>
  groups.filter((group) => group.platformId === platformId)

type DeleteProps = {
  name: string
  confirmLabel: string
  effect: string
  remove: (quiet: Quiet) => Promise<unknown>
  onChanged: () => void
  onClosed: () => void
}

const DeleteDialog = ({ name, confirmLabel, effect, remove, onChanged, onClosed }: DeleteProps) => (
  <ConfirmDialog
    title={t('permission.delete.title', { name })}
    confirmLabel={confirmLabel}
    danger
    onConfirm={async (quiet) => {
      await remove(quiet)
      feedback.message().success(t('permission.delete.done', { name }))
      onChanged()
    }}
    onClosed={onClosed}
  >
    <p>{effect}</p>
  </ConfirmDialog>
)

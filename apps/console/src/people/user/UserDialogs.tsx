import { roleApi } from '@paydesk/contract/people/role'
import { userApi } from '@paydesk/contract/people/user'
import { useQueryClient } from '@tanstack/react-query'
import type { Doing } from './doing.ts'
import { EditDrawer } from './EditDrawer.tsx'
import { InviteDrawer } from './InviteDrawer.tsx'
import { LimitsDrawer } from './LimitsDrawer.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { RolesDrawer } from './RolesDrawer.tsx'
import { SimpleAction } from './SimpleAction.tsx'

export function UserDialogs({
  doing,
  onClosed,
}: {
  doing: Doing | undefined
  onClosed: () => void
}) {
  const queries = useQueryClient()
  const onChanged = () => {
    for (const { path } of [userApi.list, userApi.tree, roleApi.list])
      void queries.invalidateQueries({ queryKey: ['GET', path] })
  }
  const props = { onChanged, onClosed }
  if (!doing) return null
  switch (doing.what) {
    case 'invite':
      return <InviteDrawer parentId={doing.parentId} {...props} />
    case 'edit':
      return <EditDrawer user={doing.user} {...props} />
    case 'roles':
      return <RolesDrawer user={doing.user} {...props} />
    case 'limits':
      return <LimitsDrawer user={doing.user} onClosed={onClosed} />
    case 'move':
      return <MoveDialog user={doing.user} {...props} />
    default:
      return <SimpleAction name={doing.what} user={doing.user} {...props} />
  }
}

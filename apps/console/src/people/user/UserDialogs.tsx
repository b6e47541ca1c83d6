import { roleApi } from '@paydesk/contract/people/role'
import { type User, userApi } from '@paydesk/contract/people/user'
import { useQueryClient } from '@tanstack/react-query'
import { EditDrawer } from './EditDrawer.tsx'
import { InviteDrawer } from './InviteDrawer.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { RolesDrawer } from './RolesDrawer.tsx'
import { SimpleAction, type SimpleActionName } from './SimpleAction.tsx'

/** What someone is about to do on the page. */
export type Doing =
  | { what: 'invite'; parentId: string | undefined }
  | { what: 'edit' | 'roles' | 'move'; user: User }
  | { what: SimpleActionName; user: User }

export type DialogProps = { onChanged: () => void; onClosed: () => void }

export function UserDialogs({ doing, onClosed }: { doing: Doing | undefined; onClosed: () => void }) {
  const queries = useQueryClient()
  const onChanged = () => {
    for (const { path } of [userApi.list, userApi.tree, roleApi.list]) void queries.invalidateQueries({ queryKey: ['GET', path] })
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
    case 'move':
      return <MoveDialog user={doing.user} {...props} />
    default:
      return <SimpleAction name={doing.what} user={doing.user} {...props} />
  }
}

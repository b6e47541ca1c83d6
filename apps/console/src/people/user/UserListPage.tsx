import { canAccess } from '@paydesk/contract/lib/access'
import { userApi } from '@paydesk/contract/people/user'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { isFiltered } from '../../lib/listQuery.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { usePageRequest } from '../../lib/usePageRequest.ts'
import { useWaitingLimits, WaitingLimits } from '../../shared/limitChange/WaitingLimits.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { ApiTable } from '../../ui/table/ApiTable.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { userColumns } from './columns.tsx'
import type { Doing } from './doing.ts'
import { UserDialogs } from './UserDialogs.tsx'
import { UserFilters } from './UserFilters.tsx'
import styles from './UserListPage.module.css'
import { UserTreePanel } from './UserTreePanel.tsx'
import { useUserList } from './useUserList.ts'

export default function UserListPage({ name }: { name: RouteName }) {
  const me = useCurrentUser()
  const list = useUserList()
  const { doing, key, ask, onClosed } = useDialog<Doing>()
  const mayChange = canAccess(me, 'UpdateUser')
  const invite = () => ask({ what: 'invite', parentId: list.query.parentId })
  useKeys({ n: mayChange ? invite : undefined })
  usePageRequest('inviteUser', invite)
  const columns = useMemo(() => userColumns(me, mayChange ? ask : undefined), [me, mayChange, ask])
  return (
    <Page
      name={name}
      extra={
        mayChange && (
          <Button type="primary" onClick={invite}>
            {t('user.invite')}
          </Button>
        )
      }
    >
      {mayChange && <Waiting />}
      <div className={styles.columns}>
        <UserTreePanel
          selected={list.query.parentId}
          onSelect={(parentId) => list.setFilter({ parentId })}
        />
        <div className={styles.list}>
          <ApiTable
            endpoint={userApi.list}
            views="user"
            list={list}
            label={t(`menu.${name}`)}
            columns={columns}
            phone={[
              ['name', 'status'],
              ['roles', 'lastLogin'],
            ]}
            filters={<UserFilters list={list} />}
            empty={
              isFiltered(list.query)
                ? {
                    title: t('user.empty.filtered'),
                    description: t('user.empty.filtered.description'),
                  }
                : { title: t('user.empty'), description: t('user.empty.description') }
            }
          />
        </div>
      </div>
      <UserDialogs key={key} doing={doing} onClosed={onClosed} />
    </Page>
  )
}

function Waiting() {
  const waiting = useWaitingLimits('user')
  return waiting && <WaitingLimits changes={waiting} />
}

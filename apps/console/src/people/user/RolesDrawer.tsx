import { roleApi } from '@paydesk/contract/people/role'
import { type User, userApi } from '@paydesk/contract/people/user'
import { Alert } from 'antd'
import { call } from '../../lib/api/api.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import type { DialogProps } from './doing.ts'
import { RolesField } from './fields.tsx'
import styles from './UserListPage.module.css'

type Values = { roleIds: string[] }

export function RolesDrawer({ user, onChanged, onClosed }: DialogProps & { user: User }) {
  const { data } = useApi(roleApi.list, {})
  const nameOf = (id: string) => data?.list.find((role) => role.id === id)?.name ?? id
  const title = t('user.setRoles.title', { name: user.name })
  return (
    <FormDrawer title={title} onClosed={onClosed}>
      {(close) => (
        <div className={styles.choice}>
          {user.sessionCount > 0 && (
            <Alert
              type="info"
              showIcon
              title={t('user.setRoles.effect', { count: user.sessionCount })}
            />
          )}
          <ApiForm<Values, User>
            name="userRoles"
            label={title}
            record={user}
            valuesOf={({ roles }) => ({ roleIds: roles.map(({ id }) => id).sort() })}
            labels={{ roleIds: t('user.roles') }}
            show={(_, ids) => (ids as string[]).map(nameOf).join(t('user.roles.separator'))}
            save={({ roleIds }, { id, version }) =>
              call(
                userApi.setRoles,
                { params: { id }, body: { roleIds: roleIds.toSorted(), version } },
                { skipErrorHandler: true },
              )
            }
            onRecord={onChanged}
            onSaved={close}
          >
            <RolesField />
          </ApiForm>
        </div>
      )}
    </FormDrawer>
  )
}

import { permissionApi } from '@paydesk/contract/people/permissionGroup'
import { roleApi } from '@paydesk/contract/people/role'
import { Button } from 'antd'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { ConflictNotice } from '../../ui/form/ConflictNotice.tsx'
import { LoadState } from '../../ui/page/LoadState.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import styles from './Matrix.module.css'
import { labelOf, Matrix } from './Matrix.tsx'
import { MenuGaps } from './MenuGaps.tsx'
import { differenceOf, gapsOf } from './matrix.ts'
import { RoleDialogs, type RoleDoing } from './RoleDialogs.tsx'
import { SaveBar } from './SaveBar.tsx'
import { useMatrix } from './useMatrix.ts'

/** Platform 1 is this console; roles hold its permissions only. */
const platformId = 1

export function MatrixTab() {
  const roles = useApi(roleApi.list, {})
  const permissions = useApi(permissionApi.index, { query: { platformId } })
  const state = useMatrix()
  const { doing, key, ask, onClosed } = useDialog<RoleDoing>()
  if (!roles.data || !permissions.data) {
    const failed = roles.error ?? permissions.error
    return (
      <LoadState
        failed={failed !== null}
        onRetry={() => void Promise.all([roles.refetch(), permissions.refetch()])}
      />
    )
  }
  const names = new Map(
    permissions.data.list.map((permission) => [permission.name, labelOf(permission)]),
  )
  const words = (list: string[]) =>
    list.map((name) => names.get(name) ?? name).join(t('role.separator'))
  return (
    <>
      <div className={styles.head}>
        <p className={styles.explain}>{t('role.explain')}</p>
        <Button type="primary" onClick={() => ask({ what: 'create' })}>
          {t('role.create')}
        </Button>
      </div>
      {state.conflicts.map(({ edit, latest }) => {
        const { added, removed } = differenceOf(edit.base.permissions, latest.permissions)
        const differences = [
          ...(added.length > 0
            ? [
                {
                  label: t('role.theyGave', { role: latest.name }),
                  before: '',
                  theirs: words(added),
                  mine: undefined,
                },
              ]
            : []),
          ...(removed.length > 0
            ? [
                {
                  label: t('role.theyTook', { role: latest.name }),
                  before: words(removed),
                  theirs: '',
                  mine: undefined,
                },
              ]
            : []),
        ]
        return (
          <ConflictNotice
            key={latest.id}
            differences={differences}
            onTheirs={() => state.takeTheirs(latest)}
            onMine={() => state.keepMine(latest)}
          />
        )
      })}
      <MenuGaps
        gaps={roles.data.list.map((role) => ({
          role,
          gaps: gapsOf(role, [...names.keys()], state.edits),
        }))}
        words={words}
      />
      <Matrix
        roles={roles.data.list}
        permissions={permissions.data.list}
        state={state}
        onDo={ask}
      />
      <SaveBar state={state} />
      <RoleDialogs key={key} doing={doing} onClosed={onClosed} />
    </>
  )
}

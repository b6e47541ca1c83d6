import type { PermissionRecord } from '@paydesk/contract/people/permissionGroup'
import { type Role, roleCan } from '@paydesk/contract/people/role'
import { Checkbox } from 'antd'
import { t, textPack } from '../../lib/i18n.ts'
import { seededName } from '../../shared/role/seededName.ts'
import styles from './Matrix.module.css'
import { groupsOf, holds, type PermissionGroupRows } from './matrix.ts'
import type { RoleDoing } from './RoleDialogs.tsx'
import { RoleHead } from './RoleHead.tsx'
import type { MatrixState } from './useMatrix.ts'

type Props = {
  roles: Role[]
  permissions: PermissionRecord[]
  state: MatrixState
  onDo: (doing: RoleDoing) => void
}

/**
 * Permissions are rows, roles are columns. The first column and the head stay in view while
 * the rest scrolls.
 */
export function Matrix({ roles, permissions, state, onDo }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: only what takes the focus can be scrolled by keyboard
    <section className={styles.scroll} aria-label={t('role.matrix')} tabIndex={0}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              {t('permission.label')}
            </th>
            {roles.map((role) => (
              <RoleHead key={role.id} role={role} onDo={onDo} />
            ))}
          </tr>
        </thead>
        {groupsOf(permissions).map((group) => (
          <tbody key={group.id}>
            <GroupRow group={group} roles={roles} state={state} />
            {group.permissions.map((permission) => (
              <tr key={permission.id}>
                <th scope="row" className={styles.permission}>
                  {labelOf(permission)}
                  <code className={styles.code}>{permission.name}</code>
                </th>
                {roles.map((role) => (
                  <Cell
                    key={role.id}
                    role={role}
                    names={[permission.name]}
                    label={labelOf(permission)}
                    state={state}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function GroupRow({
  group,
  roles,
  state,
}: {
  group: PermissionGroupRows
  roles: Role[]
  state: MatrixState
}) {
  const names = group.permissions.map(({ name }) => name)
  return (
    <tr className={styles.group}>
      <th scope="rowgroup" className={styles.groupName}>
        {seededName(group.name)}
      </th>
      {roles.map((role) => (
        <Cell
          key={role.id}
          role={role}
          names={names}
          label={t('role.wholeGroup', { group: seededName(group.name) })}
          state={state}
        />
      ))}
    </tr>
  )
}

/** The checkbox of one permission or of a whole group: full, empty, or in between. */
function Cell({
  role,
  names,
  label,
  state,
}: {
  role: Role
  names: string[]
  label: string
  state: MatrixState
}) {
  const held = names.filter((name) => holds(role, name, state.edits)).length
  const isChanged =
    names.length === 1 &&
    names.some((name) => holds(role, name, state.edits) !== holds(role, name, new Map()))
  const locked = !roleCan.changePermissions(role)
  return (
    <td
      className={isChanged ? styles.changed : undefined}
      {...(locked && { title: t('role.holdsAll', { name: seededName(role.name) }) })}
    >
      <Checkbox
        aria-label={t('role.cell', { role: seededName(role.name), permission: label })}
        checked={held === names.length}
        indeterminate={held > 0 && held < names.length}
        disabled={locked || state.busy}
        onChange={(event) => state.change(role, names, event.target.checked)}
      />
    </td>
  )
}

export const labelOf = ({ labelZh, labelEn }: PermissionRecord) =>
  textPack === 'zh-CN' ? labelZh : labelEn

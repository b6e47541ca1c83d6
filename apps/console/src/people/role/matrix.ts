import { type MenuGap, menuGaps } from '@paydesk/contract/lib/menu'
import { permissions as ownNames } from '@paydesk/contract/lib/permission'
import type { PermissionRecord } from '@paydesk/contract/people/permissionGroup'
import { type Role, roleCan } from '@paydesk/contract/people/role'

export type PermissionGroupRows = { id: string; name: string; permissions: PermissionRecord[] }

/**
 * The list comes in the order of the groups. Inside a group, our own names come in the order of the
 * contract, then the others.
 */
export function groupsOf(list: readonly PermissionRecord[]): PermissionGroupRows[] {
  const groups = Map.groupBy(list, ({ groupId }) => groupId)
  return [...groups].map(([id, found]) => ({
    id,
    name: found[0]?.groupName ?? '',
    permissions: inOrder(found),
  }))
}

const place = ({ name }: PermissionRecord) => (ownNames as readonly string[]).indexOf(name) >>> 0

export const inOrder = (list: readonly PermissionRecord[]) =>
  list.toSorted((one, other) => place(one) - place(other) || one.name.localeCompare(other.name))

/**
 * A role with unsaved changes, and the role as it was when they began: saving sends the
 * version of `base`.
 */
export type Edit = { base: Role; wanted: ReadonlySet<string> }
export type Edits = ReadonlyMap<string, Edit>

/** SuperAdmin and Admin roles hold everything by definition. */
export const holds = (role: Role, name: string, edits: Edits): boolean =>
  !roleCan.changePermissions(role) ||
  (edits.get(role.id)?.wanted.has(name) ?? role.permissions.includes(name))

/** What people with this role alone would look for in vain in the menu, with the unsaved ticks. */
export const gapsOf = (role: Role, names: readonly string[], edits: Edits): MenuGap[] =>
  roleCan.changePermissions(role) ? menuGaps(names.filter((name) => holds(role, name, edits))) : []

/** Gives or takes the permissions; an edit that changes nothing any more is dropped. */
export function withChange(
  edits: Edits,
  role: Role,
  names: readonly string[],
  give: boolean,
): Edits {
  const { base, wanted } = edits.get(role.id) ?? { base: role, wanted: new Set(role.permissions) }
  const next = new Set(wanted)
  for (const name of names) give ? next.add(name) : next.delete(name)
  return withEdit(edits, { base, wanted: next })
}

function withEdit(edits: Edits, edit: Edit): Edits {
  const { added, removed } = differenceOf(edit.base.permissions, edit.wanted)
  return added.length + removed.length > 0
    ? new Map([...edits, [edit.base.id, edit]])
    : withoutEdit(edits, edit.base.id)
}

export const withoutEdit = (edits: Edits, roleId: string): Edits =>
  new Map([...edits].filter(([id]) => id !== roleId))

export function differenceOf(before: Iterable<string>, after: Iterable<string>) {
  const [from, to] = [new Set(before), new Set(after)]
  return {
    added: [...to].filter((name) => !from.has(name)),
    removed: [...from].filter((name) => !to.has(name)),
  }
}

/**
 * Someone else saved the role first: the permissions that I gave and took are given and taken
 * on top of theirs.
 */
export function rebased(edits: Edits, latest: Role): Edits {
  const edit = edits.get(latest.id)
  if (!edit) return edits
  const { added, removed } = differenceOf(edit.base.permissions, edit.wanted)
  const start = new Map([
    ...edits,
    [latest.id, { base: latest, wanted: new Set(latest.permissions) }],
  ])
  return withChange(withChange(start, latest, added, true), latest, removed, false)
}

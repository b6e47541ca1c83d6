import type zh from '../../zh-CN/people/role.ts'

const texts: Record<keyof typeof zh, string> = {
  'role.matrix': 'Roles and permissions',
  'role.gap': 'Some roles do not see all their pages in the menu',
  'role.gap.empty':
    '“{role}” has “{group}” but no page in that menu group, so the group does not appear.',
  'role.gap.hidden':
    '“{role}” has “{pages}” but not the menu group ({groups}). These pages do not appear in the menu and open only by link.',
  'role.explain':
    'Select permissions, then save. Roles apply to all companies; each company’s administrator assigns them to users.',
  'role.create': 'New role',
  'role.created': 'Role created. Select its permissions in the table',
  'role.edit.title': 'Edit role: {name}',
  'role.name': 'Name',
  'role.name.required': 'Enter the name',
  'role.code': 'Code',
  'role.code.hint':
    'Start with a letter; use letters, digits, _ and -. It cannot be changed later.',
  'role.code.fixed': 'The code cannot be changed later.',
  'role.code.required': 'Enter the code',
  'role.code.invalid': 'Start with a letter; use letters, digits, _ and - only',
  'role.description': 'Description',
  'role.builtIn': 'Built in',
  'role.users': '{count, plural, one {# user} other {# users}}',
  'role.holdsAll': '“{name}” always has all permissions; this cannot be changed',
  'role.wholeGroup': '{group} (whole group)',
  'role.cell': '{role}: {permission}',
  'role.change':
    '{role}: {added} permissions added, {removed} removed; {count, plural, one {# user} other {# users}} affected',
  'role.separator': ', ',
  'role.lineSeparator': '; ',
  'role.theyGave': 'Added to {role}',
  'role.theyTook': 'Removed from {role}',
  'role.delete.builtIn': 'Built-in roles cannot be deleted',
  'role.delete.inUse':
    '{count, plural, one {# user has} other {# users have}} this role, so it cannot be deleted',
  'role.delete.confirm': 'Delete role',
  'role.delete.title': 'Delete role “{name}”?',
  'role.delete.effect': 'No user has this role, so no one is affected. You cannot undo this.',
  'role.delete.done': 'Role “{name}” deleted',
  'permission.tab': 'Permissions and groups',
  'permission.label': 'Permission',
  'permission.label.required': 'Enter a label',
  'permission.platform': 'Platform',
  'permission.platform.console': '1 · This system',
  'permission.platform.other': 'Platform {id}',
  'permission.platform.hint':
    'Platform 1 is this system; other numbers are for other systems. It cannot be changed later.',
  'permission.platform.required': 'Enter the platform',
  'permission.create': 'New permission',
  'permission.edit.title': 'Edit permission: {name}',
  'permission.of': 'Permissions in “{group}”',
  'permission.name': 'Name',
  'permission.name.hint': 'Start with a letter; use only letters and digits, such as ViewReport.',
  'permission.name.required': 'Enter the name',
  'permission.name.invalid': 'Start with a letter; use letters and digits only',
  'permission.labelZh': 'Chinese label',
  'permission.labelEn': 'English label',
  'permission.group.required': 'Choose a permission group',
  'permission.builtIn.why':
    'The program checks this name. You can change its label and group, but not rename or delete it.',
  'permission.empty': 'This group has no permissions yet.',
  'permission.delete.confirm': 'Delete permission',
  'permission.delete.title': 'Delete “{name}”?',
  'permission.delete.effect':
    'Roles with this permission lose it immediately. You cannot undo this.',
  'permission.delete.done': '“{name}” deleted',
  'permissionGroup.name': 'Permission group',
  'permissionGroup.name.required': 'Enter a group name',
  'permissionGroup.create': 'New permission group',
  'permissionGroup.edit.title': 'Edit permission group: {name}',
  'permissionGroup.sort': 'Order',
  'permissionGroup.sort.hint': 'Smaller numbers come first.',
  'permissionGroup.sort.required': 'Enter the order',
  'permissionGroup.facts':
    '{count, plural, one {# permission} other {# permissions}} · order {sort}',
  'permissionGroup.delete.notEmpty': 'The group still has permissions. Move or delete them first',
  'permissionGroup.delete.confirm': 'Delete permission group',
  'permissionGroup.delete.effect':
    'The group has no permissions, so no role is affected. You cannot undo this.',
  'permissionGroup.empty':
    'This platform has no permission groups yet. Create a group, then add permissions to it.',
  'permissionGroup.empty.filtered': 'No matching permission groups. Try another name.',
}

export default texts

import { type Permission, roleCode } from './permission.ts'

/**
 * Who may use a route or a call (spec §6).
 * A permission value may hold several names separated by `|`: any one of them suffices; or by `&`:
 * all are needed. `admin` is what the spec means by a route "with no permission value".
 */
export type Access =
  | 'public'
  | 'signedIn'
  | 'admin'
  | 'superAdmin'
  | Permission
  | `${Permission}|${Permission}`
  | `${Permission}&${Permission}`
  // Spelled out, because a type of all pairs of pairs is more than the compiler takes.
  | 'ViewPayPalBill&ExportData|ViewAllPayPalBill&ExportData'

export type Holder = { roles: readonly string[]; permissions: readonly string[] }

export const canSuperAdmin = (user: Holder) => user.roles.includes(roleCode.superAdmin)
export const canAdmin = (user: Holder) => user.roles.includes(roleCode.admin) || canSuperAdmin(user)
export const canPermission = (user: Holder, name: Permission) =>
  canAdmin(user) || user.permissions.includes(name)

export function canAccess(user: Holder | undefined, access: Access): boolean {
  if (access === 'public') return true
  if (!user) return false
  if (access === 'signedIn') return true
  if (access === 'superAdmin') return canSuperAdmin(user)
  if (access === 'admin') return canAdmin(user)
  const holds = (name: string) => user.permissions.includes(name)
  return canAdmin(user) || access.split('|').some((names) => names.split('&').every(holds))
}

import { z } from 'zod'
import { canAdmin, canSuperAdmin, type Holder } from '../lib/access.ts'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { ById } from '../lib/page.ts'
import { roleCode } from '../lib/permission.ts'
import { Version } from '../lib/record.ts'

export const Role = z.object({
  id: idOf('role'),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  builtIn: z.boolean(),
  /** Names of platform 1. SuperAdmin and Admin list none, because these roles give everything. */
  permissions: z.array(z.string()),
  /**
   * How many users have the role: in the whole installation for a super admin, in the caller's
   * company for everyone else.
   */
  userCount: z.int(),
  version: z.int(),
})
export type Role = z.infer<typeof Role>

/** Which actions a role allows. The API enforces it; the console greys out buttons from it. */
export const roleCan = {
  changePermissions: (role: { code: string }) =>
    role.code !== roleCode.superAdmin && role.code !== roleCode.admin,
  delete: (role: { builtIn: boolean; userCount: number }) => !role.builtIn && role.userCount === 0,
}

/** Nobody grants or takes away what they do not hold. An admin holds everything but SuperAdmin. */
export function holdsRole(
  actor: Holder,
  role: { code: string; permissions: readonly string[] },
): boolean {
  if (canSuperAdmin(actor)) return true
  if (role.code === roleCode.superAdmin) return false
  if (canAdmin(actor)) return true
  return (
    role.code !== roleCode.admin &&
    role.permissions.every((name) => actor.permissions.includes(name))
  )
}

const fields = {
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().max(500),
  permissions: z.array(z.string().max(64)).max(500),
}

export const NewRole = z.object({
  ...fields,
  code: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/),
  description: fields.description.default(''),
  permissions: fields.permissions.default([]),
})
export const RoleChange = z.object(fields).partial().extend({ version: Version })

export const roleApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/role',
    permission: 'ViewUser',
    summary: 'All roles, for the matrix and for assigning; not paged',
    reply: z.object({ list: z.array(Role), total: z.int(), totalIsExact: z.boolean() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/role',
    permission: 'superAdmin',
    summary: 'Create a role',
    stepUp: 'always',
    body: NewRole,
    reply: Role,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/role/:id',
    permission: 'superAdmin',
    summary:
      'Change a role; `permissions` replaces its whole list. SuperAdmin’s and Admin’s cannot be changed',
    stepUp: 'always',
    params: ById,
    body: RoleChange,
    reply: Role,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/role/:id',
    permission: 'superAdmin',
    summary: 'Delete a role that nobody has and that is not built in',
    stepUp: 'always',
    params: ById,
    reply: z.null(),
  }),
}

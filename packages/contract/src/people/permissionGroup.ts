import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { ById, PageQuery, pageOf } from '../lib/page.ts'
import { Version } from '../lib/record.ts'

/** Platform 1 is this console. */
export const PlatformId = z.coerce.number().int().min(1).max(1000)
const Sort = z.int().min(0).max(10_000)

export const PermissionGroup = z.object({
  id: z.uuid(),
  platformId: z.int(),
  name: z.string(),
  sort: z.int(),
  permissionCount: z.int(),
  version: z.int(),
})
export type PermissionGroup = z.infer<typeof PermissionGroup>

export const PermissionRecord = z.object({
  id: z.uuid(),
  platformId: z.int(),
  groupId: z.uuid(),
  groupName: z.string(),
  name: z.string(),
  labelZh: z.string(),
  labelEn: z.string(),
  /**
   * The program itself checks this name, so the permission can be relabelled and regrouped, but not
   * renamed or deleted.
   */
  builtIn: z.boolean(),
  version: z.int(),
})
export type PermissionRecord = z.infer<typeof PermissionRecord>

const GroupName = z.string().trim().min(1).max(100)
const PermissionName = z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/)
const Label = z.string().trim().min(1).max(100)

/** Exactly the calls of spec §7; the body of a `delete` may be left out. */
export const permissionGroupApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/permissionGroup',
    permission: 'superAdmin',
    summary: 'Permission groups; `name` matches any part of it',
    query: PageQuery.extend({
      name: z.string().trim().max(100).optional(),
      platformId: PlatformId.optional(),
    }),
    reply: pageOf(PermissionGroup),
  }),
  info: endpoint({
    method: 'POST',
    path: '/api/permissionGroup/info',
    permission: 'superAdmin',
    summary: 'One permission group with its permissions',
    stepUp: 'never',
    // The spec calls what it takes "params": it may come in the query or in the body.
    query: ById.partial(),
    body: ById.partial().nullish(),
    reply: PermissionGroup.extend({ permissions: z.array(PermissionRecord) }),
  }),
  store: endpoint({
    method: 'POST',
    path: '/api/permissionGroup/store',
    permission: 'superAdmin',
    summary: 'Create a permission group',
    stepUp: 'always',
    body: z.object({ platformId: PlatformId.default(1), name: GroupName, sort: Sort.default(0) }),
    reply: PermissionGroup,
  }),
  update: endpoint({
    method: 'POST',
    path: '/api/permissionGroup/update/:id',
    permission: 'superAdmin',
    summary: 'Change a permission group',
    stepUp: 'always',
    params: ById,
    body: z.object({ name: GroupName, sort: Sort }).partial().extend({ version: Version }),
    reply: PermissionGroup,
  }),
  delete: endpoint({
    method: 'POST',
    path: '/api/permissionGroup/delete/:id',
    permission: 'superAdmin',
    summary: 'Delete a permission group that has no permissions',
    stepUp: 'always',
    params: ById,
    reply: z.null(),
  }),
}

export const permissionApi = {
  index: endpoint({
    method: 'GET',
    path: '/api/permission/index',
    permission: 'superAdmin',
    summary: 'All permissions of a platform, in the order of their groups; not paged',
    query: z.object({ platformId: PlatformId.default(1) }),
    reply: z.object({ list: z.array(PermissionRecord), total: z.int(), totalIsExact: z.boolean() }),
  }),
  store: endpoint({
    method: 'POST',
    path: '/api/permission/store',
    permission: 'superAdmin',
    summary: 'Create a permission in a group, on the group’s platform',
    stepUp: 'always',
    body: z.object({ groupId: z.uuid(), name: PermissionName, labelZh: Label, labelEn: Label }),
    reply: PermissionRecord,
  }),
  update: endpoint({
    method: 'POST',
    path: '/api/permission/update/:id',
    permission: 'superAdmin',
    summary: 'Relabel, regroup or rename a permission; a built-in name stays',
    stepUp: 'always',
    params: ById,
    body: z
      .object({ groupId: z.uuid(), name: PermissionName, labelZh: Label, labelEn: Label })
      .partial()
      .extend({ version: Version }),
    reply: PermissionRecord,
  }),
  delete: endpoint({
    method: 'POST',
    path: '/api/permission/delete/:id',
    permission: 'superAdmin',
    summary: 'Delete a permission that is not built in; roles lose it',
    stepUp: 'always',
    params: ById,
    body: z.object({ version: Version.optional() }).nullish(),
    reply: z.null(),
  }),
}

import type { Body } from '@paydesk/contract/lib/endpoint'
import type { PermissionRecord, permissionApi } from '@paydesk/contract/people/permissionGroup'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { assertFresh, refuse, unlessTaken } from '../../lib/errors.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { findGroup } from './group.ts'

export async function listPermissions(
  db: Db,
  by: { platformId?: number; groupId?: string; id?: string },
): Promise<PermissionRecord[]> {
  const { rows } = await sql<PermissionRecord>`
    select p.id, p.platform_id, p.group_id, g.name as group_name, p.name, p.label_zh, p.label_en,
      p.built_in, p.version
    from permission p join permission_group g on g.id = p.group_id
    where (${by.platformId ?? null}::integer is null or p.platform_id = ${by.platformId ?? null})
      and (${by.groupId ?? null}::uuid is null or p.group_id = ${by.groupId ?? null})
      and (${by.id ?? null}::uuid is null or p.id = ${by.id ?? null})
    order by g.sort, g.name, p.id`.execute(db)
  return rows
}

async function findPermission(db: Db, id: string): Promise<PermissionRecord> {
  const [permission] = await listPermissions(db, { id })
  if (!permission) throw refuse('notFound')
  return permission
}

async function lockPermission(db: Db, id: string): Promise<PermissionRecord> {
  await db.selectFrom('permission').select('id').where('id', '=', id).forUpdate().execute()
  return findPermission(db, id)
}

const index = 'permission_platform_id_name_key'

export async function createPermission(
  db: Db,
  actor: Actor,
  values: Body<typeof permissionApi.store>,
): Promise<PermissionRecord> {
  const { platformId } = await findGroup(db, values.groupId)
  const { id } = await unlessTaken(
    index,
    refuse('permission.nameTaken', { name: values.name }),
    db
      .insertInto('permission')
      .values({ ...values, platformId })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const permission = await findPermission(db, id)
  await recordChange(db, actor, {
    action: 'permission.create',
    entityId: id,
    label: values.name,
    after: facts(permission),
  })
  return permission
}

export async function updatePermission(
  db: Db,
  actor: Actor,
  id: string,
  { version, ...change }: Body<typeof permissionApi.update>,
): Promise<PermissionRecord> {
  const before = await lockPermission(db, id)
  assertFresh(before, version)
  if (before.builtIn && change.name !== undefined && change.name !== before.name)
    throw refuse('permission.builtIn', { name: before.name })
  if (change.groupId && (await findGroup(db, change.groupId)).platformId !== before.platformId)
    throw refuse('permissionGroup.otherPlatform')
  await unlessTaken(
    index,
    refuse('permission.nameTaken', { name: change.name ?? '' }),
    db
      .updateTable('permission')
      .set({ ...(change as Partial<PermissionRecord>), version: version + 1 })
      .where('id', '=', id)
      .execute(),
  )
  const after = await findPermission(db, id)
  await recordChange(db, actor, {
    action: 'permission.update',
    entityId: id,
    label: after.name,
    before: facts(before),
    after: facts(after),
  })
  return after
}

export async function deletePermission(
  db: Db,
  actor: Actor,
  id: string,
  version: number | undefined,
): Promise<null> {
  const permission = await lockPermission(db, id)
  assertFresh(permission, version)
  if (permission.builtIn) throw refuse('permission.builtIn', { name: permission.name })
  await db.deleteFrom('permission').where('id', '=', id).execute()
  await recordChange(db, actor, {
    action: 'permission.delete',
    entityId: id,
    label: permission.name,
    before: facts(permission),
  })
  return null
}

const facts = ({ platformId, groupName, name, labelZh, labelEn }: PermissionRecord) => ({
  platformId,
  groupName,
  name,
  labelZh,
  labelEn,
})

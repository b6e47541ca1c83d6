import type { Body, Query } from '@paydesk/contract/lib/endpoint'
import type { PermissionGroup, permissionGroupApi } from '@paydesk/contract/people/permissionGroup'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import { anyPart, type Db } from '../../lib/db.ts'
import { assertFresh, refuse } from '../../lib/errors.ts'
import { recordChange } from '../../office/audit/audit.ts'

const columns = sql`g.id, g.platform_id, g.name, g.sort, g.version,
  (select count(*) from permission p where p.group_id = g.id) as permission_count`

export async function listGroups(
  db: Db,
  { name, platformId, current, pageSize }: Query<typeof permissionGroupApi.list>,
) {
  const matching = sql`where (${name ?? null}::text is null or g.name ilike ${anyPart(name ?? '')})
    and (${platformId ?? null}::integer is null or g.platform_id = ${platformId ?? null})`
  const { rows } = await sql<PermissionGroup>`select ${columns} from permission_group g ${matching}
    order by g.platform_id, g.sort, g.name, g.id
    limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*) as total from permission_group g ${matching}`.execute(db)
  return { list: rows, total: counted.rows[0]?.total ?? 0, totalIsExact: true }
}

export async function findGroup(db: Db, id: string): Promise<PermissionGroup> {
  const { rows } = await sql<PermissionGroup>`
    select ${columns} from permission_group g where g.id = ${id}`.execute(db)
  if (!rows[0]) throw refuse('notFound')
  return rows[0]
}

async function lockGroup(db: Db, id: string): Promise<PermissionGroup> {
  await db.selectFrom('permissionGroup').select('id').where('id', '=', id).forUpdate().execute()
  return findGroup(db, id)
}

export async function createGroup(
  db: Db,
  actor: Actor,
  values: Body<typeof permissionGroupApi.store>,
): Promise<PermissionGroup> {
  const { id } = await db
    .insertInto('permissionGroup')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  const group = await findGroup(db, id)
  await recordChange(db, actor, {
    action: 'permissionGroup.create',
    entityId: id,
    label: values.name,
    after: values,
  })
  return group
}

export async function updateGroup(
  db: Db,
  actor: Actor,
  id: string,
  { version, ...change }: Body<typeof permissionGroupApi.update>,
): Promise<PermissionGroup> {
  const before = await lockGroup(db, id)
  assertFresh(before, version)
  await db
    .updateTable('permissionGroup')
    .set({ ...(change as { name?: string; sort?: number }), version: version + 1 })
    .where('id', '=', id)
    .execute()
  const after = await findGroup(db, id)
  await recordChange(db, actor, {
    action: 'permissionGroup.update',
    entityId: id,
    label: after.name,
    before: facts(before),
    after: facts(after),
  })
  return after
}

export async function deleteGroup(db: Db, actor: Actor, id: string): Promise<null> {
  const { name, permissionCount, ...rest } = await lockGroup(db, id)
  if (permissionCount > 0)
    throw refuse('permissionGroup.notEmpty', { name, count: permissionCount })
  await db.deleteFrom('permissionGroup').where('id', '=', id).execute()
  await recordChange(db, actor, {
    action: 'permissionGroup.delete',
    entityId: id,
    label: name,
    before: facts({ name, ...rest }),
  })
  return null
}

const facts = ({ platformId, name, sort }: { platformId: number; name: string; sort: number }) => ({
  platformId,
  name,
  sort,
})

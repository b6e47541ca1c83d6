import type { Id } from '@paydesk/contract/lib/id'
import { type NewRole, type Role, type RoleChange, roleCan } from '@paydesk/contract/people/role'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { assertFresh, refuse, unlessTaken } from '../../lib/errors.ts'
import { recordChange } from '../../office/audit/audit.ts'

/**
 * All roles, or those with the given ids. Built-in roles come first, in the order of their power.
 */
export async function listRoles(db: Db, ids?: readonly string[]): Promise<Role[]> {
  const { rows } = await sql<Role>`
    select r.id, r.code, r.name, r.description, r.built_in, r.version,
      coalesce(n.user_count, 0) as user_count,
      coalesce(
        (
          select array_agg(p.name order by p.name)
          from role_permission rp
          join permission p on p.id = rp.permission_id
          where rp.role_id = r.id and p.platform_id = 1
        ),
        '{}'
      ) as permissions
    from role r left join role_user_counts() n on n.role_id = r.id
    where ${ids ?? null}::uuid[] is null or r.id = any(${ids ?? []}::uuid[])
    order by r.built_in desc,
      array_position(array['SuperAdmin', 'Admin', 'Operator', 'Finance'], r.code), r.name,
      r.id`.execute(db)
  return rows
}

export type RolePower = Pick<Role, 'id' | 'code' | 'name' | 'permissions'>

/** Every role with its permissions, without counting who has it. */
export async function rolePowers(db: Db): Promise<RolePower[]> {
  const { rows } = await sql<RolePower>`
    select r.id, r.code, r.name,
      coalesce(array_agg(p.name) filter (where p.name is not null), '{}') as permissions
    from role r
    left join role_permission rp on rp.role_id = r.id
    left join permission p on p.id = rp.permission_id and p.platform_id = 1
    group by r.id`.execute(db)
  return rows
}

async function findRole(db: Db, id: string): Promise<Role> {
  const [role] = await listRoles(db, [id])
  if (!role) throw refuse('notFound')
  return role
}

const lockRole = (db: Db, id: string) =>
  db.selectFrom('role').select('id').where('id', '=', id).forUpdate().execute()

export async function createRole(
  db: Db,
  actor: Actor,
  { code, name, description, permissions }: z.output<typeof NewRole>,
): Promise<Role> {
  const { id } = await unlessTaken(
    'role_code_key',
    refuse('role.codeTaken', { code }),
    db
      .insertInto('role')
      .values({ code, name, description })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await setPermissions(db, id, permissions)
  const role = await findRole(db, id)
  await recordChange(db, actor, {
    action: 'role.create',
    entityId: id,
    label: name,
    after: facts(role),
  })
  return role
}

export async function updateRole(
  db: Db,
  actor: Actor,
  id: string,
  { version, permissions, ...texts }: z.output<typeof RoleChange>,
): Promise<Role> {
  await lockRole(db, id)
  const before = await findRole(db, id)
  assertFresh(before, version)
  if (permissions && !roleCan.changePermissions(before))
    throw refuse('role.builtIn', { name: before.name })
  await db
    .updateTable('role')
    .set({ ...(texts as { name?: string; description?: string }), version: version + 1 })
    .where('id', '=', id)
    .execute()
  if (permissions) await setPermissions(db, id, permissions)
  const after = await findRole(db, id)
  await recordChange(db, actor, {
    action: 'role.update',
    entityId: id,
    label: after.name,
    before: facts(before),
    after: facts(after),
  })
  return after
}

export async function deleteRole(db: Db, actor: Actor, id: string): Promise<null> {
  await lockRole(db, id)
  const role = await findRole(db, id)
  if (role.builtIn) throw refuse('role.builtIn', { name: role.name })
  if (!roleCan.delete(role)) throw refuse('role.inUse', { name: role.name, count: role.userCount })
  await db.deleteFrom('role').where('id', '=', id).execute()
  await recordChange(db, actor, {
    action: 'role.delete',
    entityId: id,
    label: role.name,
    before: facts(role),
  })
  return null
}

async function setPermissions(db: Db, roleId: Id<'role'>, names: string[]) {
  const found = await db
    .selectFrom('permission')
    .select(['id', 'name'])
    .where('platformId', '=', 1)
    .where('name', 'in', [...names, ''])
    .execute()
  const known = new Set(found.map(({ name }) => name))
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length > 0) throw refuse('permission.unknown', { names: unknown.join(', ') })
  await sql`delete from role_permission using permission p
    where role_id = ${roleId}
      and p.id = permission_id
      and p.platform_id = 1
      and p.name <> all(${names}::text[])`.execute(db)
  await sql`insert into role_permission (role_id, permission_id)
    select ${roleId}, id
    from permission
    where platform_id = 1 and name = any(${names}::text[])
    on conflict do nothing`.execute(db)
}

const facts = ({ code, name, description, permissions }: Role) => ({
  code,
  name,
  description,
  permissions,
})

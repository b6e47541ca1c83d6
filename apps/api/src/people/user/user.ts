import type { Id } from '@paydesk/contract/lib/id'
import { holdsRole } from '@paydesk/contract/people/role'
import type { NewUser, User, UserQuery, UserTreeNode } from '@paydesk/contract/people/user'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../lib/actor.ts'
import { anyPart, type Db } from '../../lib/db.ts'
import { refuse, unlessTaken } from '../../lib/errors.ts'
import { type RolePower, rolePowers } from '../role/role.ts'
import { subtreeOf } from './tree.ts'

export { addUsers } from './first.ts'
export { teamOf } from './tree.ts'
export { billOwners } from './visible.ts'
export { activate, changeUser, noteSignIn, provePhone, revokeRoles, setPassword } from './write.ts'

const columns = sql`u.id, u.username, u.name, u.avatar, u.email, u.phone, u.parent_id,
  above.name as parent_name, u.status, u.last_login_at, u.last_login_ip, u.version, u.created_at,
  u.approval_limits,
  exists (
    select
    from second_factor f
    where f.company_id = u.company_id and f.user_id = u.id and f.enabled_at is not null
  ) as second_factor,
  (
    select coalesce(
      jsonb_agg(jsonb_build_object('id', r.id, 'code', r.code, 'name', r.name) order by r.code),
      '[]'
    )
    from user_role ur
    join role r on r.id = ur.role_id
    where ur.company_id = u.company_id and ur.user_id = u.id
  ) as roles,
  (
    select count(*)
    from session s
    where s.company_id = u.company_id
      and s.user_id = u.id
      and s.ended_at is null
      and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(secs => s.idle_seconds)
  ) as session_count`
/** The user `u` has more than a password to sign in with. */
const isGuarded = sql<boolean>`(
  exists (
    select
    from second_factor f
    where f.company_id = u.company_id and f.user_id = u.id and f.enabled_at is not null
  )
  or exists (select from passkey p where p.company_id = u.company_id and p.user_id = u.id)
)`
const parents = sql`left join app_user above on above.company_id = u.company_id
    and above.id = u.parent_id`

export async function listUsers(db: Db, actor: Actor, query: z.output<typeof UserQuery>) {
  const { companyId } = actor
  const { keyword, status, roleId, parentId, guarded, current, pageSize } = query
  if (parentId) await assertUser(db, companyId, parentId)
  const pattern = anyPart(keyword ?? '')
  const matching = sql`where u.company_id = ${companyId}
    ${keyword ? sql`and (u.name ilike ${pattern} or u.username ilike ${pattern} or u.email ilike ${pattern} or u.phone ilike ${pattern})` : sql``}
    ${status ? sql`and u.status = ${status}` : sql``}
    ${roleId ? sql`and exists (select from user_role x where x.company_id = u.company_id and x.user_id = u.id and x.role_id = ${roleId})` : sql``}
    ${guarded === undefined ? sql`` : sql`and ${isGuarded} = ${guarded}`}
    ${parentId ? sql`and u.id in (${subtreeOf(companyId, parentId)})` : sql``}`
  const { rows } = await sql<Omit<User, 'manageable'>>`
    with page as (
      select u.*
      from app_user u ${matching}
      order by u.name, u.id
      limit ${pageSize} offset ${(current - 1) * pageSize}
    )
    select ${columns} from page u ${parents} order by u.name, u.id`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*) as total from app_user u ${matching}`.execute(db)
  return {
    list: await withManageable(db, actor, rows),
    total: counted.rows[0]?.total ?? 0,
    totalIsExact: true,
  }
}

/** How many active people sign in with their password alone. */
export async function countUnguarded(db: Db, { companyId }: Actor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from app_user u
    where u.company_id = ${companyId} and u.status = 'active' and not ${isGuarded}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findUser(db: Db, actor: Actor, id: string): Promise<User> {
  const { rows } = await sql<Omit<User, 'manageable'>>`
    select ${columns}
    from app_user u ${parents}
    where u.company_id = ${actor.companyId} and u.id = ${id}`.execute(db)
  const [user] = await withManageable(db, actor, rows)
  if (!user) throw refuse('notFound')
  return user
}

/**
 * `manageable` is false for users with more power: someone who could change their e-mail address
 * could become them.
 */
async function withManageable(
  db: Db,
  actor: Actor,
  users: Omit<User, 'manageable'>[],
): Promise<User[]> {
  const mine = new Set(
    (await rolePowers(db)).filter((role) => holdsRole(actor, role)).map(({ id }) => id),
  )
  return users.map((user) => ({ ...user, manageable: user.roles.every(({ id }) => mine.has(id)) }))
}

/**
 * Locks a user for a change; nobody changes a user who outranks them. The lock is not FOR UPDATE,
 * which would hold up every insert of a row that points at this user.
 */
export async function lockUser(db: Db, actor: Actor, id: string): Promise<User> {
  await db
    .selectFrom('appUser')
    .select('id')
    .where('companyId', '=', actor.companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()
  const user = await findUser(db, actor, id)
  if (!user.manageable) throw refuse('user.outranks')
  return user
}

export async function assertUser(db: Db, companyId: Id<'company'>, id: string) {
  const user = await db
    .selectFrom('appUser')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!user) throw refuse('notFound')
}

export async function userTree(db: Db, companyId: Id<'company'>): Promise<UserTreeNode[]> {
  const { rows } = await sql<UserTreeNode>`
    with recursive tree as (
      select id, parent_id, name, username, status, 1 as level
      from app_user
      where company_id = ${companyId} and parent_id is null
      union all
      select u.id, u.parent_id, u.name, u.username, u.status, tree.level + 1
      from tree join app_user u on u.company_id = ${companyId} and u.parent_id = tree.id
    ) select * from tree order by level, name, id`.execute(db)
  return rows
}

/**
 * Makes the user without a password. The caller sends the invitation that lets them choose one,
 * and records both.
 */
export async function addUser(
  db: Db,
  actor: Actor,
  { roleIds, ...values }: NewUser,
): Promise<User> {
  const { companyId } = actor
  if (values.parentId) await assertUser(db, companyId, values.parentId)
  const { id } = await unlessTaken(
    'app_user_username',
    refuse('user.usernameTaken', { username: values.username }),
    db
      .insertInto('appUser')
      .values({ companyId, ...values, status: 'invited' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await grantRoles(db, actor, id, roleIds)
  return findUser(db, actor, id)
}

/** Grants only roles that the actor holds themselves. Answers them. */
export async function grantRoles(
  db: Db,
  actor: Actor,
  userId: Id<'user'>,
  roleIds: Id<'role'>[],
): Promise<RolePower[]> {
  if (roleIds.length === 0) return []
  const roles = (await rolePowers(db)).filter(({ id }) => roleIds.includes(id))
  if (roles.length < new Set(roleIds).size) throw refuse('notFound')
  const beyond = roles.filter((role) => !holdsRole(actor, role))
  if (beyond.length > 0)
    throw refuse('user.cannotGrant', { names: beyond.map(({ name }) => name).join(', ') })
  await db
    .insertInto('userRole')
    .values(roles.map(({ id }) => ({ companyId: actor.companyId, userId, roleId: id })))
    .execute()
  return roles
}

/** What the audit log keeps of a user. */
export const userFacts = ({
  username,
  name,
  email,
  phone,
  parentName,
  roles,
  status,
  approvalLimits,
}: User) => ({
  username,
  name,
  email,
  phone,
  parentName,
  status,
  approvalLimits,
  roles: roles.map(({ code }) => code),
})

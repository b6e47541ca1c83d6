import type { Id } from '@paydesk/contract/lib/id'
import { roleCode } from '@paydesk/contract/lib/permission'
import type { AuditAction } from '@paydesk/contract/office/auditLog'
import { type User, type UserChange, userCan } from '@paydesk/contract/people/user'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { assertFresh, refuse } from '../../lib/errors.ts'
import { toJsonb } from '../../lib/json.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { removeSecondFactor } from '../secondFactor/secondFactor.ts'
import { endSessions } from '../session/session.ts'
import { assertUser, changeUser, findUser, grantRoles, lockUser, revokeRoles, userFacts } from '../user/user.ts'

export async function updateUser(db: Db, actor: Actor, id: string, { version, ...change }: z.output<typeof UserChange>): Promise<User> {
  const before = await lockUser(db, actor, id)
  assertFresh(before, version)
  // Someone who could raise their own limit would have none.
  if (change.approvalLimits !== undefined && id === actor.userId) throw refuse('approval.ownLimit')
  const limits = change.approvalLimits && { approvalLimits: toJsonb(change.approvalLimits) as never }
  return recordedChange(db, actor, before, 'user.update', { ...(change as Partial<User>), ...limits })
}

/** The database refuses a circle (trigger keep_user_tree), because only there do two simultaneous moves see each other. */
export async function moveUser(
  db: Db,
  actor: Actor,
  id: string,
  { parentId, version }: { parentId: Id<'user'> | null; version: number },
): Promise<User> {
  const before = await lockUser(db, actor, id)
  assertFresh(before, version)
  if (parentId) await assertUser(db, actor.companyId, parentId)
  if (parentId === id) throw refuse('user.cycle')
  if (before.status === 'active' && isSuperAdmin(before)) {
    const { rows } = await sql<{ count: number }>`select super_admin_count() as count`.execute(db)
    if (rows[0]?.count === 1) throw refuse('user.lastSuperAdmin')
  }
  return recordedChange(db, actor, before, 'user.move', { parentId })
}

export async function setUserRoles(db: Db, actor: Actor, id: string, roleIds: Id<'role'>[], version: number): Promise<User> {
  const before = await lockUser(db, actor, id)
  assertFresh(before, version)
  const had = before.roles.map((role) => role.id)
  const lost = had.filter((roleId) => !roleIds.includes(roleId))
  const gained = roleIds.filter((roleId) => !had.includes(roleId))
  await grantRoles(db, actor, id, gained)
  if (lost.length > 0) await revokeRoles(db, { companyId: actor.companyId, userId: id }, lost)
  if (lost.length + gained.length > 0) await endSessions(db, actor.companyId, id)
  return recordedChange(db, actor, before, 'user.setRoles', {})
}

export async function disableUser(db: Db, actor: Actor, id: string): Promise<User> {
  const before = await lockUser(db, actor, id)
  if (id === actor.userId) throw refuse('user.notYourself')
  if (!userCan('disable', before)) throw refuse('user.wrongStatus')
  await endSessions(db, actor.companyId, id)
  return recordedChange(db, actor, before, 'user.disable', { status: 'disabled' })
}

/** The user returns to the earlier status: someone who never chose a password is still only invited. */
export async function enableUser(db: Db, actor: Actor, id: string): Promise<User> {
  const before = await lockUser(db, actor, id)
  if (!userCan('enable', before)) throw refuse('user.wrongStatus')
  const { passwordHash } = await db
    .selectFrom('appUser')
    .select('passwordHash')
    .where('companyId', '=', actor.companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return recordedChange(db, actor, before, 'user.enable', { status: passwordHash ? 'active' : 'invited' })
}

export async function endUserSessions(db: Db, actor: Actor, id: string) {
  const user = await lockUser(db, actor, id)
  const ended = await endSessions(db, actor.companyId, id)
  await recordChange(db, actor, { action: 'user.endSessions', entityId: id, label: user.name, after: { ended } })
  return { ended }
}

/** For someone who lost their phone. The person who has it now must not stay signed in. */
export async function resetSecondFactor(db: Db, actor: Actor, id: string): Promise<User> {
  const before = await lockUser(db, actor, id)
  if (!(await removeSecondFactor(db, { companyId: actor.companyId, userId: id }))) throw refuse('secondFactor.off')
  const endedSessions = await endSessions(db, actor.companyId, id)
  await recordChange(db, actor, { action: 'user.resetSecondFactor', entityId: id, label: before.name, after: { endedSessions } })
  return findUser(db, actor, id)
}

const isSuperAdmin = (user: User) => user.roles.some(({ code }) => code === roleCode.superAdmin)

async function recordedChange(db: Db, actor: Actor, before: User, action: AuditAction, change: Partial<User>): Promise<User> {
  const { id } = before
  await changeUser(db, { companyId: actor.companyId, userId: id }, change).execute()
  const after = await findUser(db, actor, id)
  await recordChange(db, actor, { action, entityId: id, label: after.name, before: userFacts(before), after: userFacts(after) })
  return after
}

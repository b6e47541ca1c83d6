import type { Id } from '@paydesk/contract/lib/id'
import { roleCode } from '@paydesk/contract/lib/permission'
import type { AuditAction } from '@paydesk/contract/office/auditLog'
import { type User, type UserChange, userCan } from '@paydesk/contract/people/user'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, requireFactor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { assertFresh, refuse } from '../../lib/errors.ts'
import { recordChange } from '../../office/audit/audit.ts'
import type { Sending } from '../../office/message/message.ts'
import { tellOldAddress } from '../email/email.ts'
import { endInvitations, sendInvitation } from '../invitation/invitation.ts'
import { removePasskeys } from '../passkey/passkey.ts'
import { removeSecondFactor } from '../secondFactor/secondFactor.ts'
import { endSessions } from '../session/session.ts'
import { assertUser, changeUser, findUser, grantRoles, lockUser, revokeRoles, userFacts } from '../user/user.ts'

/** Mail and phone are ways into the account: whoever can redirect them can take it over, and its old address hears of it. */
export async function updateUser(
  db: Db,
  sending: Sending,
  actor: Actor,
  id: string,
  { version, ...change }: z.output<typeof UserChange>,
): Promise<User> {
  const before = await lockUser(db, actor, id)
  assertFresh(before, version)
  const differs = (key: 'email' | 'phone') => change[key] !== undefined && change[key] !== before[key]
  if (differs('email') || differs('phone')) requireFactor(actor)
  if (differs('email') && before.email && before.status !== 'invited')
    await tellOldAddress(db, sending, { companyId: actor.companyId, userId: id, from: before.email }, actor)
  const changed = await recordedChange(db, actor, before, 'user.update', change as Partial<User>)
  // An address that was mistyped must not let its owner in, and the right one waits for its link.
  if (differs('email') && before.status === 'invited')
    await (changed.email ? sendInvitation(db, sending, actor, id) : endInvitations(db, { companyId: actor.companyId, userId: id }))
  return changed
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
  const { passwordHash, passwordChangedAt } = await db
    .selectFrom('appUser')
    .select(['passwordHash', 'passwordChangedAt'])
    .where('companyId', '=', actor.companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return recordedChange(db, actor, before, 'user.enable', { status: passwordHash || passwordChangedAt ? 'active' : 'invited' })
}

export async function endUserSessions(db: Db, actor: Actor, id: string) {
  const user = await lockUser(db, actor, id)
  const ended = await endSessions(db, actor.companyId, id)
  await recordChange(db, actor, { action: 'user.endSessions', entityId: id, label: user.name, after: { ended } })
  return { ended }
}

/** For someone who lost their phone, with the passkeys on it. The person who has it now must not stay signed in. */
export async function resetSecondFactor(db: Db, actor: Actor, id: string): Promise<User> {
  const before = await lockUser(db, actor, id)
  // Nobody lets themselves off what their duties require.
  if (id === actor.userId) throw refuse('user.notYourself')
  const owner = { companyId: actor.companyId, userId: id }
  const [passkeys, hadFactor] = [await removePasskeys(db, owner), await removeSecondFactor(db, owner)]
  if (passkeys === 0 && !hadFactor) throw refuse('secondFactor.off')
  const endedSessions = await endSessions(db, actor.companyId, id)
  await recordChange(db, actor, { action: 'user.resetSecondFactor', entityId: id, label: before.name, after: { endedSessions, passkeys } })
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

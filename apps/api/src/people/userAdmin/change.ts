import type { Id } from '@paydesk/contract/lib/id'
import { roleCode } from '@paydesk/contract/lib/permission'
import type { AuditAction } from '@paydesk/contract/office/auditLog'
import { type NewUser, type User, type UserChange, userCan } from '@paydesk/contract/people/user'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, requireFactor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { assertFresh, refuse } from '../../lib/errors.ts'
import { recordChange } from '../../office/audit/audit.ts'
import type { Sending } from '../../office/message/message.ts'
import { tellOldAddress } from '../email/email.ts'
import { removeIdentities } from '../identity/identity.ts'
import { endInvitations, sendInvitation } from '../invitation/invitation.ts'
import { removePasskeys } from '../passkey/passkey.ts'
import { removeSecondFactor } from '../secondFactor/secondFactor.ts'
import { carriesPower, endSessions } from '../session/session.ts'
import {
  addUser,
  assertUser,
  changeUser,
  findUser,
  grantRoles,
  lockUser,
  revokeRoles,
  userFacts,
} from '../user/user.ts'

/**
 * The entry comes after the letter: whoever sends letters waits for the company's other letters,
 * and nobody waits with the audit chain locked.
 */
export async function inviteUser(
  db: Db,
  sending: Sending,
  actor: Actor,
  values: NewUser,
): Promise<User> {
  const user = await addUser(db, actor, values)
  await sendInvitation(db, sending, actor, user.id)
  await recordChange(db, actor, {
    action: 'user.invite',
    entityId: user.id,
    label: user.name,
    after: userFacts(user),
  })
  return user
}

/**
 * Mail and phone are ways into the account: whoever can redirect them can take it over, and its old
 * address hears of it.
 */
export async function updateUser(
  db: Db,
  sending: Sending,
  actor: Actor,
  id: string,
  { version, ...change }: z.output<typeof UserChange>,
): Promise<User> {
  const before = await lockUser(db, actor, id)
  assertFresh(before, version)
  const differs = (key: 'email' | 'phone') =>
    change[key] !== undefined && change[key] !== before[key]
  if (differs('email') || differs('phone')) requireFactor(actor)
  if (differs('email') && before.email && before.status !== 'invited')
    await tellOldAddress(
      db,
      sending,
      { companyId: actor.companyId, userId: id, from: before.email },
      actor,
    )
  const after = await changed(db, actor, before, change as Partial<User>)
  // An address that was mistyped must not let its owner in, and the right one waits for its link.
  if (differs('email') && before.status === 'invited')
    await (after.email
      ? sendInvitation(db, sending, actor, id)
      : endInvitations(db, { companyId: actor.companyId, userId: id }))
  return recorded(db, actor, 'user.update', before, after)
}

/**
 * The database refuses a circle (trigger keep_user_tree), because only there do two simultaneous
 * moves see each other.
 */
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

export async function setUserRoles(
  db: Db,
  actor: Actor,
  id: string,
  roleIds: Id<'role'>[],
  version: number,
): Promise<User> {
  const before = await lockUser(db, actor, id)
  assertFresh(before, version)
  const had = before.roles.map((role) => role.id)
  const lost = had.filter((roleId) => !roleIds.includes(roleId))
  const gained = roleIds.filter((roleId) => !had.includes(roleId))
  const granted = await grantRoles(db, actor, id, gained)
  if (lost.length > 0) await revokeRoles(db, { companyId: actor.companyId, userId: id }, lost)
  if (lost.length + gained.length > 0) await endSessions(db, actor.companyId, id)
  return recordedChange(
    db,
    actor,
    before,
    'user.setRoles',
    granted.some(carriesPower) ? newlyTrusted : {},
  )
}

export async function disableUser(db: Db, actor: Actor, id: string): Promise<User> {
  const before = await lockUser(db, actor, id)
  if (id === actor.userId) throw refuse('user.notYourself')
  if (!userCan('disable', before)) throw refuse('user.wrongStatus')
  await endSessions(db, actor.companyId, id)
  // A link on its way would work again as soon as the user is enabled.
  await endInvitations(db, { companyId: actor.companyId, userId: id })
  return recordedChange(db, actor, before, 'user.disable', { status: 'disabled' })
}

/**
 * The user returns to the earlier status: someone who never chose a password is still only invited.
 */
export async function enableUser(db: Db, actor: Actor, id: string): Promise<User> {
  const before = await lockUser(db, actor, id)
  if (!userCan('enable', before)) throw refuse('user.wrongStatus')
  const { passwordHash, passwordChangedAt } = await db
    .selectFrom('appUser')
    .select(['passwordHash', 'passwordChangedAt'])
    .where('companyId', '=', actor.companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const status = passwordHash || passwordChangedAt ? 'active' : 'invited'
  return recordedChange(db, actor, before, 'user.enable', { status, ...newlyTrusted })
}

export async function endUserSessions(db: Db, actor: Actor, id: string) {
  const user = await lockUser(db, actor, id)
  const ended = await endSessions(db, actor.companyId, id)
  await recordChange(db, actor, {
    action: 'user.endSessions',
    entityId: id,
    label: user.name,
    after: { ended },
  })
  return { ended }
}

/**
 * For someone who lost their phone, with the passkeys on it. The person who has it now must not
 * stay signed in, nor come back by an identity that they bound: without the factor it would be
 * enough to set up another one.
 */
export async function resetSecondFactor(db: Db, actor: Actor, id: string): Promise<User> {
  const before = await lockUser(db, actor, id)
  // Nobody lets themselves off what their duties require.
  if (id === actor.userId) throw refuse('user.notYourself')
  const owner = { companyId: actor.companyId, userId: id }
  const [passkeys, hadFactor] = [
    await removePasskeys(db, owner),
    await removeSecondFactor(db, owner),
  ]
  if (passkeys === 0 && !hadFactor) throw refuse('secondFactor.off')
  const identities = await removeIdentities(db, owner)
  const endedSessions = await endSessions(db, actor.companyId, id)
  const after = { endedSessions, passkeys, identities }
  await recordChange(db, actor, {
    action: 'user.resetSecondFactor',
    entityId: id,
    label: before.name,
    after,
  })
  return findUser(db, actor, id)
}

const isSuperAdmin = (user: User) => user.roles.some(({ code }) => code === roleCode.superAdmin)

/**
 * Whoever has just been given a power approves nothing for a day, as if their credentials were new:
 * one administrator alone must not make the second person whom a refund waits for.
 */
const newlyTrusted = { credentialsChangedAt: sql<string>`now()` }

const recordedChange = async (
  db: Db,
  actor: Actor,
  before: User,
  action: AuditAction,
  change: Change,
): Promise<User> => recorded(db, actor, action, before, await changed(db, actor, before, change))

type Change = Partial<User> | { credentialsChangedAt: RawBuilder<string> }

async function changed(db: Db, actor: Actor, { id }: User, change: Change): Promise<User> {
  await changeUser(db, { companyId: actor.companyId, userId: id }, change).execute()
  return findUser(db, actor, id)
}

async function recorded(
  db: Db,
  actor: Actor,
  action: AuditAction,
  before: User,
  after: User,
): Promise<User> {
  await recordChange(db, actor, {
    action,
    entityId: after.id,
    label: after.name,
    before: userFacts(before),
    after: userFacts(after),
  })
  return after
}

import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'

export type UserRef = { companyId: Id<'company'>; userId: Id<'user'> }

const at = (db: Db, { companyId, userId }: UserRef) =>
  db.updateTable('appUser').where('companyId', '=', companyId).where('id', '=', userId)

/**
 * Changes the fields of a person that others may read and change. Each change makes a new version.
 */
export const changeUser = (db: Db, ref: UserRef, change: object) =>
  at(db, ref).set((set) => ({ ...change, version: set('version', '+', 1) }))

/**
 * The user has shown that they receive this number's codes. It is no edit of the profile, so
 * the version stays.
 */
export async function provePhone(db: Db, ref: UserRef, phone: string): Promise<boolean> {
  const proven = await at(db, ref)
    .set({ phoneVerifiedAt: sql<string>`now()` })
    .where('phone', '=', phone)
    .executeTakeFirst()
  return proven.numUpdatedRows === 1n
}

export const setPassword = (db: Db, ref: UserRef, passwordHash: string) =>
  at(db, ref).set({ passwordHash, passwordChangedAt: sql<string>`now()` }).execute()

/** An invited person has chosen a password. Answers false if they were no longer waiting for it. */
export async function activate(db: Db, ref: UserRef, passwordHash: string): Promise<boolean> {
  const activated = await changeUser(db, ref, {
    status: 'active',
    passwordHash,
    passwordChangedAt: sql<string>`now()`,
  })
    .where('status', '=', 'invited')
    .executeTakeFirst()
  return activated.numUpdatedRows === 1n
}

export const noteSignIn = (db: Db, ref: UserRef, address: string) =>
  at(db, ref).set({ lastLoginAt: sql<string>`now()`, lastLoginIp: address }).execute()

export const revokeRoles = (db: Db, { companyId, userId }: UserRef, roleIds: Id<'role'>[]) =>
  db
    .deleteFrom('userRole')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('roleId', 'in', roleIds)
    .execute()

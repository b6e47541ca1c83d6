import { createHash, randomBytes } from 'node:crypto'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import type { Secrets } from '../../lib/secret.ts'
import { type Doer, recordChange } from '../../office/audit/audit.ts'

type Owner = { companyId: Id<'company'>; userId: Id<'user'> }

const periodSeconds = 30
const recoveryCodeCount = 10

/**
 * RFC 6238 with the options that every authenticator app supports: SHA-1, six digits, thirty
 * seconds.
 */
const totpOf = (secret: string, label: string) =>
  new TOTP({
    issuer: 'Paydesk',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  })

const place = ({ companyId, userId }: Owner) => ({
  companyId,
  table: 'second_factor',
  column: 'secret',
  row: userId,
})

const mine = (db: Db, { companyId, userId }: Owner) =>
  db.selectFrom('secondFactor').where('companyId', '=', companyId).where('userId', '=', userId)

export async function readSecondFactor(db: Db, owner: Owner) {
  const row = await mine(db, owner)
    .select('enabledAt')
    .where('enabledAt', 'is not', null)
    .executeTakeFirst()
  if (!row?.enabledAt) return undefined
  const { left } = await db
    .selectFrom('recoveryCode')
    .select((query) => query.fn.countAll().as('left'))
    .where('companyId', '=', owner.companyId)
    .where('userId', '=', owner.userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return { enabledAt: row.enabledAt, recoveryCodesLeft: Number(left) }
}

/**
 * Makes a new secret that does nothing until its first code comes back. If it is begun twice, the
 * second secret counts.
 */
export async function beginSecondFactor(db: Db, secrets: Secrets, owner: Owner, username: string) {
  const secret = new Secret({ size: 20 }).base32
  const begun = await db
    .insertInto('secondFactor')
    .values({
      companyId: owner.companyId,
      userId: owner.userId,
      secret: await secrets.seal(db, place(owner), secret),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['companyId', 'userId'])
        .doUpdateSet({ secret: (set) => set.ref('excluded.secret'), lastStep: 0 })
        .where('secondFactor.enabledAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()
  if (!begun) throw refuse('secondFactor.alreadyOn')
  return { secret, uri: totpOf(secret, username).toString() }
}

/** Switches the second factor on and returns the recovery codes, which are never shown again. */
export async function confirmSecondFactor(
  db: Db,
  secrets: Secrets,
  owner: Owner,
  code: string,
): Promise<string[]> {
  const row = await mine(db, owner).select('enabledAt').executeTakeFirst()
  if (!row) throw refuse('secondFactor.notBegun')
  if (row.enabledAt) throw refuse('secondFactor.alreadyOn')
  if (!(await takeTotp(db, secrets, owner, code))) throw refuse('login.codeIncorrect')
  await db
    .updateTable('secondFactor')
    .set({ enabledAt: sql<string>`now()` })
    .where('companyId', '=', owner.companyId)
    .where('userId', '=', owner.userId)
    .execute()
  return renewRecoveryCodes(db, owner)
}

export async function renewRecoveryCodes(db: Db, { companyId, userId }: Owner): Promise<string[]> {
  // Each code has 50 bits and no letters that look like digits.
  const codes = Array.from({ length: recoveryCodeCount }, () => {
    const letters = [...randomBytes(10)]
      .map((byte) => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[byte % 32])
      .join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })
  await db
    .deleteFrom('recoveryCode')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute()
  await db
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ companyId, userId, hash: hashCode(userId, code) })))
    .execute()
  return codes
}

/**
 * True at most once per code. One guarded update takes a code of either kind, so of two callers at
 * once only one gets in. A recovery code is on paper somewhere, and who finds the paper has it: its
 * owner is told that it was used.
 */
export async function takeSecondFactor(
  db: Db,
  secrets: Secrets,
  doer: Doer & Owner,
  code: string,
): Promise<boolean> {
  const owner = { companyId: doer.companyId, userId: doer.userId }
  if (/^\d{6}$/.test(code)) {
    const on = await mine(db, owner)
      .select('userId')
      .where('enabledAt', 'is not', null)
      .executeTakeFirst()
    return on !== undefined && takeTotp(db, secrets, owner, code)
  }
  const used = await db
    .updateTable('recoveryCode')
    .set({ usedAt: sql<string>`now()` })
    .where('companyId', '=', owner.companyId)
    .where('userId', '=', owner.userId)
    .where('hash', '=', hashCode(owner.userId, code))
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
  if (used)
    await recordChange(db, doer, {
      action: 'user.useRecoveryCode',
      entityId: owner.userId,
      label: doer.name,
    })
  return used !== undefined
}

/**
 * Accepts the current step by the database's clock, give or take one. A step that was used, and
 * every step before it, is over.
 */
async function takeTotp(db: Db, secrets: Secrets, owner: Owner, code: string): Promise<boolean> {
  // The library compares bytes, and throws for six characters of another length.
  if (!/^\d{6}$/.test(code)) return false
  const row = await mine(db, owner)
    .select(['secret', sql<number>`extract(epoch from now())::float8`.as('now')])
    .executeTakeFirst()
  if (!row) return false
  const totp = totpOf(await secrets.open(db, place(owner), row.secret), '')
  const delta = totp.validate({ token: code, timestamp: row.now * 1000, window: 1 })
  if (delta === null) return false
  const step = Math.floor(row.now / periodSeconds) + delta
  const taken = await db
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('companyId', '=', owner.companyId)
    .where('userId', '=', owner.userId)
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * An admin also does this for someone who lost their phone. With `withinHours` only a factor that
 * is no older goes.
 */
export async function removeSecondFactor(
  db: Db,
  { companyId, userId }: Owner,
  withinHours?: number,
): Promise<boolean> {
  const gone = await db
    .deleteFrom('secondFactor')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .$if(withinHours !== undefined, (query) =>
      query.where('enabledAt', '>', sql<string>`now() - ${withinHours} * interval '1 hour'`),
    )
    .returning('enabledAt')
    .executeTakeFirst()
  if (gone)
    await db
      .deleteFrom('recoveryCode')
      .where('companyId', '=', companyId)
      .where('userId', '=', userId)
      .execute()
  return gone?.enabledAt != null
}

const hashCode = (userId: Id<'user'>, code: string) =>
  createHash('sha256')
    .update(`${userId}|${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
    .digest()

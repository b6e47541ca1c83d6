import type { Id } from '@paydesk/contract/lib/id'
import { knownDevices } from '@paydesk/contract/people/login'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { hashToken } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import type { Guess } from '../../lib/throttle.ts'
import { newToken } from '../../lib/ticket.ts'

export type Login = { companyId: Id<'company'>; userId: Id<'user'> }
/** Where a sign-in comes from. */
export type Origin = { address: string; userAgent: string; devices?: string[] }

/** Where a request comes from, with what its browser kept of earlier sign-ins. */
export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  userAgent: headers['user-agent'] ?? '',
  devices: String(headers[knownDevices.header] ?? '')
    .split(',')
    .filter((token) => token.length >= 20 && token.length <= 200)
    .slice(0, knownDevices.most),
})

const hashesOf = ({ devices = [] }: Origin) => devices.map(hashToken)

/**
 * Guesses from a browser in which this user has signed in before are counted for that browser.
 * Whoever guesses elsewhere locks the name for strangers and not for its owner; and a stolen
 * browser's guesses are limited like anyone's.
 */
export async function guessFrom(db: Db, guess: Guess, origin: Origin): Promise<Guess> {
  const hashes = hashesOf(origin)
  if (hashes.length === 0) return guess
  const [name, phone] = guess.scope === 'phone' ? [null, guess.subject] : [guess.subject, null]
  const { rows } = await sql<{
    hash: Buffer | null
  }>`select known_device_of(${name}, ${phone}, ${hashes}::bytea[]) as hash`.execute(db)
  const hash = rows[0]?.hash
  return hash ? { scope: guess.scope, subject: `${guess.subject}@${hash.toString('hex')}` } : guess
}

/**
 * Keeps the browser in which someone has just signed in. Answers with what it shall keep, or null
 * where it has that already.
 */
export async function rememberDevice(
  db: Db,
  { companyId, userId }: Login,
  origin: Origin,
): Promise<string | null> {
  const hashes = hashesOf(origin)
  const known =
    hashes.length > 0 &&
    (await db
      .updateTable('knownDevice')
      .set({ lastUsedAt: sql<string>`now()` })
      .where('companyId', '=', companyId)
      .where('userId', '=', userId)
      .where('tokenHash', 'in', hashes)
      .returning('userId')
      .executeTakeFirst())
  if (known) return null
  const token = newToken()
  await db
    .insertInto('knownDevice')
    .values({ companyId, userId, tokenHash: hashToken(token) })
    .execute()
  // A thief who signs in a thousand times must not collect a thousand times ten guesses.
  await sql`
    delete from known_device
    where company_id = ${companyId}
      and user_id = ${userId}
      and token_hash not in (
        select token_hash
        from known_device
        where company_id = ${companyId} and user_id = ${userId}
        order by last_used_at desc
        limit ${knownDevices.most}
      )`.execute(db)
  return token
}

/** After a password was reset, no browser is trusted for having known the one before. */
export const forgetDevices = (db: Db, { companyId, userId }: Login) =>
  db
    .deleteFrom('knownDevice')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute()

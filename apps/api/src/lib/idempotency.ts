import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Db } from './db.ts'
import { refuse } from './errors.ts'
import { toJsonb } from './json.ts'

/**
 * Runs `work` once per key and user, in the caller's transaction. "Connection lost" is not "failed": the client repeats with the
 * same key and gets the first answer. The same key with another request is a mistake of the client's, and refused.
 */
export async function once<T>(db: Db, actor: Actor, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const key = request.headers['idempotency-key']
  if (request.method === 'GET' || typeof key !== 'string') return work()
  if (key.length === 0 || key.length > 100) throw refuse('request.invalid', { detail: 'Idempotency-Key' })
  const { companyId, userId } = actor
  const requestHash = hashOf(request)
  const first = await db
    .insertInto('idempotency')
    .values({ companyId, userId, key, requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  const mine = db.selectFrom('idempotency').where('companyId', '=', companyId).where('userId', '=', userId).where('key', '=', key)
  if (!first) {
    const earlier = await mine.select(['requestHash', 'reply']).executeTakeFirstOrThrow()
    if (!earlier.requestHash.equals(requestHash)) throw refuse('request.keyReused')
    return earlier.reply as T
  }
  const reply = await work()
  await sql`update idempotency set reply = ${toJsonb(reply)}::jsonb
    where company_id = ${companyId} and user_id = ${userId} and key = ${key}`.execute(db)
  return reply
}

function hashOf({ method, url, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body instanceof Uint8Array ? createHash('sha256').update(body).digest('hex') : (body ?? null)]))
    .digest()
}

import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Db } from './db.ts'
import { refuse } from './errors.ts'
import { toJsonb } from './json.ts'

/**
 * Runs `work` once per key and user, in the caller's transaction. "Connection lost" is not
 * "failed": the client repeats with the same key and gets the first answer. The same key with
 * another request is a mistake of the client's, and refused.
 */
export async function once<T>(
  db: Db,
  actor: Actor,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const key = keyOf(request)
  if (key === undefined) return work()
  if (key.length === 0 || key.length > 100)
    throw refuse('request.invalid', { detail: 'Idempotency-Key' })
  const { companyId, userId } = actor
  const requestHash = hashOf(request)
  const first = await db
    .insertInto('idempotency')
    .values({ companyId, userId, key, requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  const mine = sql`company_id = ${companyId} and user_id = ${userId} and key = ${key}`
  if (!first) {
    // A write, so that the answer waits for the standby: what is repeated here may be on
    // this server alone.
    const { rows } = await sql<{ requestHash: Buffer; reply: unknown }>`
      update idempotency set reply = reply where ${mine} returning request_hash, reply`.execute(db)
    const [earlier] = rows as [(typeof rows)[0]]
    if (!earlier.requestHash.equals(requestHash)) throw refuse('request.keyReused')
    return earlier.reply as T
  }
  const reply = await work()
  await sql`update idempotency set reply = ${toJsonb(reply)}::jsonb where ${mine}`.execute(db)
  return reply
}

/** The key under which this act is done once. */
export function keyOf({ method, headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return method === 'GET' || typeof key !== 'string' ? undefined : key
}

function hashOf({ method, url, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(
      JSON.stringify([
        method,
        url,
        body instanceof Uint8Array
          ? createHash('sha256').update(body).digest('hex')
          : (body ?? null),
      ]),
    )
    .digest()
}

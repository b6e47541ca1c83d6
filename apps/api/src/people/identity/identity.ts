import { createHash, timingSafeEqual } from 'node:crypto'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, inTransaction } from '../../lib/db.ts'
import { refuse, unlessTaken } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { Deps } from '../../lib/route.ts'
import { issueTicket, newToken, redeemTicket, type TicketKind } from '../../lib/ticket.ts'
import { arrival, departure, type Subject } from './provider.ts'

/** The ticket is found by `state` and opened by `proof`, which only the browser that left has. */
const journeyTicket = {
  name: 'oidc',
  data: z.object({
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    proofHash: z.string(),
    remember: z.boolean(),
    /** The user who binds the identity; null when signing in. */
    userId: z.uuid().nullable(),
  }),
  seconds: 600,
} satisfies TicketKind

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

type Purpose = { remember: boolean; userId: Id<'user'> | null }
type Logging = Pick<Log, 'warn'>

/**
 * A provider that is down is not our bug and is worth a retry. The log tells the operator of the
 * installation why.
 */
async function reach<T>(log: Logging, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    log.warn({ err: error }, 'the OpenID Connect provider was not reached')
    throw refuse('unavailable')
  }
}

export async function sendAway({ pool, outside }: Deps, log: Logging, purpose: Purpose) {
  if (!outside.oidc) throw refuse('login.methodUnavailable')
  const { url, state, nonce, verifier } = await reach(log, departure(outside, outside.oidc))
  const proof = newToken()
  await inTransaction(pool, [], (db) =>
    issueTicket(
      db,
      journeyTicket,
      { state, nonce, verifier, proofHash: digest(proof), ...purpose },
      state,
    ),
  )
  return { url, proof }
}

type Return = { proof: string; state: string; code: string; iss?: string | undefined }

/**
 * The identity that came back from the provider. The first attempt ends the journey, right or
 * wrong.
 */
export async function comeBack(
  { pool, outside }: Deps,
  log: Logging,
  back: Return,
  userId: Id<'user'> | null,
): Promise<Subject & { remember: boolean }> {
  if (!outside.oidc) throw refuse('login.methodUnavailable')
  const journey = await inTransaction(pool, [], (db) => redeemTicket(db, journeyTicket, back.state))
  if (!journey || journey.userId !== userId || !same(journey.proofHash, digest(back.proof)))
    throw refuse('login.identityRefused')
  const subject = await reach(log, arrival(outside, outside.oidc, journey, back))
  if (!subject) throw refuse('login.identityRefused')
  return { ...subject, remember: journey.remember }
}

const same = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

const columns = ['id', 'issuer', 'label', 'createdAt', 'lastUsedAt'] as const

export const listIdentities = (
  db: Db,
  { companyId, userId }: { companyId: Id<'company'>; userId: Id<'user'> },
) =>
  db
    .selectFrom('identity')
    .select(columns)
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()

export const bindIdentity = (
  db: Db,
  { companyId, userId }: { companyId: Id<'company'>; userId: Id<'user'> },
  { issuer, subject, label }: Subject,
) =>
  unlessTaken(
    'identity_issuer_subject_key',
    refuse('identity.taken'),
    db
      .insertInto('identity')
      .values({ companyId, userId, issuer, subject, label })
      .returning(columns)
      .executeTakeFirstOrThrow(),
  )

/** Removes a user's identities, or those that were bound within so many hours. Answers how many. */
export async function removeIdentities(
  db: Db,
  { companyId, userId }: { companyId: Id<'company'>; userId: Id<'user'> },
  withinHours?: number,
): Promise<number> {
  const gone = await db
    .deleteFrom('identity')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .$if(withinHours !== undefined, (query) =>
      query.where('createdAt', '>', sql<string>`now() - ${withinHours} * interval '1 hour'`),
    )
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/**
 * A day more than a change of address can be undone: what was added within these hours before
 * somebody takes their account back may be the thief’s.
 */
export const doubtedHours = 96
export const removeDoubted = (db: Db, owner: { companyId: Id<'company'>; userId: Id<'user'> }) =>
  removeIdentities(db, owner, doubtedHours)

export async function findByIdentity(db: Db, { issuer, subject }: Subject) {
  const { rows } = await sql<{
    companyId: Id<'company'>
    userId: Id<'user'>
    demo: boolean
    identityId: string
  }>`
    select * from find_login_by_identity(${issuer}, ${subject})`.execute(db)
  return rows[0]
}

export const markUsed = (
  db: Db,
  { companyId, identityId }: { companyId: Id<'company'>; identityId: string },
) =>
  db
    .updateTable('identity')
    .set({ lastUsedAt: sql<string>`now()` })
    .where('companyId', '=', companyId)
    .where('id', '=', identityId)
    .execute()

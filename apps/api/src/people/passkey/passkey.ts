import type { Id } from '@paydesk/contract/lib/id'
import type { AuthenticationResponse, RegistrationResponse } from '@paydesk/contract/people/passkey'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../lib/db.ts'
import { refuse, unlessTaken } from '../../lib/errors.ts'
import { issueTicket, redeemTicket, type TicketKind } from '../../lib/ticket.ts'

const maxPasskeys = 20
const ceremonySeconds = 300

const registerTicket = {
  name: 'passkeyRegister',
  data: z.object({ userId: z.uuid(), challenge: z.string() }),
  seconds: ceremonySeconds,
} satisfies TicketKind

const signInTicket = {
  name: 'passkeySignIn',
  data: z.object({ challenge: z.string() }),
  seconds: ceremonySeconds,
} satisfies TicketKind

type Owner = { companyId: Id<'company'>; userId: Id<'user'>; username: string; name: string }
const columns = ['id', 'name', 'createdAt', 'lastUsedAt', 'synced'] as const

export const listPasskeys = (db: Db, { companyId, userId }: Pick<Owner, 'companyId' | 'userId'>) =>
  db
    .selectFrom('passkey')
    .select(columns)
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()

/** Removes a user's passkeys, or those that were added within so many hours. Answers how many. */
export async function removePasskeys(
  db: Db,
  { companyId, userId }: Pick<Owner, 'companyId' | 'userId'>,
  withinHours?: number,
): Promise<number> {
  const gone = await db
    .deleteFrom('passkey')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .$if(withinHours !== undefined, (query) =>
      query.where('createdAt', '>', sql<string>`now() - ${withinHours} * interval '1 hour'`),
    )
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

export async function registrationOptions(db: Db, publicUrl: string, owner: Owner) {
  const existing = await db
    .selectFrom('passkey')
    .select(['credentialId'])
    .where('companyId', '=', owner.companyId)
    .where('userId', '=', owner.userId)
    .execute()
  if (existing.length >= maxPasskeys) throw refuse('passkey.tooMany', { limit: maxPasskeys })
  const options = await generateRegistrationOptions({
    rpName: 'Paydesk 收款管理',
    rpID: new URL(publicUrl).hostname,
    userID: new TextEncoder().encode(owner.userId),
    userName: owner.username,
    userDisplayName: owner.name,
    timeout: ceremonySeconds * 1000,
    excludeCredentials: existing.map(({ credentialId }) => ({
      id: credentialId.toString('base64url'),
    })),
    // The passkey is found without a username and opened by PIN or fingerprint, which makes it
    // two factors in one.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { token } = await issueTicket(db, registerTicket, {
    userId: owner.userId,
    challenge: options.challenge,
  })
  return { ticket: token, options: { ...options } as Record<string, unknown> }
}

type Registration = {
  ticket: string
  name: string
  response: z.output<typeof RegistrationResponse>
}

export async function addPasskey(
  db: Db,
  publicUrl: string,
  { companyId, userId }: Owner,
  { ticket, name, response }: Registration,
) {
  const begun = await redeemTicket(db, registerTicket, ticket)
  if (begun?.userId !== userId) throw refuse('login.passkeyRefused')
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: begun.challenge,
    expectedOrigin: publicUrl,
    expectedRPID: new URL(publicUrl).hostname,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified) throw refuse('login.passkeyRefused')
  const { credential, credentialBackedUp } = verified.registrationInfo
  return unlessTaken(
    'passkey_credential_id_key',
    refuse('passkey.taken'),
    db
      .insertInto('passkey')
      .values({
        companyId,
        userId,
        name,
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: response.response.transports ?? [],
        synced: credentialBackedUp,
      })
      .returning(columns)
      .executeTakeFirstOrThrow(),
  )
}

export async function signInOptions(db: Db, publicUrl: string) {
  const options = await generateAuthenticationOptions({
    rpID: new URL(publicUrl).hostname,
    userVerification: 'required',
    timeout: ceremonySeconds * 1000,
  })
  const { token } = await issueTicket(db, signInTicket, { challenge: options.challenge })
  return { ticket: token, options: { ...options } as Record<string, unknown> }
}

export const takeSignInChallenge = async (db: Db, ticket: string) =>
  (await redeemTicket(db, signInTicket, ticket))?.challenge

export async function findByPasskey(db: Db, credentialId: string) {
  const { rows } = await sql<{ companyId: Id<'company'>; userId: Id<'user'>; demo: boolean }>`
    select * from find_login_by_passkey(${Buffer.from(credentialId, 'base64url')})`.execute(db)
  return rows[0]
}

/**
 * True when the signature is the passkey's own, over our challenge, and its counter has not gone
 * back (the counter of a copied authenticator would).
 */
export async function usePasskey(
  db: Db,
  publicUrl: string,
  { companyId, userId }: { companyId: Id<'company'>; userId: Id<'user'> },
  response: z.output<typeof AuthenticationResponse>,
  challenge: string,
): Promise<boolean> {
  const passkey = await db
    .selectFrom('passkey')
    .select(['id', 'credentialId', 'publicKey', 'counter'])
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('credentialId', '=', Buffer.from(response.id, 'base64url'))
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) return false
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: publicUrl,
    expectedRPID: new URL(publicUrl).hostname,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified) return false
  await db
    .updateTable('passkey')
    .set({
      counter: verified.authenticationInfo.newCounter,
      synced: verified.authenticationInfo.credentialBackedUp,
      lastUsedAt: sql<string>`now()`,
    })
    .where('companyId', '=', companyId)
    .where('id', '=', passkey.id)
    .execute()
  return true
}

import { createHash } from 'node:crypto'
import type { Id } from '@paydesk/contract/lib/id'
import { roleCode } from '@paydesk/contract/lib/permission'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { describeDevice } from './device.ts'
import { refuse } from './errors.ts'

/** Who does something, in which company, and from where. */
export type Actor = {
  sessionId: Id<'session'>
  userId: Id<'user'>
  /** The company that the transaction is in. For a super admin it may not be their own. */
  companyId: Id<'company'>
  homeCompanyId: Id<'company'>
  username: string
  name: string
  avatar: string | null
  roles: string[]
  permissions: string[]
  companyName: string
  companyTimezone: string
  homeCompanyName: string
  previousLoginAt: string | null
  previousLoginIp: string | null
  /**
   * What the person showed within the last ten minutes; a second factor counts for more
   * than the password.
   */
  shown: 'factor' | 'password' | null
  /** They have a second factor to show: an authenticator or a passkey. */
  hasFactor: boolean
  /** Something with which they sign in was changed within the last day. */
  hasNewCredentials: boolean
  /** Where this request came from. */
  address: string
  device: string
  /** Set when a rule acts instead of a person. `userId` is then the rule's id. */
  automatic?: true
}

/** What Paydesk does by itself, in the name of a rule or of the company, it does as this actor. */
export const automaticActor = (
  company: { id: Id<'company'>; name: string; timezone: string },
  as: { userId: Id<'user'>; name: string; device: string },
): Actor => ({
  sessionId: '',
  ...as,
  companyId: company.id,
  homeCompanyId: company.id,
  username: '',
  avatar: null,
  roles: [roleCode.admin],
  permissions: [],
  companyName: company.name,
  companyTimezone: company.timezone,
  homeCompanyName: company.name,
  previousLoginAt: null,
  previousLoginIp: null,
  // Nobody is there to be asked.
  shown: 'factor',
  hasFactor: false,
  hasNewCredentials: false,
  address: '',
  automatic: true,
})

/**
 * Call this before anything that a borrowed session, or a password that somebody has
 * seen, must not do.
 */
export function requireFactor({ shown, hasFactor }: Actor): void {
  if (shown !== 'factor') throw refuse(hasFactor ? 'session.factorNeeded' : 'session.factorUnset')
}

/**
 * For changes of one's own credentials: who has no second factor yet shows the password, or could
 * never set one up.
 */
export function requireOwn(actor: Actor): void {
  if (actor.hasFactor) requireFactor(actor)
  else if (!actor.shown) throw refuse('session.notFresh')
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * The statement that authenticates a request. It also puts the transaction into the session's
 * company (see the function authenticate_request in db/migrations).
 */
export const authenticateByToken = (token: string, atHome: boolean) => ({
  text: 'select * from authenticate_request($1, $2)',
  values: [hashToken(token), atHome],
})

export function toActor(
  result: pg.QueryResult | undefined,
  request: FastifyRequest,
): Actor | undefined {
  const row = result?.rows[0]
  return (
    row && {
      sessionId: row.session_id,
      userId: row.user_id,
      companyId: row.company_id,
      homeCompanyId: row.home_company_id,
      username: row.username,
      name: row.name,
      avatar: row.avatar,
      roles: row.roles,
      permissions: row.permissions,
      companyName: row.company_name,
      companyTimezone: row.company_timezone,
      homeCompanyName: row.home_company_name,
      previousLoginAt: row.previous_login_at,
      previousLoginIp: row.previous_login_ip,
      shown: row.shown,
      hasFactor: row.has_factor,
      hasNewCredentials: row.has_new_credentials,
      address: request.ip,
      device: describeDevice(request.headers['user-agent'] ?? ''),
    }
  )
}

import { createHash } from 'node:crypto'
import type { Id } from '@paydesk/contract/lib/id'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { describeDevice } from './device.ts'

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
  /** Where this request came from. */
  address: string
  device: string
  /** Set when a rule acts instead of a person. `userId` is then the rule's id. */
  automatic?: true
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * The statement that authenticates a request. It also puts the transaction into the session's company (see the function
 * authenticate_request in db/migrations).
 */
export const authenticateByToken = (token: string, atHome: boolean) => ({
  text: 'select * from authenticate_request($1, $2)',
  values: [hashToken(token), atHome],
})

export function toActor(result: pg.QueryResult | undefined, request: FastifyRequest): Actor | undefined {
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
      address: request.ip,
      device: describeDevice(request.headers['user-agent'] ?? ''),
    }
  )
}

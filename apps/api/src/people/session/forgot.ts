import { paths } from '@paydesk/contract/lib/paths'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, inCompany, inTransaction } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import type { JobKind } from '../../lib/job.ts'
import type { Deps } from '../../lib/route.ts'
import { admitAttempt, unknownLink } from '../../lib/throttle.ts'
import { issueTicket, readTicket, redeemTicket, revokeTickets } from '../../lib/ticket.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { mailUser, type Sending } from '../../office/message/message.ts'
import { setPassword } from '../user/user.ts'
import { forgetDevices } from './device.ts'
import { hashPassword } from './password.ts'
import { assertStrong } from './passwordRule.ts'
import { doerOf, endSessions, type Login, type Origin, resetTicket, usable } from './session.ts'

export const sendResetLinks = {
  name: 'session.sendResetLinks',
  data: z.object({ account: z.string() }),
} satisfies JobKind

/** Does the same work for every name. Only the job finds out whose it is, if anyone's. */
export async function askForReset(db: Db, { jobs }: Deps, account: string, { address }: Origin) {
  await admitAttempt(db, { scope: 'forgot', subject: account, from: address })
  await jobs.enqueue(db, sendResetLinks, { account })
  return null
}

/**
 * The job that sends the links. An e-mail address may belong to several users: each gets their own
 * link, which says whose password it sets.
 */
export async function mailResetLinks(db: Db, sending: Sending, account: string) {
  const { rows } = await sql<
    Login & { demo: boolean }
  >`select * from find_logins_to_reset(${account})`.execute(db)
  for (const login of rows.filter((row) => usable(sending.outside, row))) {
    const { companyId, userId } = login
    await sql`select set_config('app.company_id', ${companyId}, true)`.execute(db)
    // Only the newest link works.
    await revokeTickets(db, resetTicket, userId)
    const { token } = await issueTicket(db, resetTicket, { companyId, userId })
    // The token comes after the #: browsers send that part to no server, so it is in no log.
    await mailUser(db, sending, login, 'resetPassword', {
      link: `${sending.outside.publicUrl}${paths.reset()}#token=${token}`,
    })
  }
}

/**
 * Takes away what a thief may just have added to sign in with. Those ways lie above this feature;
 * the entry point hands this in.
 */
export type RemoveDoubted = (db: Db, owner: Login) => Promise<unknown>

export async function resetPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
  origin: Origin,
  removeDoubted: RemoveDoubted,
) {
  const ticket = await inTransaction(deps.pool, [], (db) => readTicket(db, resetTicket, token))
  if (!ticket) throw await unknownLink(deps.pool, origin.address)
  const user = await inCompany(deps.pool, ticket.companyId, (db) => readOwner(db, ticket))
  assertStrong(password, user)
  const passwordHash = await hashPassword(password)
  return inCompany(deps.pool, ticket.companyId, async (db) => {
    if (!(await redeemTicket(db, resetTicket, token))) throw refuse('login.linkOver')
    await setPassword(db, ticket, passwordHash)
    await forgetDevices(db, ticket)
    await removeDoubted(db, ticket)
    await endSessions(db, ticket.companyId, ticket.userId)
    const doer = doerOf(ticket, user.name, origin)
    await mailUser(db, deps, ticket, 'passwordChanged', {
      address: doer.address,
      device: doer.device,
    })
    await recordChange(db, doer, {
      action: 'user.resetPassword',
      entityId: ticket.userId,
      label: user.name,
    })
    return null
  })
}

export const readOwner = (db: Db, { companyId, userId }: Login) =>
  db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .select([
      'appUser.name',
      'appUser.username',
      'appUser.email',
      'appUser.demo',
      'appUser.passwordHash',
      'appUser.passwordChangedAt',
      'company.name as companyName',
    ])
    .where('appUser.companyId', '=', companyId)
    .where('appUser.id', '=', userId)
    .executeTakeFirstOrThrow()

import type { Id } from '@paydesk/contract/lib/id'
import { paths } from '@paydesk/contract/lib/paths'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, inCompany, inTransaction } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import type { Deps } from '../../lib/route.ts'
import { unknownLink } from '../../lib/throttle.ts'
import {
  hasTicket,
  issueTicket,
  readTicket,
  redeemTicket,
  revokeTickets,
  type TicketKind,
} from '../../lib/ticket.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { admitMessage, mailUser, type Sending } from '../../office/message/message.ts'
import { doubtedHours, removeDoubted } from '../identity/identity.ts'
import { removePasskeys } from '../passkey/passkey.ts'
import { removeSecondFactor } from '../secondFactor/secondFactor.ts'
import { doerOf, endSessions, forgetDevices, type Origin, resetTicket } from '../session/session.ts'
import { changeUser } from '../user/user.ts'

/**
 * Goes to the address that a user had before. Whoever reads mail there may take the change
 * back, for three days.
 */
export const undoEmailTicket = {
  name: 'undoEmail',
  data: z.object({ companyId: z.uuid(), userId: z.uuid(), email: z.string() }),
  seconds: 72 * 3600,
} satisfies TicketKind

/** Says for as long that a user took a change back. Nobody gets its token. */
const undoneTicket = {
  name: 'emailUndone',
  data: z.object({ companyId: z.uuid(), userId: z.uuid() }),
  seconds: undoEmailTicket.seconds,
} satisfies TicketKind

type Changed = { companyId: Id<'company'>; userId: Id<'user'>; from: string }

/**
 * Tells the old address, whoever made the change: mail to the new one would reach the thief alone.
 */
export async function tellOldAddress(
  db: Db,
  sending: Sending,
  { companyId, userId, from }: Changed,
  by: { address: string; device: string },
) {
  // Links on their way to the old address would set a password from there.
  await revokeTickets(db, resetTicket, userId)
  // Only the address from before all changes of these days gets a link: one that came in between
  // may be the thief's, and whoever repairs the address by hand must not send them a way back. Nor
  // does whoever has taken a change back get a second link: the old mailbox may be the thief's, and
  // an administrator must be able to move the user away from it.
  const isAgain =
    (await hasTicket(db, undoEmailTicket, userId)) || (await hasTicket(db, undoneTicket, userId))
  // Anybody may write any address into their own profile and change it again, so these letters are
  // counted like invitations.
  await admitMessage(db, {
    companyId,
    recipient: from,
    template: isAgain ? 'emailChangedAgain' : 'emailChanged',
  })
  if (isAgain) {
    await mailUser(
      db,
      sending,
      { companyId, userId },
      'emailChangedAgain',
      { address: by.address, device: by.device },
      from,
    )
    return
  }
  const { token } = await issueTicket(db, undoEmailTicket, { companyId, userId, email: from })
  const link = `${sending.outside.publicUrl}${paths.undoEmail()}#token=${token}`
  await mailUser(
    db,
    sending,
    { companyId, userId },
    'emailChanged',
    { address: by.address, device: by.device, link },
    from,
  )
}

/**
 * The old address is back, nobody stays signed in, and links on their way to the other address are
 * dead. Nothing else with which the thief could come back is trusted either: the password, the
 * phone, known browsers, and whatever was added within these days. A new password goes by mail to
 * the old address.
 */
export async function undoEmail(deps: Deps, token: string, origin: Origin) {
  const ticket = await inTransaction(deps.pool, [], (db) => readTicket(db, undoEmailTicket, token))
  if (!ticket) throw await unknownLink(deps.pool, origin.address)
  return inCompany(deps.pool, ticket.companyId, async (db) => {
    const before = await db
      .selectFrom('appUser')
      .select(['name', 'username', 'email'])
      .where('companyId', '=', ticket.companyId)
      .where('id', '=', ticket.userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!(await redeemTicket(db, undoEmailTicket, token))) throw refuse('login.linkOver')
    await issueTicket(db, undoneTicket, { companyId: ticket.companyId, userId: ticket.userId })
    // It counts as changed: without a hash alone, the user would look like one who never came.
    const change = {
      email: ticket.email,
      phone: null,
      passwordHash: null,
      passwordChangedAt: sql<string>`now()`,
    }
    await changeUser(db, ticket, change).execute()
    await forgetDevices(db, ticket)
    await removePasskeys(db, ticket, doubtedHours)
    await removeDoubted(db, ticket)
    await removeSecondFactor(db, ticket, doubtedHours)
    const endedSessions = await endSessions(db, ticket.companyId, ticket.userId)
    await recordChange(db, doerOf(ticket, before.name, origin), {
      action: 'user.undoEmail',
      entityId: ticket.userId,
      label: before.name,
      before: { email: before.email },
      after: { email: ticket.email, endedSessions },
    })
    return { username: before.username, email: ticket.email }
  })
}

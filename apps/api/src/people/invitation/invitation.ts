import type { Id } from '@paydesk/contract/lib/id'
import { paths } from '@paydesk/contract/lib/paths'
import { sql } from 'kysely'
import { type Actor, hashToken } from '../../lib/actor.ts'
import { type Db, inTransaction } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import type { Deps } from '../../lib/route.ts'
import { unknownLink } from '../../lib/throttle.ts'
import { newToken } from '../../lib/ticket.ts'
import { admitMessage, mailUser, type Sending } from '../../office/message/message.ts'
import { activate } from '../user/user.ts'

const validDays = 7

/** E-mails a new link; links sent before stop working. Creating a user also ends with this. */
export async function sendInvitation(
  db: Db,
  sending: Sending,
  actor: Actor,
  userId: Id<'user'>,
): Promise<{ expiresAt: string }> {
  const { companyId } = actor
  const user = await db
    .selectFrom('appUser')
    .select(['status', 'email'])
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw refuse('notFound')
  if (user.status !== 'invited') throw refuse('invitation.notInvited')
  if (!user.email) throw refuse('invitation.noEmail')
  await admitMessage(db, { companyId, recipient: user.email, template: 'invitation' })
  await endInvitations(db, { companyId, userId })
  const token = newToken()
  const { expiresAt } = await db
    .insertInto('invitation')
    .values({
      companyId,
      userId,
      tokenHash: hashToken(token),
      expiresAt: sql<string>`now() + ${validDays} * interval '1 day'`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  await mailUser(db, sending, { companyId, userId }, 'invitation', {
    company: actor.companyName,
    inviter: actor.name,
    link: `${sending.outside.publicUrl}${paths.invitation()}#token=${token}`,
  })
  return { expiresAt }
}

/** Links that were sent before stop working. */
export const endInvitations = (
  db: Db,
  { companyId, userId }: { companyId: Id<'company'>; userId: Id<'user'> },
) =>
  db
    .updateTable('invitation')
    .set({ expiresAt: sql<string>`now()` })
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<string>`now()`)
    .execute()

type Invitation = {
  companyId: Id<'company'>
  userId: Id<'user'>
  invitationId: string
  companyName: string
  username: string
  name: string
  email: string | null
  expiresAt: string
}

export async function findInvitation(
  { pool }: Pick<Deps, 'pool'>,
  token: string,
  address: string,
): Promise<Invitation> {
  const found = await inTransaction(pool, [], async (db) => {
    const { rows } =
      await sql<Invitation>`select * from find_invitation(${hashToken(token)})`.execute(db)
    return rows[0]
  })
  return found ?? Promise.reject(await unknownLink(pool, address))
}

/** Of two people who accept at once, only one gets in. */
export async function takeInvitation(
  db: Db,
  { companyId, userId, invitationId }: Invitation,
  passwordHash: string,
) {
  const taken = await db
    .updateTable('invitation')
    .set({ acceptedAt: sql<string>`now()` })
    .where('companyId', '=', companyId)
    .where('id', '=', invitationId)
    .where('acceptedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirst()
  const activated = await activate(db, { companyId, userId }, passwordHash)
  if (taken.numUpdatedRows !== 1n || !activated) throw refuse('login.linkOver')
}

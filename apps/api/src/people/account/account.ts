import type { Body } from '@paydesk/contract/lib/endpoint'
import {
  type Account,
  type accountApi,
  avatarMaxBytes,
  avatarSides,
} from '@paydesk/contract/people/account'
import { sql } from 'kysely'
import { type Actor, requireOwn } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { assertFresh, refuse } from '../../lib/errors.ts'
import { readPicture } from '../../lib/file/picture.ts'
import { recordChange } from '../../office/audit/audit.ts'
import type { Sending } from '../../office/message/message.ts'
import { tellOldAddress } from '../email/email.ts'
import { changeUser } from '../user/user.ts'

const columns = [
  'id',
  'username',
  'avatar',
  'name',
  'email',
  'nickname',
  'profile',
  'country',
  'province',
  'city',
  'street',
  'phone',
  'locale',
  'timezone',
  'version',
] as const

const mine = (db: Db, { companyId, userId }: Actor) =>
  db
    .selectFrom('appUser')
    .select(columns)
    .where('companyId', '=', companyId)
    .where('id', '=', userId)

export const readAccount = (db: Db, actor: Actor): Promise<Account> =>
  mine(db, actor).executeTakeFirstOrThrow()

type AccountChange = Body<typeof accountApi.update>

/**
 * The e-mail address and the phone give the power to sign in, so changing one needs proof
 * of who is there.
 */
export async function updateAccount(
  db: Db,
  sending: Sending,
  actor: Actor,
  { version, ...change }: AccountChange,
): Promise<Account> {
  const before: Account = await mine(db, actor).forNoKeyUpdate().executeTakeFirstOrThrow()
  assertFresh(before, version)
  const differs = (key: 'email' | 'phone') =>
    change[key] !== undefined && change[key] !== before[key]
  if (differs('email') || differs('phone')) requireOwn(actor)
  const { userId } = actor
  const after: Account = await changeUser(db, actor, change)
    .returning(columns)
    .executeTakeFirstOrThrow()
  if (differs('email') && before.email)
    await tellOldAddress(
      db,
      sending,
      { companyId: actor.companyId, userId, from: before.email },
      actor,
    )
  const facts = ({ id: _, version: __, ...rest }: Account) => rest
  await recordChange(db, actor, {
    action: 'user.updateOwn',
    entityId: userId,
    label: after.name,
    before: facts(before),
    after: facts(after),
  })
  return after
}

export async function setAvatar(db: Db, actor: Actor, bytes: Buffer): Promise<{ avatar: string }> {
  if (bytes.length > avatarMaxBytes) throw refuse('request.tooLarge')
  const image = await readPicture(actor.companyId, 'readImage', bytes)
  if (!image) throw refuse('avatar.notAnImage')
  const fits = (side: number) => side >= avatarSides.min && side <= avatarSides.max
  if (!fits(image.width) || !fits(image.height)) throw refuse('avatar.badSize', avatarSides)
  const { companyId, userId } = actor
  await db
    .deleteFrom('avatar')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute()
  const { id } = await db
    .insertInto('avatar')
    .values({ companyId, userId, type: image.type, bytes })
    .returning('id')
    .executeTakeFirstOrThrow()
  const avatar = `/api/avatar/${id}`
  await changeUser(db, actor, { avatar }).execute()
  const [before, after] = [{ avatar: actor.avatar }, { avatar }]
  await recordChange(db, actor, {
    action: 'user.setAvatar',
    entityId: userId,
    label: actor.name,
    before,
    after,
  })
  return { avatar }
}

export async function findAvatar(db: Db, id: string) {
  const { rows } = await sql<{
    type: string
    bytes: Buffer
  }>`select * from find_avatar(${id})`.execute(db)
  if (!rows[0]) throw refuse('notFound')
  return rows[0]
}

import { BlockList, isIP } from 'node:net'
import type { AccountSession } from '@paydesk/contract/people/account'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { describeDevice } from '../../lib/device.ts'
import { refuse } from '../../lib/errors.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { endSession, endSessions } from './session.ts'

const internal = new BlockList()
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  internal.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  internal.addSubnet(net, prefix, 'ipv6')

/**
 * No address is ever sent out for a look-up, so every address outside our own network is unknown.
 */
export function placeOf(address: string): AccountSession['place'] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const version = isIP(plain)
  return version > 0 && internal.check(plain, version === 6 ? 'ipv6' : 'ipv4')
    ? 'internal'
    : 'unknown'
}

export async function listSessions(
  db: Db,
  { companyId, userId, sessionId }: Actor,
): Promise<AccountSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'address', 'userAgent', 'createdAt', 'lastSeenAt', 'expiresAt'])
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .where('lastSeenAt', '>', sql<string>`now() - make_interval(secs => idle_seconds)`)
    .orderBy(sql`id = ${sessionId}`, 'desc')
    .orderBy('lastSeenAt', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ userAgent, ...session }) => ({
    ...session,
    current: session.id === sessionId,
    device: describeDevice(userAgent),
    place: placeOf(session.address),
  }))
}

export async function endOwnSession(db: Db, actor: Actor, id: string) {
  const session = (await listSessions(db, actor)).find((one) => one.id === id)
  if (!session) throw refuse('notFound')
  await endSession(db, actor.companyId, id)
  const { device, address } = session
  await recordChange(db, actor, {
    action: 'session.end',
    entityId: id,
    label: actor.name,
    before: { device, address },
  })
  return null
}

export async function endOtherSessions(db: Db, actor: Actor) {
  const ended = await endSessions(db, actor.companyId, actor.userId, actor.sessionId)
  await recordChange(db, actor, {
    action: 'session.endOthers',
    entityId: actor.sessionId,
    label: actor.name,
    after: { ended },
  })
  return { ended }
}

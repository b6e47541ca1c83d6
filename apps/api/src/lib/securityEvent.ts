import type { Id } from '@paydesk/contract/lib/id'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inTransaction } from './db.ts'
import { describeDevice } from './device.ts'
import type { Refusal } from './errors.ts'
import type { JobKind } from './job.ts'
import type { Log } from './log.ts'
import type { Deps } from './route.ts'
import { countAttempt } from './throttle.ts'

/**
 * Attempts that were refused. `throttled` is told by the log alone: an address that asks for too
 * much is nobody's lock-out.
 */
export const securityEvents = [
  'signInFailed',
  'lockedOut',
  'secondFactorFailed',
  'stepUpFailed',
  'stepUpRefused',
  'permissionRefused',
  'webhookForged',
  'throttled',
] as const
export type SecurityEvent = {
  event: (typeof securityEvents)[number]
  /**
   * What was tried: 'password', 'code', 'passkey', 'link', 'identity', or the pattern of the call.
   */
  method: string
  companyId?: Id<'company'> | undefined
  userId?: Id<'user'> | undefined
  /** As it was typed: a username, or a phone that begins with '+'. */
  username?: string | undefined
  /** What else it is about: a PayPal account's id. */
  subjectId?: string | undefined
  address: string
  device: string
}

/**
 * The worker finds out at whom an attempt was aimed, writes it into the company's audit log and
 * tells of bursts.
 */
export const recordSecurityEvent = {
  name: 'securityEvent.record',
  data: z.object({
    event: z.enum(securityEvents),
    method: z.string(),
    companyId: z.uuid().optional(),
    userId: z.uuid().optional(),
    username: z.string().optional(),
    subjectId: z.string().optional(),
    address: z.string(),
    device: z.string(),
    count: z.int(),
  }),
} satisfies JobKind

/**
 * Which of the attempts on one target in a quarter of an hour are written down: the first ten of
 * guesses, one of a lock-out, none of what a screen meets that is a moment behind; and of all of
 * them the tenth, the hundredth, the thousandth, and so on.
 */
const firstWritten: Record<SecurityEvent['event'], number> = {
  signInFailed: 10,
  secondFactorFailed: 10,
  stepUpFailed: 10,
  webhookForged: 1,
  lockedOut: 1,
  stepUpRefused: 0,
  permissionRefused: 0,
  throttled: 0,
}

/**
 * Says of a refused attempt who, from where and how, in one line of the log, and has the worker
 * write it into the audit log. Every name costs the same work here: only the worker looks whose it
 * is, so nobody learns it from the time. Few of many attempts are written, each with its number: no
 * flood fills the audit log or holds its lock.
 */
export async function noteSecurityEvent(
  { pool, jobs }: Pick<Deps, 'pool' | 'jobs'>,
  log: Pick<Log, 'warn'>,
  told: SecurityEvent,
): Promise<void> {
  const { event, companyId, userId, subjectId } = told
  const username = told.username?.slice(0, 100)
  log.warn({ securityEvent: { ...told, username, outcome: 'refused' } }, 'security event')
  const target = userId ?? subjectId ?? username
  if (target === undefined || event === 'throttled') return
  const here = userId || countedHere.includes(event) ? countHere(`${event} ${target}`) : undefined
  if (here !== undefined && !isWritten(event, here)) return
  await inTransaction(pool, [], async (db) => {
    const count = here ?? (await countAttempt(db, `event:${event}:${target}`))
    if (isWritten(event, count))
      await jobs.enqueue(db, recordSecurityEvent, { ...told, username, companyId, count })
  }).catch((error: Error) =>
    log.warn({ reason: error.message }, 'a security event could not be written down'),
  )
}

/**
 * Nothing limits how often these are caused, nor what someone tries who is known (every refusal for
 * want of a permission or a fresh factor is theirs), so they cost no write and no connection each.
 */
const countedHere: SecurityEvent['event'][] = ['lockedOut', 'webhookForged']

const isWritten = (event: SecurityEvent['event'], count: number) =>
  count <= firstWritten[event] || (count > 1 && /^10*$/.test(String(count)))

/** They are counted in this process only, and one entry more for each process does no harm. */
const counts = new Map<string, { count: number; until: number }>()
const mostTargets = 10_000
function countHere(target: string): number {
  const now = Date.now()
  const held = counts.get(target)
  if (held && held.until > now) return ++held.count
  if (counts.size >= mostTargets) counts.clear()
  counts.set(target, { count: 1, until: now + 15 * 60_000 })
  return 1
}

/** Without a method, it is the call that was refused. */
type Kind = { event: SecurityEvent['event']; method?: string }

const byRefusal: Record<string, Kind | undefined> = {
  'login.incorrect': { event: 'signInFailed', method: 'password' },
  'login.passkeyRefused': { event: 'signInFailed', method: 'passkey' },
  'login.linkOver': { event: 'signInFailed', method: 'link' },
  'login.identityRefused': { event: 'signInFailed', method: 'identity' },
  'login.identityUnknown': { event: 'signInFailed', method: 'identity' },
  'login.codeIncorrect': { event: 'secondFactorFailed', method: 'code' },
  'password.incorrect': { event: 'stepUpFailed', method: 'password' },
  'session.notFresh': { event: 'stepUpRefused' },
  'session.factorNeeded': { event: 'stepUpRefused' },
  'session.factorUnset': { event: 'stepUpRefused' },
  forbidden: { event: 'permissionRefused' },
  'user.outranks': { event: 'permissionRefused' },
  'user.cannotGrant': { event: 'permissionRefused' },
  'approval.own': { event: 'permissionRefused' },
  'approval.ownLimit': { event: 'permissionRefused' },
  'limitChange.own': { event: 'permissionRefused' },
}

export const whence = ({ ip, headers }: FastifyRequest) => ({
  address: ip,
  device: describeDevice(headers['user-agent'] ?? ''),
})

/**
 * Notes the refusals that tell of an attack. Every refusal of a call passes here, so no
 * call can forget it.
 */
export async function noteRefusal(
  request: FastifyRequest,
  { code, aimedAt }: Refusal,
): Promise<void> {
  const { actor, routeOptions, server } = request
  const { username, phone, account } = (request.body ?? {}) as Record<string, unknown>
  const given = [username, phone, account].find((value) => typeof value === 'string') as
    | string
    | undefined
  const kind: Kind | undefined =
    code === 'login.tooManyAttempts'
      ? { event: aimedAt.over === 'person' ? 'lockedOut' : 'throttled' }
      : code === 'login.codeIncorrect' && phone
        ? { event: 'signInFailed', method: 'code' }
        : byRefusal[code]
  if (!kind) return
  await noteSecurityEvent(server.deps, request.log, {
    event: kind.event,
    method: kind.method ?? `${request.method} ${routeOptions.url}`,
    companyId: actor?.companyId ?? aimedAt.companyId,
    userId: actor?.userId ?? aimedAt.userId,
    username: actor?.username ?? given,
    ...whence(request),
  })
}

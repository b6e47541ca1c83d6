import type { Id } from '@paydesk/contract/lib/id'
import type { alarmReasons } from '@paydesk/contract/people/securityNotice'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../lib/db.ts'
import { job } from '../../lib/job.ts'
import { recordSecurityEvent } from '../../lib/securityEvent.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { tellHolders } from '../notice/notice.ts'

type Event = z.infer<typeof recordSecurityEvent.data>
type Target = { companyId: Id<'company'>; entityId: string; name: string }

/** So many failed sign-ins of a company's users within so many minutes are a burst. */
const burst = { failures: 10, minutes: 10 }

/**
 * These are attempts of someone who is signed in. The others are attempts of nobody in particular,
 * aimed at a user.
 */
const bySomeone: Event['event'][] = ['permissionRefused', 'stepUpRefused', 'stepUpFailed']

export const securityEventJobs = [
  job(recordSecurityEvent, async ({ db, data }) => {
    const target = await targetOf(db, data)
    // A name that nobody has belongs to no company: the log has its line.
    if (!target) return
    const { companyId, entityId, name } = target
    await sql`select set_config('app.company_id', ${companyId}, true)`.execute(db)
    const { event, method, count, address, device } = data
    const reason = await alarmOf(db, companyId, data)
    if (reason) await tell(db, target, reason, data)
    const who = {
      companyId,
      userId: bySomeone.includes(event) ? (data.userId ?? null) : null,
      name: data.username ?? '',
      address,
      device,
    }
    if (event !== 'throttled')
      await recordChange(db, who, {
        action: `securityEvent.${event}`,
        entityId,
        label: name,
        after: { method, count },
      })
  }),
]

async function targetOf(
  db: Db,
  { companyId, userId, subjectId, username }: Event,
): Promise<Target | undefined> {
  if (companyId && subjectId) return { companyId, entityId: subjectId, name: '' }
  if (companyId && userId) {
    const { rows } = await sql<{
      name: string
    }>`select name from app_user where company_id = ${companyId} and id = ${userId}`.execute(db)
    // A super admin who acts here is a user of another company.
    return { companyId, entityId: userId, name: rows[0]?.name ?? username ?? '' }
  }
  const phone = username?.startsWith('+') ? username : null
  const { rows } = await sql<{ companyId: Id<'company'>; userId: Id<'user'>; name: string }>`
    select * from find_tried_account(${username ?? null}, ${phone})`.execute(db)
  const [user] = rows
  return user && { companyId: user.companyId, entityId: user.userId, name: user.name }
}

type Reason = (typeof alarmReasons)[number]

async function alarmOf(
  db: Db,
  companyId: Id<'company'>,
  { event, count }: Event,
): Promise<Reason | undefined> {
  if (event === 'lockedOut') return 'lockedOut'
  if (event === 'webhookForged' || event === 'permissionRefused')
    return count >= 10 ? event : undefined
  // Someone has the password or the session of a colleague and tries codes.
  if (event === 'secondFactorFailed' || event === 'stepUpFailed')
    return count >= 10 ? 'failedSignIns' : undefined
  if (event !== 'signInFailed') return undefined
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select e.action, e.at
      from audit_entry e
      where e.company_id = ${companyId} and audit_is_security(e.action, e.after)
      order by e.seq desc limit ${burst.failures * 10}) e
    where e.action = 'securityEvent.signInFailed'
      and e.at > now() - make_interval(mins => ${burst.minutes})`.execute(db)
  return Number(rows[0]?.count) + 1 >= burst.failures ? 'failedSignIns' : undefined
}

/**
 * At most once an hour: whoever can make one such attempt can make thousands. Failed sign-ins are
 * of the whole company, the others of one target.
 */
async function tell(
  db: Db,
  { companyId, entityId, name }: Target,
  reason: Reason,
  { count, address, username }: Event,
) {
  const about = reason === 'failedSignIns' ? companyId : entityId
  await tellHolders(db, companyId, 'ViewAuditLog', {
    kind: 'securityAlarm',
    choice: 'security',
    subjectId: sql<string>`md5(
      ${about}::text || ${reason}::text || date_trunc('hour', now())::text
    )::uuid`,
    data: {
      reason,
      count: reason === 'failedSignIns' ? burst.failures : count,
      who: name || username || '—',
      address,
    },
  })
}

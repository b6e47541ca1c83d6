import { canPermission } from '@paydesk/contract/lib/access'
import type { Body } from '@paydesk/contract/lib/endpoint'
import { personText } from '@paydesk/contract/lib/record'
import type { LimitChange, limitChangeApi } from '@paydesk/contract/people/limitChange'
import type { ApprovalLimits } from '@paydesk/contract/people/user'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { refuse, unlessTaken } from '../../lib/errors.ts'
import { toJsonb } from '../../lib/json.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { readSettings, writeSettings } from '../companySetting/companySetting.ts'
import { tellHolders, tellUsers } from '../notice/notice.ts'
import { changeUser, lockUser } from '../user/user.ts'

type Row = Omit<LimitChange, 'obstacle'> & { askerIsNew: boolean }
type Judged = LimitChange & { askerIsNew: boolean }

/** Each side sees and decides only what it looks after: users' limits or the company's. */
const mine = (actor: Actor) => sql`(
  (l.user_id is not null and ${canPermission(actor, 'UpdateUser')}::boolean)
  or (l.user_id is null and ${canPermission(actor, 'UpdateCompanySetting')}::boolean))`

const rowsOf = (actor: Actor, which: ReturnType<typeof sql>) => sql<Row>`
  select l.id, l.user_id, u.name as user_name, u.username, l.before, l.after, l.state,
    l.asked_by as asked_by_id, l.asked_by_name, a.username as asked_by_username, l.asked_at,
    l.decided_by_name, l.decided_at,
    coalesce(a.credentials_changed_at > now() - interval '24 hours', false) as asker_is_new
  from limit_change l left join app_user u on u.company_id = l.company_id and u.id = l.user_id
  left join app_user a on a.company_id = l.company_id and a.id = l.asked_by
  where l.company_id = ${actor.companyId} and ${mine(actor)} ${which}`

export async function listLimitChanges(
  db: Db,
  actor: Actor,
  { waiting, current, pageSize }: { waiting: boolean; current: number; pageSize: number },
) {
  const matching = waiting ? sql`and l.state = 'waiting'` : sql``
  const page = sql`${matching}
  order by l.asked_at desc, l.id desc
  limit ${pageSize} offset ${(current - 1) * pageSize}`
  const { rows } = await rowsOf(actor, page).execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total
    from limit_change l
    where l.company_id = ${actor.companyId} and ${mine(actor)} ${matching}`.execute(db)
  return {
    list: rows.map((row) => withObstacle(actor, row)),
    total: counted[0]?.total ?? 0,
    totalIsExact: true,
  }
}

const withObstacle = (actor: Actor, row: Row): Judged => ({
  ...row,
  obstacle: obstacleOf(actor, row),
})

function obstacleOf({ userId, hasNewCredentials }: Actor, row: Row): LimitChange['obstacle'] {
  if (row.state !== 'waiting') return 'decided'
  if (row.askedById === userId) return 'own'
  if (row.userId === userId) return 'subject'
  if (hasNewCredentials) return 'newCredentials'
  return row.askerIsNew ? 'newAsker' : null
}

/**
 * How many wait that this person may agree to; `users` of them are about people, the others
 * about the company.
 */
export async function countLimitChanges(
  db: Db,
  actor: Actor,
): Promise<{ count: number; users: number }> {
  const { rows } = await sql<{ count: number; users: number }>`
    select count(*) as count, count(user_id) as users from limit_change l
    where l.company_id = ${actor.companyId} and ${mine(actor)} and l.state = 'waiting'
      and l.asked_by <> ${actor.userId} and l.user_id is distinct from ${actor.userId}`.execute(db)
  return rows[0] ?? { count: 0, users: 0 }
}

/** Someone who could raise their own limit would have none. */
export async function askLimitChange(
  db: Db,
  actor: Actor,
  body: Body<typeof limitChangeApi.ask>,
): Promise<LimitChange> {
  const { companyId } = actor
  const { userId, label, about, before, after } = await wanted(db, actor, body)
  if (JSON.stringify(before) === JSON.stringify(after)) throw refuse('limitChange.same')
  const { id } = await unlessTaken(
    'limit_change_waiting',
    refuse('limitChange.waiting'),
    db
      .insertInto('limitChange')
      .values({
        companyId,
        userId,
        before: before && (toJsonb(before) as never),
        after: after && (toJsonb(after) as never),
        askedBy: actor.userId,
        askedByName: actor.name,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await recordChange(db, actor, {
    action: 'limitChange.ask',
    entityId: id,
    label,
    before: { limits: before },
    after: { limits: after },
  })
  await tellHolders(
    db,
    companyId,
    userId ? 'UpdateUser' : 'UpdateCompanySetting',
    {
      kind: 'limitChangeAsked',
      choice: 'approvalAsked',
      subjectId: id,
      data: { who: personText(actor.name, actor.username), about },
    },
    { exceptId: actor.userId, who: sql`u.id is distinct from ${userId}::uuid` },
  )
  return readLimitChange(db, actor, id)
}

async function wanted(db: Db, actor: Actor, body: Body<typeof limitChangeApi.ask>) {
  if ('userId' in body) {
    if (!canPermission(actor, 'UpdateUser')) throw refuse('limitChange.notYours')
    if (body.userId === actor.userId) throw refuse('approval.ownLimit')
    const user = await lockUser(db, actor, body.userId)
    const about = personText(user.name, user.username)
    return {
      userId: body.userId,
      label: user.name,
      about,
      before: user.approvalLimits,
      after: body.approvalLimits,
    }
  }
  if (!canPermission(actor, 'UpdateCompanySetting')) throw refuse('limitChange.notYours')
  const { approval } = await readSettings(db, actor.companyId)
  return {
    userId: null,
    label: actor.companyName,
    about: null,
    before: approval.refundThresholds as ApprovalLimits,
    after: body.refundThresholds,
  }
}

export async function readLimitChange(db: Db, actor: Actor, id: string): Promise<Judged> {
  const { rows } = await rowsOf(actor, sql`and l.id = ${id}`).execute(db)
  if (!rows[0]) throw refuse('notFound')
  return withObstacle(actor, rows[0])
}

const actions = {
  approved: 'limitChange.approve',
  rejected: 'limitChange.reject',
  withdrawn: 'limitChange.withdraw',
} as const

/**
 * The only place where a change is decided. It is judged under the lock; the table refuses a second
 * person who is the first, too.
 */
export async function decideLimitChange(
  db: Db,
  actor: Actor,
  id: string,
  decision: keyof typeof actions,
): Promise<LimitChange> {
  const { companyId } = actor
  await readLimitChange(db, actor, id)
  await sql`
    select
    from limit_change
    where company_id = ${companyId} and id = ${id}
    for update`.execute(db)
  const change = await readLimitChange(db, actor, id)
  assertMayDecide(actor, change, decision)
  await db
    .updateTable('limitChange')
    .set({
      state: decision,
      decidedBy: actor.userId,
      decidedByName: actor.name,
      decidedAt: sql<string>`now()`,
    })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute()
  if (decision === 'approved') await apply(db, actor, change)
  await recordChange(db, actor, {
    action: actions[decision],
    entityId: id,
    label: change.userName ?? actor.companyName,
    before: { state: 'waiting', limits: change.before },
    after: { state: decision, limits: change.after, askedBy: change.askedByName },
  })
  if (decision !== 'withdrawn')
    await tellUsers(db, companyId, [change.askedById], {
      kind: 'limitChangeDecided',
      choice: 'approvalAsked',
      subjectId: id,
      data: {
        who: personText(actor.name, actor.username),
        about: change.userName === null ? null : personText(change.userName, change.username),
        approved: decision === 'approved',
      },
    })
  return readLimitChange(db, actor, id)
}

function assertMayDecide(
  { userId, hasNewCredentials }: Actor,
  change: Judged,
  decision: keyof typeof actions,
): void {
  const own = change.askedById === userId
  if (decision === 'withdrawn' ? !own : own)
    throw refuse(own ? 'limitChange.own' : 'approval.notYours')
  if (change.state !== 'waiting')
    throw refuse('limitChange.decided', { who: change.decidedByName ?? '' })
  if (decision === 'approved' && change.userId === userId) throw refuse('approval.ownLimit')
  if (decision === 'approved' && hasNewCredentials) throw refuse('approval.newCredentials')
  if (decision === 'approved' && change.askerIsNew) throw refuse('approval.newAsker')
}

async function apply(db: Db, actor: Actor, { userId, after }: LimitChange): Promise<void> {
  const { companyId } = actor
  // Whoever agrees must be able to change that person, like whoever asked.
  if (userId !== null) await lockUser(db, actor, userId)
  if (userId === null)
    await writeSettings(db, actor, { approval: { refundThresholds: after ?? [] } })
  else
    await changeUser(
      db,
      { companyId, userId },
      { approvalLimits: after && toJsonb(after) },
    ).execute()
}

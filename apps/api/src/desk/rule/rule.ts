import {
  actsOnBills,
  missingParams,
  type Rule,
  type RuleInput,
  type ruleApi,
  ruleStatus,
  ruleStatuses,
} from '@paydesk/contract/desk/rule'
import type { Query, Reply } from '@paydesk/contract/lib/endpoint'
import type { Id } from '@paydesk/contract/lib/id'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, requireFactor } from '../../lib/actor.ts'
import { anyPart, type Db } from '../../lib/db.ts'
import { assertFresh, refuse } from '../../lib/errors.ts'
import type { Jobs } from '../../lib/job.ts'
import { toJsonb } from '../../lib/json.ts'
import { announce } from '../../lib/live/change.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { runRule } from './run.ts'
import { nextTime } from './schedule.ts'

const columns = sql`id, name, description, template, type, start_at, params, status, call_no,
  last_scheduled_at, next_at, failure, version, updated_by, updated_at, created_at`

export async function listRules(
  db: Db,
  companyId: Id<'company'>,
  query: Query<typeof ruleApi.list>,
): Promise<Reply<typeof ruleApi.list>> {
  const { name, status, template, current, pageSize } = query
  const where = sql`company_id = ${companyId}
      ${name ? sql`and name ilike ${anyPart(name)}` : sql``}
    ${status ? sql`and status = ${ruleStatuses.indexOf(status)}` : sql``}
    ${template ? sql`and template = ${template}` : sql``}`
  const [list, count] = await Promise.all([
    sql<Rule>`select ${columns} from rule where ${where} order by created_at desc, id desc
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db),
    sql<{ total: number }>`select count(*) as total from rule where ${where}`.execute(db),
  ])
  return { list: list.rows, total: count.rows[0]?.total ?? 0, totalIsExact: true }
}

export async function readRule(
  db: Db,
  companyId: Id<'company'>,
  id: string,
  lock: RawBuilder<unknown> = sql``,
): Promise<Rule> {
  const { rows } = await sql<Rule>`
    select ${columns}
    from rule
    where company_id = ${companyId} and id = ${id} ${lock}`.execute(db)
  if (!rows[0]) throw refuse('notFound')
  return rows[0]
}

const audited = ({ name, description, template, type, startAt, params }: RuleInput) => ({
  name,
  description,
  template,
  type,
  startAt,
  params,
})

/**
 * Checks that all parameters of the template are given, and that the people belong to the company.
 */
async function assertComplete(db: Db, companyId: Id<'company'>, input: RuleInput): Promise<void> {
  if (missingParams(input).length > 0) throw refuse('rule.paramsMissing')
  const ids = [...new Set(input.params.userIds)]
  if (ids.length === 0) return
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from app_user
    where company_id = ${companyId} and id = any(${ids}::uuid[])`.execute(db)
  if (rows[0]?.n !== ids.length) throw refuse('notFound')
}

export async function createRule(db: Db, actor: Actor, input: RuleInput): Promise<Rule> {
  const { companyId } = actor
  await assertComplete(db, companyId, input)
  const { name, description, template, type, startAt, params } = input
  const { rows } = await sql<Rule>`
    insert into rule (company_id, name, description, template, type, start_at, params, updated_by)
    values (
      ${companyId}, ${name}, ${description}, ${template}, ${type}, ${startAt},
      ${toJsonb(params)}::jsonb, ${actor.name}
    )
    returning ${columns}`.execute(db)
  const rule = rows[0] as Rule
  await announce(db, companyId, [{ entity: 'rule', id: rule.id }])
  await recordChange(db, actor, {
    action: 'rule.create',
    entityId: rule.id,
    label: name,
    after: audited(rule),
  })
  return rule
}

type Change = Partial<RuleInput> & { id: string; version: number; enabled?: boolean | undefined }

export async function updateRule(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  { id, version, enabled, ...change }: Change,
): Promise<Rule> {
  const { companyId } = actor
  const before = await readRule(db, companyId, id, sql`for update`)
  assertFresh(before, version)
  const changed = { ...audited(before), ...change }
  await assertComplete(db, companyId, changed)
  const isOn = enabled ?? before.status !== ruleStatus.closed
  // A rule reminds customers or cancels bills of the whole company by itself, long after a borrowed
  // session is over.
  if (isOn && actsOnBills(changed.template)) requireFactor(actor)
  // The database's clock, as for firing: a time that one clock has passed and the other has not
  // would be taken twice or never.
  const now = await databaseNow(db)
  const next = isOn
    ? (keptTime(before, changed) ?? nextTime(changed, actor.companyTimezone, now))
    : undefined
  const running = isOn && before.status === ruleStatus.running
  if (isOn && !next && !running) throw refuse('rule.startPassed')
  const status = !isOn
    ? ruleStatus.closed
    : before.status === ruleStatus.closed
      ? ruleStatus.online
      : before.status
  const { name, description, template, type, startAt, params } = changed
  // A template's memory belongs to its parameters, so new parameters clear it.
  const { rows } = await sql<Rule>`
    update rule
    set name = ${name},
      description = ${description},
      template = ${template},
      type = ${type},
      start_at = ${startAt},
      memory = case when params = ${toJsonb(params)}::jsonb then memory else '{}' end,
      params = ${toJsonb(params)}::jsonb,
      status = ${status},
      next_at = ${next ?? null},
      failure = case when ${isOn} then failure end,
      version = version + 1,
      updated_by = ${actor.name},
      updated_at = now()
    where company_id = ${companyId} and id = ${id} returning ${columns}`.execute(db)
  const after = rows[0] as Rule
  // A new template has not acted on any bill yet.
  if (template !== before.template)
    await sql`delete from rule_bill where company_id = ${companyId} and rule_id = ${id}`.execute(db)
  if (next) await fireSoon(db, jobs, companyId, id, next, now)
  await announce(db, companyId, [{ entity: 'rule', id }])
  const action =
    isOn === (before.status !== ruleStatus.closed)
      ? 'rule.update'
      : isOn
        ? 'rule.enable'
        : 'rule.disable'
  await recordChange(db, actor, {
    action,
    entityId: id,
    label: name,
    before: { ...audited(before), enabled: before.status !== ruleStatus.closed },
    after: { ...audited(after), enabled: isOn },
  })
  return after
}

/** A change of words does not move the next run: it may be due this minute. */
const keptTime = (before: Rule, after: RuleInput): Date | undefined =>
  before.nextAt !== null &&
  before.type === after.type &&
  Date.parse(before.startAt) === Date.parse(after.startAt)
    ? new Date(before.nextAt)
    : undefined

async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(db)
  return new Date((rows[0] as { now: string }).now)
}

/** The sweep looks for due rules once a minute; a rule that is due earlier would be late. */
async function fireSoon(
  db: Db,
  jobs: Jobs,
  companyId: Id<'company'>,
  ruleId: Id<'rule'>,
  at: Date,
  now: Date,
): Promise<void> {
  const seconds = Math.ceil((at.getTime() - now.getTime()) / 1000)
  if (seconds <= 60)
    await jobs.enqueue(
      db,
      runRule,
      { companyId, ruleId, scheduledAt: at.toISOString() },
      { afterSeconds: Math.max(seconds, 1) },
    )
}

export async function removeRules(
  db: Db,
  actor: Actor,
  ids: string[],
): Promise<{ deleted: number }> {
  const { companyId } = actor
  const { rows } = await sql<Rule>`
    delete from rule
    where company_id = ${companyId} and id = any(${ids}::uuid[])
    returning ${columns}`.execute(db)
  if (rows.length !== new Set(ids).size) throw refuse('notFound')
  await announce(
    db,
    companyId,
    rows.map(({ id }) => ({ entity: 'rule', id })),
  )
  for (const rule of rows)
    await recordChange(db, actor, {
      action: 'rule.delete',
      entityId: rule.id,
      label: rule.name,
      before: audited(rule),
    })
  return { deleted: rows.length }
}

export async function listRuns(
  db: Db,
  companyId: Id<'company'>,
  ruleId: Id<'rule'>,
  { current, pageSize }: Query<typeof ruleApi.runs>,
): Promise<Reply<typeof ruleApi.runs>> {
  await readRule(db, companyId, ruleId)
  const where = sql`company_id = ${companyId} and rule_id = ${ruleId}`
  const { rows } = await sql<Reply<typeof ruleApi.runs>['list'][number]>`
    select scheduled_at::text as id, scheduled_at, state, started_at, finished_at, done, skipped,
      failure
    from rule_run
    where ${where}
    order by scheduled_at desc limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db)
  const count = await sql<{
    total: number
  }>`select count(*) as total from rule_run where ${where}`.execute(db)
  return { list: rows, total: count.rows[0]?.total ?? 0, totalIsExact: true }
}

/**
 * After a restore: what a run under way had done is not known, so it stops; and what was missed is
 * not made up for. Each rule begins anew at its next time. One that has none left has ended.
 */
export async function restartRules(db: Db, companyId: Id<'company'>): Promise<void> {
  await sql`update rule_run set state = 'stopped', finished_at = clock_timestamp(), touched_at = now()
    where company_id = ${companyId} and state = 'running'`.execute(db)
  const { rows } = await sql<{
    id: string
    type: RuleInput['type']
    startAt: string
    timezone: string
    now: string
  }>`
    select r.id, r.type, r.start_at, c.timezone, now() as now
    from rule r
    join company c on c.id = r.company_id
    where r.company_id = ${companyId} and (r.next_at <= now() or r.status = ${ruleStatus.running})
    for update of r`.execute(db)
  for (const { id, timezone, now, ...rule } of rows) {
    const next = nextTime(rule, timezone, new Date(now)) ?? null
    await sql`
      update rule
      set next_at = ${next},
        status = case
          when ${next === null} then ${sql.lit(ruleStatus.closed)}
          when status = ${sql.lit(ruleStatus.running)} then ${sql.lit(ruleStatus.online)}
          else status
        end
      where company_id = ${companyId} and id = ${id}`.execute(db)
  }
}

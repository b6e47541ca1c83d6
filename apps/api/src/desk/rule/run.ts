import { type RuleInput, type RuleStatus, ruleStatus } from '@paydesk/contract/desk/rule'
import type { Id } from '@paydesk/contract/lib/id'
import type { RuleFailure } from '@paydesk/contract/people/ruleNotice'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../lib/db.ts'
import type { JobKind, Jobs } from '../../lib/job.ts'
import { toJsonb } from '../../lib/json.ts'
import { announce } from '../../lib/live/change.ts'
import { nextTime } from './schedule.ts'

const OfRun = z.object({ companyId: z.uuid(), ruleId: z.uuid(), scheduledAt: z.iso.datetime() })
export type RunRef = z.infer<typeof OfRun>
/**
 * Claims a scheduled time, then works through it batch by batch: one job for each batch, which
 * commits with what it did.
 */
export const runRule: JobKind<typeof OfRun> = {
  name: 'rule.run',
  data: OfRun,
  concurrency: 2,
  leaves: true,
}

export type RunningRule = RuleInput & {
  id: string
  companyId: Id<'company'>
  memory: Record<string, string>
  timezone: string
  /** The company's day, by the database's clock. */
  today: string
  companyName: string
}
/**
 * `now` is the database's time: workers' clocks may differ, and a time that is due for one
 * must be due for all.
 */
type Locked = RunningRule & { status: RuleStatus; nextAt: string | null; now: string }
export type Run = { scheduledAt: string; afterDue: string | null; afterId: string | null }
/** What one batch did. `after` is the last bill it looked at, if there may be more. */
export type Batch = {
  done: number
  skipped: number
  after?: { due: string; id: string } | undefined
  memory?: Record<string, string>
}

/** A run that cannot be carried out, with a reason that people understand. */
export class RunFailure extends Error {
  readonly code: RuleFailure['code']
  constructor(code: RuleFailure['code']) {
    super(code)
    this.code = code
  }
}

/**
 * The worker that holds the rule's row decides. The others that were woken for the same time wait
 * here and then find it done.
 */
export async function lockRule(db: Db, { companyId, ruleId }: RunRef): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    select r.id, r.company_id, r.name, r.description, r.template, r.type, r.start_at, r.params,
      r.memory, r.status, r.next_at, c.timezone, c.name as company_name, now() as now,
      (now() at time zone c.timezone)::date as today
    from rule r join company c on c.id = r.company_id
    where r.company_id = ${companyId} and r.id = ${ruleId} for update of r`.execute(db)
  return rows[0]
}

export async function openRun(
  db: Db,
  { companyId, ruleId, scheduledAt }: RunRef,
): Promise<(Run & { state: string }) | undefined> {
  const { rows } = await sql<Run & { state: string }>`
    select scheduled_at, after_due, after_id, state from rule_run
    where company_id = ${companyId}
      and rule_id = ${ruleId}
      and scheduled_at = ${scheduledAt}`.execute(db)
  return rows[0]
}

/**
 * Claims the scheduled time: from here on the run can only continue. Times that were missed
 * meanwhile are skipped, not made up for.
 */
export async function claim(db: Db, jobs: Jobs, rule: Locked, ref: RunRef): Promise<void> {
  const { companyId, ruleId, scheduledAt } = ref
  const isOver =
    rule.status === ruleStatus.closed ||
    rule.nextAt === null ||
    Date.parse(rule.nextAt) !== Date.parse(scheduledAt)
  // The previous run takes longer than the time to this one. This one waits; the sweep
  // comes every minute.
  if (isOver || rule.status === ruleStatus.running) return
  const [now, due] = [Date.parse(rule.now), Date.parse(scheduledAt)]
  // A worker whose clock is ahead was woken too early.
  if (now < due)
    return jobs.enqueue(db, runRule, ref, { afterSeconds: Math.ceil((due - now) / 1000) })
  await sql`
    insert into rule_run (company_id, rule_id, scheduled_at)
    values (${companyId}, ${ruleId}, ${scheduledAt})`.execute(db)
  await sql`
    update rule
    set status = ${ruleStatus.running},
      call_no = call_no + 1,
      last_scheduled_at = ${scheduledAt},
      next_at = ${nextTime(rule, rule.timezone, new Date(now)) ?? null}
    where company_id = ${companyId} and id = ${ruleId}`.execute(db)
  await sql`
    delete from rule_run
    where company_id = ${companyId}
      and rule_id = ${ruleId}
      and scheduled_at < now() - interval '400 days'`.execute(db)
  await jobs.enqueue(db, runRule, ref)
  await announce(db, companyId, [{ entity: 'rule', id: ruleId }])
}

/**
 * If a finished time is still the next one (two clocks, a restored copy), the sweep would
 * find it for ever.
 */
export async function passOver(
  db: Db,
  rule: Locked,
  { companyId, ruleId, scheduledAt }: RunRef,
): Promise<void> {
  if (rule.nextAt === null || Date.parse(rule.nextAt) !== Date.parse(scheduledAt)) return
  const next = nextTime(
    rule,
    rule.timezone,
    new Date(Math.max(Date.parse(rule.now), Date.parse(scheduledAt))),
  )
  await sql`
    update rule
    set next_at = ${next ?? null}
    where company_id = ${companyId} and id = ${ruleId}`.execute(db)
}

export async function note(
  db: Db,
  { companyId, ruleId, scheduledAt }: RunRef,
  { done, skipped, after, memory }: Batch,
): Promise<void> {
  await sql`
    update rule_run
    set done = done + ${done},
      skipped = skipped + ${skipped},
      touched_at = now(),
      after_due = ${after?.due ?? null},
      after_id = ${after?.id ?? null}
    where company_id = ${companyId}
      and rule_id = ${ruleId}
      and scheduled_at = ${scheduledAt}`.execute(db)
  if (memory)
    await sql`
      update rule
      set memory = ${toJsonb(memory)}::jsonb
      where company_id = ${companyId} and id = ${ruleId}`.execute(db)
}

export async function finish(
  db: Db,
  ref: RunRef,
  how: { state: 'done' | 'stopped' } | { state: 'failed'; failure: RuleFailure },
) {
  const { companyId, ruleId, scheduledAt } = ref
  const failure = how.state === 'failed' ? toJsonb(how.failure) : null
  await sql`
    update rule_run
    set state = ${how.state},
      finished_at = clock_timestamp(),
      touched_at = now(),
      failure = ${failure}::jsonb
    where company_id = ${companyId}
      and rule_id = ${ruleId}
      and scheduled_at = ${scheduledAt}`.execute(db)
  // A stopped run means that someone closed the rule; it stays closed. A rule without a
  // next time is closed.
  if (how.state !== 'stopped')
    await sql`
      update rule
      set failure = ${failure}::jsonb,
        status = case
          when ${how.state === 'failed'} then ${sql.lit(ruleStatus.abnormal)}
          when next_at is null then ${sql.lit(ruleStatus.closed)}
          else ${sql.lit(ruleStatus.online)}
        end
      where company_id = ${companyId} and id = ${ruleId}`.execute(db)
  await announce(db, companyId, [{ entity: 'rule', id: ruleId }])
}

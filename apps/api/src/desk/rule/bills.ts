import { payableStatuses } from '@paydesk/contract/billing/billStatus'
import type { RuleParams } from '@paydesk/contract/desk/rule'
import { countCap } from '@paydesk/contract/lib/page'
import { type RawBuilder, sql } from 'kysely'
import { cancelBill, hasEmail, remindBill } from '../../billing/bill/bill.ts'
import { type Actor, automaticActor } from '../../lib/actor.ts'
import { todayIn } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import { Refusal } from '../../lib/errors.ts'
import type { Jobs } from '../../lib/job.ts'
import { literals } from '../../lib/literals.ts'
import type { Batch, Run, RunningRule } from './run.ts'

/**
 * Each bill writes to the company's audit chain, which stays locked until the batch commits: some
 * tenths of a second.
 */
const batchBills = 25

type Which = Pick<RunningRule, 'id' | 'companyId' | 'template' | 'timezone'> & {
  params: RuleParams
}
type Found = { id: string; version: number; dueDate: string }

/**
 * Selects bills by due day, without those already handled for this due day. It uses ranges, not
 * single days, so that a missed run is made up for.
 */
function dueFor({ id, template, params }: Which, today: string): RawBuilder<unknown> {
  const days = params.days ?? 0
  const earlier = (
    condition: RawBuilder<unknown>,
  ) => sql`not exists (select from rule_bill d where d.company_id = b.company_id
    and d.rule_id = ${id} and d.bill_id = b.id and d.due_date = b.due_date and ${condition})`
  switch (template) {
    case 'remindBeforeDue':
      return sql`b.due_date between ${today}::date and ${today}::date + ${days}::integer
        and ${earlier(sql`true`)}`
    case 'remindAfterDue':
      return sql`b.due_date between ${today}::date - 366 and ${today}::date - ${days}::integer
        and
        ${earlier(sql`(d.times >= ${params.times ?? 1} or d.last_on > ${today}::date - ${days}::integer)`)}`
    default:
      return sql`b.due_date <= ${today}::date - ${days}::integer
        and b.status = 'sent'
        and b.paid_minor = 0
        and b.elsewhere_minor = 0`
  }
}

/**
 * Reads through the index bill_due. A bill with a running operation waits for the next run, and
 * so does one whose account is out of order. No reminder goes out on the day on which the bill
 * was sent, nor for a bill without an address. A bill whose currency was changed on PayPal's
 * site waits for a person.
 */
const matching = (rule: Which, today: string) => sql`
  from bill b join paypal_account a on a.company_id = b.company_id and a.id = b.account_id
  where b.company_id = ${rule.companyId}
    and b.status in (${literals(payableStatuses)})
    and b.due_minor > 0
    and b.operation_id is null
    and b.other_currency is null
    and a.state in ('active', 'paused')
    and coalesce((b.sent_at at time zone ${rule.timezone})::date < ${today}::date, true)
    and ${rule.template === 'cancelUnpaid' ? sql`true` : hasEmail} and ${dueFor(rule, today)}`

export async function countBills(
  db: Db,
  rule: Which,
): Promise<{ bills: number; isExact: boolean }> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from (select ${matching(rule, todayIn(rule.timezone))} limit ${countCap + 1}) x`.execute(db)
  const n = rows[0]?.n ?? 0
  return { bills: Math.min(n, countCap), isExact: n <= countCap }
}

/** A rule acts in its own name, for the whole company, and only there. */
const actorOf = ({ id, companyId, name, companyName, timezone }: RunningRule): Actor =>
  automaticActor(
    { id: companyId, name: companyName, timezone },
    { userId: id, name, device: 'Paydesk rule' },
  )

/**
 * Handles the next bills, each by the same operation as a person's click. A bill that cannot be
 * handled now is skipped and delays nothing.
 */
export async function actOnBills(
  db: Db,
  jobs: Jobs,
  rule: RunningRule,
  { afterDue, afterId }: Run,
): Promise<Batch> {
  const { today } = rule
  const { rows } = await sql<Found>`
    select b.id, b.version, b.due_date ${matching(rule, today)}
      ${afterId ? sql`and (b.due_date, b.id) > (${afterDue}::date, ${afterId}::uuid)` : sql``}
    order by b.due_date, b.id limit ${batchBills}`.execute(db)
  // All bills are locked before the first audit entry, except those that someone works on: a
  // transaction that waits for the audit log may hold a bill.
  const { rows: free } = await sql<{ id: string }>`
    select id
    from bill
    where company_id = ${rule.companyId} and id = any(${rows.map(({ id }) => id)}::uuid[])
    for update skip locked`.execute(db)
  const isFree = new Set(free.map(({ id }) => id))
  const actor = actorOf(rule)
  const act = rule.template === 'cancelUnpaid' ? cancelBill : remindBill
  let done = 0
  for (const { id, version, dueDate } of rows) {
    if (!isFree.has(id)) continue
    const refused = await act(db, jobs, actor, id, version).then(() => false, isRefusal)
    if (refused) continue
    done++
    await sql`
      insert into rule_bill as d (company_id, rule_id, bill_id, due_date, times, last_on)
      values (${rule.companyId}, ${rule.id}, ${id}, ${dueDate}, 1, ${today})
      on conflict (company_id, rule_id, bill_id)
      do update set
        due_date = excluded.due_date,
        last_on = excluded.last_on,
        times = case when d.due_date = excluded.due_date then d.times + 1 else 1 end`.execute(db)
  }
  const last = rows.length === batchBills ? rows.at(-1) : undefined
  return { done, skipped: rows.length - done, after: last && { due: last.dueDate, id: last.id } }
}

/**
 * Refusals come before anything is written (bill/act.ts); any other error fails the whole batch.
 */
function isRefusal(error: unknown): boolean {
  if (error instanceof Refusal) return true
  throw error
}

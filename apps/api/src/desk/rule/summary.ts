import { openStatuses } from '@paydesk/contract/billing/billStatus'
import { type Currency, toDecimal } from '@paydesk/contract/lib/money'
import { countCap } from '@paydesk/contract/lib/page'
import { paths } from '@paydesk/contract/lib/paths'
import { settledStatuses } from '@paydesk/contract/money/transaction'
import type { DaySummary } from '@paydesk/contract/people/ruleNotice'
import { sql } from 'kysely'
import { needsAnswer } from '../../billing/dispute/dispute.ts'
import { dayIn } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import { literals } from '../../lib/literals.ts'
import { unexplained } from '../../money/transaction/transaction.ts'
import type { Sending } from '../../office/message/message.ts'
import type { Batch, RunningRule, RunRef } from './run.ts'
import { readersOf, subjectOf, tellReaders } from './tell.ts'

/**
 * A run in the morning summarises yesterday, a later one today: that is what people
 * want to know then.
 */
export function dayOf(timeZone: string, at: Date): string {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at),
  )
  if (hour >= 12) return dayIn(timeZone, at)
  return new Date(Date.parse(`${dayIn(timeZone, at)}T00:00:00Z`) - 86_400_000)
    .toISOString()
    .slice(0, 10)
}

async function summarise(
  db: Db,
  { id, companyId, timezone }: RunningRule,
  day: string,
): Promise<DaySummary> {
  const [from, to] = [
    sql`(${day}::date)::timestamp at time zone ${timezone}`,
    sql`(${day}::date + 1)::timestamp at time zone ${timezone}`,
  ]
  const received = await sql<DaySummary['received'][number]>`
    select currency, sum(gross_minor)::bigint as amount_minor, count(*)::integer as count
    from paypal_transaction
    where company_id = ${companyId}
      and class = 'payment'
      and status in (${literals(settledStatuses)})
      and occurred_at >= ${from}
      and occurred_at < ${to}
    group by currency having sum(gross_minor) <> 0 order by count(*) desc, currency`.execute(db)
  const counts = await sql<Pick<DaySummary, 'newBills' | 'overdue' | 'unexplained' | 'disputes'>>`
    select (
      select count(*)
      from bill
      where company_id = ${companyId} and created_at >= ${from} and created_at < ${to}
    )::integer as new_bills,
      (
        select count(*)
        from (
          select
          from bill
          where company_id = ${companyId}
            and status = any(${openStatuses})
            and due_minor > 0
            and due_date < (now() at time zone ${timezone})::date
          limit ${countCap}
        ) b
      )::integer as overdue,
      (
        select count(*)
        from (
          select
          from paypal_transaction t
          where t.company_id = ${companyId} and ${unexplained}
          limit ${countCap}
        ) t
      )::integer as unexplained,
      (
        select count(*) from dispute where company_id = ${companyId} and ${needsAnswer('dispute')}
      )::integer
        as disputes`.execute(db)
  const figures = counts.rows[0] as Pick<
    DaySummary,
    'newBills' | 'overdue' | 'unexplained' | 'disputes'
  >
  return { ruleId: id, day, received: received.rows, ...figures }
}

export async function sendSummary(
  db: Db,
  sending: Sending,
  rule: RunningRule,
  ref: RunRef,
): Promise<Batch> {
  const readers = await readersOf(db, rule)
  const summary = await summarise(db, rule, dayOf(rule.timezone, new Date(ref.scheduledAt)))
  const amount = ({ currency, amountMinor }: DaySummary['received'][number]) =>
    `${currency} ${toDecimal({ currency: currency as Currency, amountMinor })}`
  await tellReaders(
    db,
    sending,
    rule.companyId,
    readers,
    { kind: 'dailySummary', subjectId: subjectOf(ref), data: summary },
    {
      template: 'dailySummary',
      params: {
        company: rule.companyName,
        day: summary.day,
        received: summary.received.map(amount).join('; ') || '0',
        newBills: String(summary.newBills),
        overdue: String(summary.overdue),
        unexplained: String(summary.unexplained),
        disputes: String(summary.disputes),
        link: `${sending.outside.publicUrl}${paths.welcome()}`,
      },
    },
  )
  return { done: readers.length, skipped: 0 }
}

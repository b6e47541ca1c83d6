import type { Currency } from '@paydesk/contract/lib/money'
import { countCap } from '@paydesk/contract/lib/page'
import { sql } from 'kysely'
import { needsAnswer } from '../../billing/dispute/dispute.ts'
import type { Db } from '../../lib/db.ts'
import { unexplained } from '../../money/transaction/transaction.ts'
import { readSettings } from '../companySetting/companySetting.ts'
import { tellHolders } from './notice.ts'

/** A dispute is told of twice before its deadline. */
const beforeHours = [48, 24]
/** When a day's work begins: nobody is told at midnight what waited since yesterday. */
const morningHour = 9

type Dispute = {
  disputeId: string
  subjectId: string
  billNumber: string | null
  buyerName: string
  amountMinor: number | null
  currency: Currency | null
  dueAt: string
  hours: number
}

/** Each once per threshold; if PayPal moves the deadline, again. One that came late is told of at the nearer threshold only. */
export async function remindDisputes(db: Db, companyId: string): Promise<void> {
  const { rows } = await sql<Dispute>`
    select d.id as dispute_id, md5(d.id::text || h.hours || d.seller_due_at::text)::uuid as subject_id, b.number as bill_number, d.buyer_name,
      d.amount_minor, d.currency, d.seller_due_at as due_at, h.hours
    from dispute d left join bill b on b.company_id = d.company_id and b.id = d.bill_id
    cross join lateral (select min(x) as hours from unnest(${beforeHours}::integer[]) x where d.seller_due_at <= now() + make_interval(hours => x)) h
    where d.company_id = ${companyId} and ${needsAnswer('d')}
      and d.seller_due_at > now() and h.hours is not null`.execute(db)
  for (const { subjectId, ...data } of rows)
    await tellHolders(db, companyId, 'ViewDispute', { kind: 'disputeDeadline', choice: 'disputeDeadline', subjectId, data })
}

/** One notice per day and company with the number, from the morning on: a backlog of hundreds must not be hundreds of notices. */
export async function remindExceptions(db: Db, companyId: string): Promise<void> {
  const { reconciliation } = await readSettings(db, companyId)
  const { rows } = await sql<{ count: number; oldestAt: string | null; subjectId: string; hour: number }>`
    select count(*) as count, min(t.occurred_at) as oldest_at, extract(hour from here.at)::integer as hour,
      md5('exceptionOverdue' || ${companyId} || here.at::date)::uuid as subject_id
    from (select now() at time zone timezone as at from company where id = ${companyId}) here
    left join lateral (select t.occurred_at from paypal_transaction t where t.company_id = ${companyId} and ${unexplained}
      and t.occurred_at < now() - make_interval(hours => ${reconciliation.slaHours}::integer) order by t.occurred_at limit ${countCap}) t on true
    group by here.at`.execute(db)
  const [late] = rows
  if (!late?.oldestAt || late.hour < morningHour) return
  await tellHolders(db, companyId, 'ReconcileTransaction', {
    kind: 'exceptionOverdue',
    choice: 'exceptionOverdue',
    subjectId: late.subjectId,
    data: { count: late.count, oldestAt: late.oldestAt, hours: reconciliation.slaHours },
  })
}

import type { Id } from '@paydesk/contract/lib/id'
import { countCap } from '@paydesk/contract/lib/page'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { unexplained } from '../../money/transaction/transaction.ts'
import { readSettings } from '../../people/companySetting/companySetting.ts'
import { tellHolders } from '../../people/notice/notice.ts'

/**
 * The hour at which a day's work begins: nobody is told at midnight what has waited
 * since yesterday.
 */
const morningHour = 9

/**
 * Sends one notice per day and company with the number, from the morning on: a backlog of hundreds
 * must not become hundreds of notices.
 */
export async function remindExceptions(db: Db, companyId: Id<'company'>): Promise<void> {
  const { reconciliation } = await readSettings(db, companyId)
  const { rows } = await sql<{
    count: number
    oldestAt: string | null
    subjectId: string
    hour: number
  }>`
    select count(*) as count, min(t.occurred_at) as oldest_at,
      extract(hour from here.at)::integer as hour,
      md5('exceptionOverdue' || ${companyId} || here.at::date)::uuid as subject_id
    from (select now() at time zone timezone as at from company where id = ${companyId}) here
    left join lateral (
      select t.occurred_at
      from paypal_transaction t
      where t.company_id = ${companyId}
        and ${unexplained}
        and t.occurred_at < now() - make_interval(hours => ${reconciliation.slaHours}::integer)
      order by t.occurred_at
      limit ${countCap}
    ) t
      on true
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

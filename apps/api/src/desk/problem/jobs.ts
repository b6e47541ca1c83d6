import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import { z } from 'zod'
import { type JobKind, job } from '../../lib/job.ts'
import { tellHolders } from '../../people/notice/notice.ts'
import { notice } from './problem.ts'

const OfCompany = z.object({ companyId: z.uuid() })
export const watchCompany: JobKind<typeof OfCompany> = {
  name: 'problem.watchCompany',
  data: OfCompany,
  quiet: true,
}

/**
 * Every minute each company is looked at, and who can do something about a problem is told of it,
 * once for each time that it occurs.
 */
export const problemJobs = [
  job({ name: 'problem.watch', data: z.object({}), cron: '* * * * *' }, async ({ db, jobs }) => {
    // A company whose turn has not come yet is not asked for again: however slow the workers are,
    // the queue does not grow.
    const { rows } = await sql<{ companyId: Id<'company'> }>`
      select c.id as company_id
      from companies_to_watch() c (id)
      where not exists (
        select
        from pgboss.job j
        where j.name = ${watchCompany.name}
          and j.state in ('created', 'retry')
          and j.data ->> 'companyId' = c.id::text
      )`.execute(db)
    for (const { companyId } of rows) await jobs.enqueue(db, watchCompany, { companyId })
  }),
  job(watchCompany, async ({ db, outside, data: { companyId } }) => {
    for (const { id, kind, ...data } of await notice(db, companyId, outside.paypalSyncSeconds))
      await tellHolders(db, companyId, 'ReconcileTransaction', {
        kind: 'problemFound',
        choice: 'accountUnhealthy',
        subjectId: id,
        data: { problem: kind, ...data },
      })
  }),
]

import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../lib/db.ts'
import { type JobKind, job } from '../../lib/job.ts'
import { sendJobs } from './send.ts'

const OfCompany = z.object({ companyId: z.uuid() })
const remindCompany: JobKind<typeof OfCompany> = { name: 'notice.remindCompany', data: OfCompany }

/**
 * Tells the people of one company what is due soon or overdue. Each feature brings its own
 * reminder, and the entry point hands them in.
 */
export type Reminder = (db: Db, companyId: Id<'company'>) => Promise<void>

export const noticeJobs = (reminders: Reminder[]) => [
  job({ name: 'notice.remind', data: z.object({}), cron: '*/10 * * * *' }, async ({ db, jobs }) => {
    const { rows } = await sql<{
      companyId: Id<'company'>
    }>`select companies_to_remind() as company_id`.execute(db)
    for (const { companyId } of rows) await jobs.enqueue(db, remindCompany, { companyId })
  }),
  job(remindCompany, async ({ db, data: { companyId } }) => {
    for (const remind of reminders) await remind(db, companyId)
  }),
  /** Deletes old notices every night (sooner if they were read), and old deliveries. */
  job({ name: 'notice.sweep', data: z.object({}), cron: '37 3 * * *' }, async ({ db, log }) => {
    const { rows } = await sql<{ notices: number }>`select sweep_notices() as notices`.execute(db)
    log.info(rows[0], 'swept')
  }),
  ...sendJobs,
]

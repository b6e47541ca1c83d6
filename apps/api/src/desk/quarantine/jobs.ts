import { sql } from 'kysely'
import { z } from 'zod'
import { job, jobWithWait } from '../../lib/job.ts'
import { compareAccount, lookAcross, takeAcross } from './compare.ts'
import { beginMissing } from './state.ts'

export const quarantineJobs = [
  /**
   * Every minute: the data says of which moment it is; and in quarantine, accounts that nobody has
   * compared yet are.
   */
  job(
    { name: 'quarantine.watch', data: z.object({}), cron: '* * * * *', quiet: true },
    async ({ db, jobs, log }) => {
      // First: the beat says of which moment a copy is, and must not be written over by the copy.
      await sql`select notice_cluster()`.execute(db)
      const { rows } = await sql`
        update installation
        set beat_at = clock_timestamp()
        where not is_quarantined()
        returning id`.execute(db)
      if (rows.length > 0) return
      const begun = await beginMissing(db, jobs)
      log.warn(
        { comparing: begun },
        'in quarantine after a restore: nothing is sent; see docs/operations.md',
      )
    },
  ),
  jobWithWait(compareAccount, lookAcross, takeAcross),
]

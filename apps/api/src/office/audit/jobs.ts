import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '../../lib/job.ts'

export const auditJobs = [
  /** A superuser can rewrite a table but not the log that has left the machine: compare with `npm run audit:verify -- --heads <log>`. */
  job({ name: 'audit.shipHeads', data: z.object({}), cron: '*/5 * * * *' }, async ({ db, log }) => {
    const { rows } = await sql<{ companyId: string; seq: number; hash: string }>`select * from audit_heads()`.execute(db)
    for (const head of rows) log.info({ auditHead: head }, 'audit head')
  }),
]

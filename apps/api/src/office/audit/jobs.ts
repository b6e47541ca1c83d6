import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '../../lib/job.ts'
import { verifierJobs } from '../health/health.ts'

export const auditJobs = [
  ...verifierJobs('audit', {
    chain: `select 'entry ' || seq || ': ' || fault as fault from audit_first_fault_here()`,
  }),
  /**
   * Logs the head of every chain. A superuser can rewrite a table but not a log that has left the
   * machine: compare them with `paydesk verify audit --heads <log>`.
   */
  job({ name: 'audit.shipHeads', data: z.object({}), cron: '*/5 * * * *' }, async ({ db, log }) => {
    const { rows } = await sql<{
      companyId: Id<'company'>
      seq: number
      hash: string
    }>`select * from audit_heads()`.execute(db)
    for (const head of rows) log.info({ auditHead: head }, 'audit head')
  }),
]

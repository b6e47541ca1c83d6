import { allJobs } from '../jobs.ts'
import { inCompany } from '../lib/db.ts'
import type { TestApp } from './appInProcess.ts'
import { quietLog } from './world/moneyWorld.ts'

type Waiting = { id: string; name: string; data: { companyId: string } }

/** Jobs that ask for themselves again, such as a look whose answer is not clear yet, end here. */
const maxRounds = 40

/**
 * Runs the jobs of one company that wait, and those that they ask for, without a worker's polling
 * and without their delays. Readings are left out: a test decides when it reads.
 */
export async function runJobs(t: TestApp, companyId: string): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const waiting = await t.owner<Waiting>(
      `delete from pgboss.job
       where state in ('created', 'retry')
         and data ->> 'companyId' = $1
         and name <> 'transaction.syncAccount'
       returning id, name, data`,
      [companyId],
    )
    if (waiting.length === 0) return
    for (const { name, data: given } of waiting) {
      const job = allJobs.find((one) => one.name === name)
      if (!job) throw new Error(`No job ${name}`)
      const data = job.data.parse(given)
      const side = { data, jobs: t.jobs, log: quietLog, outside: t.outside }
      const prepared = await job.prepare?.({ ...side, pool: t.pool })
      await inCompany(t.pool, companyId, (db) => job.handle({ ...side, db, prepared }))
    }
  }
  throw new Error('The jobs of this company never end')
}

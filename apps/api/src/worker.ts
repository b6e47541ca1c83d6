import { allJobs } from './jobs.ts'
import { readConfig } from './lib/config.ts'
import { Jobs } from './lib/job.ts'
import { createLog } from './lib/log.ts'
import { openOutside } from './lib/outside.ts'
import { createPool } from './lib/pool.ts'
import { assertRuntimeRole } from './lib/runtimeRole.ts'
import { onceTold } from './lib/shutdown.ts'

const config = readConfig(process.env)
const log = createLog(config, 'worker')
const pool = createPool(config.databaseUrl, config.databasePoolSize, `paydesk-worker ${process.pid}`)
pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
await assertRuntimeRole(pool)
const jobs = await Jobs.start(config.databaseUrl, log, 'work')
await jobs.work(pool, allJobs, log, openOutside(config))
log.info({ jobs: allJobs.map(({ name }) => name) }, 'working')

onceTold(log, async () => {
  await jobs.stop()
  await pool.end()
})

/** `npm run jobs:redrive`: puts the jobs that failed every time back into their queues, after their cause has been removed. */
import { PgBoss } from 'pg-boss'
import { readConfig } from '../apps/api/src/lib/config.ts'
import { deadLetterQueue } from '../apps/api/src/lib/job.ts'

const boss = new PgBoss({
  connectionString: readConfig(process.env).databaseUrl,
  max: 1,
  migrate: false,
  supervise: false,
  schedule: false,
})
await boss.start()
console.log(JSON.stringify(await boss.redrive(deadLetterQueue)))
await boss.stop({ graceful: false })

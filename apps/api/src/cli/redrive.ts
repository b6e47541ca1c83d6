import { PgBoss } from 'pg-boss'
import { readSettings } from '../lib/config.ts'
import { deadLetterQueue } from '../lib/job.ts'
import { readOptions } from './options.ts'
import { print } from './output.ts'

/**
 * Puts the jobs that failed every time back into their queues, after their cause has been removed.
 */
export async function run(args: string[]): Promise<number> {
  readOptions({ args, options: {} })
  const { DATABASE_URL: connectionString } = readSettings(process.env, ['DATABASE_URL'])
  const boss = new PgBoss({
    connectionString,
    max: 1,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  print(JSON.stringify(await boss.redrive(deadLetterQueue)))
  await boss.stop({ graceful: false })
  return 0
}

/**
 * `npm run openapi`: prints the API's description as the running API publishes it, without
 * needing a database.
 */
import { buildApp } from '../apps/api/src/app.ts'
import { readConfig } from '../apps/api/src/lib/config.ts'
import { createLog } from '../apps/api/src/lib/log.ts'
import type { Deps } from '../apps/api/src/lib/route.ts'

const config = readConfig({
  NODE_ENV: 'development',
  DATABASE_URL: 'postgres://unused/unused',
  LOG_LEVEL: 'silent',
  CONSOLE_DIR: '/nonexistent',
})
const app = await buildApp(config, createLog(config, 'api'), {} as Deps)
await app.ready()
process.stdout.write(`${JSON.stringify(app.swagger(), null, 2)}\n`)

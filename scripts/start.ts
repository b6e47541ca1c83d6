/**
 * `npm start`: starts the API (which serves the built console) and one worker, in production mode, on one port.
 * If DATABASE_URL is set, that database is used as it is; if not, the private PostgreSQL of development stands in, to try a build.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { prepareDatabase } from './database.ts'
import { devDatabase, privateSettings } from './demo/demo.ts'
import { masterKeys } from './masterKey.ts'
import { startPrivatePostgres } from './postgres.ts'
import { Processes, waitFor } from './processes.ts'

const root = new URL('..', import.meta.url).pathname
const port = process.env.PORT ?? '3000'
if (!existsSync(`${root}apps/console/dist/index.html`)) {
  console.error('The console is not built: run `npm run build` first.')
  process.exit(1)
}
const processes = new Processes()
let databaseUrl = process.env.DATABASE_URL
let keys = process.env.PAYDESK_MASTER_KEYS ?? ''
if (!databaseUrl) {
  mkdirSync(`${root}.dev`, { recursive: true })
  const server = await startPrivatePostgres(`${root}.dev`, { keep: true, settings: privateSettings })
  processes.atEnd(() => server.stop())
  keys = masterKeys(`${root}.dev`)
  databaseUrl = (await prepareDatabase(await devDatabase(server.ownerUrl))).runtimeUrl
  console.warn(`DATABASE_URL is not set: using the private PostgreSQL in .dev. Demo users cannot sign in to a production build.
Make a user while this runs:  DATABASE_URL=${databaseUrl} npm run bootstrap -- --again`)
}
const env = {
  NODE_ENV: 'production',
  // Without a database of its own this only tries a build, on this machine.
  PAYDESK_TRIAL: process.env.PAYDESK_TRIAL ?? (process.env.DATABASE_URL ? '' : '1'),
  DATABASE_URL: databaseUrl,
  PORT: port,
  PAYDESK_MASTER_KEYS: keys,
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
}
const api = processes.start('api', ['node', 'apps/api/src/http.ts'], { cwd: root, env })
processes.start('worker', ['node', 'apps/api/src/worker.ts'], { cwd: root, env })
await processes.orEnd(waitFor(`http://127.0.0.1:${port}/api/health/ready`, api))
console.log(`Paydesk 收款管理: http://127.0.0.1:${port}/`)

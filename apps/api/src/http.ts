import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { queueNames } from './jobs.ts'
import { Changes } from './lib/change.ts'
import { configOrEnd } from './lib/config.ts'
import { Jobs } from './lib/job.ts'
import { createLog } from './lib/log.ts'
import { openOutside } from './lib/outside/outside.ts'
import { noticeCluster } from './lib/outside/quarantine.ts'
import { createPool } from './lib/pool.ts'
import type { Deps } from './lib/route.ts'
import { onStopSignal } from './lib/shutdown.ts'
import { databaseReady } from './lib/startup/database.ts'
import { endPlainly } from './lib/startup/plain.ts'
import { runningVersion } from './lib/version.ts'
import { openWatch } from './lib/watch/watch.ts'
import { schemaLook } from './office/health/health.ts'

const config = configOrEnd()
const log = createLog(config, 'api')
log.info(runningVersion, 'starting')
for (const warning of config.warnings) log.warn(`configuration: ${warning}`)
const watch = await openWatch(config, log, 'api')
const pool = createPool(config.databaseUrl, config.databasePoolSize, `paydesk-api ${process.pid}`)
// Only the message is logged: the pool attaches the client to the error, with the connection's cancellation key.
pool.on('error', ({ message }) => log.warn({ reason: message }, 'idle database connection lost'))
const doorPool = createPool(config.databaseUrl, 3, `paydesk-door ${process.pid}`)
doorPool.on('error', ({ message }) => log.warn({ reason: message }, 'idle database connection lost'))
await databaseReady(config.databaseUrl, log, queueNames)
await noticeCluster(pool, log)
const jobs = await Jobs.start(config.databaseUrl, log, 'send')
const changes = new Changes(config.databaseUrl, log)
await changes.start()
const deps: Deps = {
  pool,
  doorPool,
  jobs,
  production: config.production,
  draining: false,
  outside: openOutside(config, pool),
  changes,
}
const app = await buildApp(config, log, deps)
// Before it listens: a stop signal that finds no handler ends the process at once, in the middle of its first requests.
onStopSignal(
  log,
  async () => {
    deps.draining = true
    watch.drain()
    await sleep(config.shutdownDrainMs)
    await app.close()
    await changes.stop()
    await jobs.stop()
    await doorPool.end()
    await pool.end()
    await watch.stop()
  },
  config.shutdownDrainMs,
)
await app.listen({ host: config.host, port: config.port }).catch(endPlainly)
const look = schemaLook(pool)
watch.begin({ main: pool, door: doorPool }, async () => ((await look()) === undefined ? 'the schema is older than this build' : undefined))

import { setPriority } from 'node:os'
import { startFolding } from './desk/home/folder.ts'
import { EventPump } from './intake/event/pump.ts'
import { allJobs, queueNames } from './jobs.ts'
import { configOrEnd } from './lib/config.ts'
import { whileAway } from './lib/db.ts'
import { Jobs } from './lib/job.ts'
import { Listening } from './lib/live/listen.ts'
import { createLog } from './lib/log.ts'
import { openOutside } from './lib/outside/outside.ts'
import { noticeCluster } from './lib/outside/quarantine.ts'
import { createPool } from './lib/pool.ts'
import { onStopSignal } from './lib/shutdown.ts'
import { databaseReady } from './lib/startup/database.ts'
import { runningVersion } from './lib/version.ts'
import { openWatch } from './lib/watch/watch.ts'
import { schemaLook } from './office/health/health.ts'
import { startNotices } from './people/notice/pump.ts'

/** A third of the API's share of a processor for which both compete. */
const belowTheApi = 5

// Where API and worker share a machine, storing what PayPal delivers and answering people come
// before background work.
setPriority(belowTheApi)
const config = configOrEnd()
const log = createLog(config, 'worker')
log.info(runningVersion, 'starting')
for (const warning of config.warnings) log.warn(`configuration: ${warning}`)
const watch = await openWatch(config, log, 'worker')
const pool = createPool(
  config.databaseUrl,
  config.databasePoolSize,
  `paydesk-worker ${process.pid}`,
)
// Only the message is logged: the pool attaches the client to the error, with the connection's
// cancellation key.
pool.on('error', ({ message }) => log.warn({ reason: message }, 'idle database connection lost'))
await databaseReady(config.databaseUrl, log, queueNames)
await whileAway(() => noticeCluster(pool, log))
const listening = new Listening(config.databaseUrl, `paydesk-events ${process.pid}`, log)
await listening.start()
const jobs = await whileAway(() => Jobs.start(config.databaseUrl, log, listening))
const outside = openOutside(config, pool)
// Its one loop is there at once; the queues, which are many, take a second or more after a loss,
// when everybody begins anew.
const pump = new EventPump({ pool, jobs, log, outside })
await pump.start(listening)
await jobs.work(pool, allJobs, log, outside)
const folding = startFolding(pool, log)
const notices = startNotices({ pool, jobs, log })
jobs.watchDeadLetters(log)
const look = schemaLook(pool)
/** Both ask the database at least once a second. */
const standsStillMs = 10_000
watch.begin({ main: pool }, async () => {
  if ((await look()) === undefined) return 'the schema is older than this build'
  if (jobs.fetchAgeMs() > standsStillMs) return 'the job engine fetches nothing'
  if (pump.lookAgeMs() > standsStillMs) return 'the event pump stands still'
  return undefined
})
log.info({ jobs: allJobs.map(({ name }) => name) }, 'working')

onStopSignal(log, async () => {
  watch.drain()
  await pump.stop()
  await folding.stop()
  await notices.stop()
  await jobs.stop()
  await listening.stop()
  await pool.end()
  await watch.stop()
})

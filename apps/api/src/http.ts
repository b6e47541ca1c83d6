import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { queueNames } from './jobs.ts'
import { configOrEnd } from './lib/config.ts'
import { whileAway } from './lib/db.ts'
import { Jobs } from './lib/job.ts'
import { Changes } from './lib/live/change.ts'
import { Listening } from './lib/live/listen.ts'
import { createLog } from './lib/log.ts'
import { openOutside } from './lib/outside/outside.ts'
import { noticeCluster } from './lib/outside/quarantine.ts'
import { createPool, readerSettings } from './lib/pool.ts'
import { Replica } from './lib/replica.ts'
import type { Deps } from './lib/route.ts'
import { onStopSignal } from './lib/shutdown.ts'
import { databaseReady } from './lib/startup/database.ts'
import { endPlainly } from './lib/startup/plain.ts'
import { runningVersion } from './lib/version.ts'
import { openWatch } from './lib/watch/watch.ts'
import { schemaLook } from './office/health/health.ts'
import { answerWhileWaiting } from './office/health/waiting.ts'

const config = configOrEnd()
const log = createLog(config, 'api')
log.info(runningVersion, 'starting')
for (const warning of config.warnings) log.warn(`configuration: ${warning}`)
const watch = await openWatch(config, log, 'api')
// Only the message is logged: the pool attaches the client to the error, with the connection's
// cancellation key.
const onIdleError = ({ message }: Error) =>
  log.warn({ reason: message }, 'idle database connection lost')
const pool = createPool(
  config.databaseUrl,
  config.databasePoolSize,
  `paydesk-api ${process.pid}`,
).on('error', onIdleError)
const readers = createPool(
  config.databaseUrl,
  config.databasePoolSize,
  `paydesk-readers ${process.pid}`,
  readerSettings,
).on('error', onIdleError)
const doorPool = createPool(config.databaseUrl, 3, `paydesk-door ${process.pid}`).on(
  'error',
  onIdleError,
)
const replicaPool =
  config.replicaUrl === undefined
    ? undefined
    : createPool(config.replicaUrl, config.databasePoolSize, `paydesk-replica ${process.pid}`).on(
        'error',
        onIdleError,
      )
let waiting: ReturnType<typeof answerWhileWaiting> | undefined
await databaseReady(config.databaseUrl, log, queueNames, () => {
  waiting ??= answerWhileWaiting(config)
})
await whileAway(() => noticeCluster(pool, log))
const jobs = await whileAway(() => Jobs.start(config.databaseUrl, log))
const changes = new Changes()
const listening = new Listening(config.databaseUrl, `paydesk-changes ${process.pid}`, log)
await changes.listenOn(listening)
await listening.start()
const deps: Deps = {
  pool,
  readers,
  replica: replicaPool && new Replica({ pool: replicaPool, primary: readers, log }),
  doorPool,
  jobs,
  production: config.production,
  draining: false,
  outside: openOutside(config, pool),
  changes,
}
const app = await buildApp(config, log, deps)
// Before it listens: a stop signal that finds no handler ends the process at once, in the middle of
// its first requests.
onStopSignal(
  log,
  async () => {
    deps.draining = true
    watch.drain()
    await sleep(config.shutdownDrainMs)
    await app.close()
    await listening.stop()
    await jobs.stop()
    await Promise.all([doorPool, readers, pool, replicaPool].map((one) => one?.end()))
    await watch.stop()
  },
  config.shutdownDrainMs,
)
await (await waiting)?.stop()
await app.listen({ host: config.host, port: config.port }).catch(endPlainly)
const look = schemaLook(readers)
watch.begin(
  { main: pool, readers, door: doorPool, ...(replicaPool && { replica: replicaPool }) },
  async () => ((await look()) === undefined ? 'the schema is older than this build' : undefined),
)

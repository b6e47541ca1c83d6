import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { createPool } from '../pool.ts'
import { runningVersion } from '../version.ts'
import { Figures } from './figures.ts'
import { watchPool, watchProcess } from './metrics.ts'
import { type Readiness, WatchServer } from './server.ts'
import { endWhenStalled } from './stall.ts'
import { closeTraces, openTraces } from './trace.ts'

/**
 * Longer than any of its statements may take (figures.ts). A server that vanished without a word is
 * noticed before the next reading.
 */
const lostMs = 5000

/**
 * Begins to listen where the process is watched, before it has a database. Without a port nothing
 * is opened and nothing is measured.
 */
export async function openWatch(config: Config, log: Log, process: 'api' | 'worker') {
  const { watch, databaseUrl, production } = config
  // In development a process may stand at a breakpoint.
  if (production) endWhenStalled(process)
  const server = new WatchServer({ ...watch, process, log })
  if (watch.port !== undefined)
    watchProcess(process, { version: runningVersion.version, commit: runningVersion.commit ?? '' })
  await server.start()
  await openTraces(config, log, process, runningVersion.version)
  // A connection of its own: that the others are all taken is one of the things to be seen here.
  let pool: pg.Pool | undefined
  return {
    /**
     * The process works: from now on it says whether it is ready, and tells the business figures.
     */
    begin(pools: Record<string, pg.Pool>, ready: Readiness) {
      if (watch.port === undefined) return
      for (const [name, one] of Object.entries(pools)) watchPool(name, one)
      pool = createPool(databaseUrl, 1, `paydesk-watch ${globalThis.process.pid}`, {
        noticeMs: lostMs,
      })
      pool.on('error', ({ message }) =>
        log.warn({ reason: message }, 'idle database connection lost'),
      )
      const figures = new Figures(pool, log)
      server.watch(ready, () => figures.refresh())
    },
    drain: () => server.drain(),
    async stop() {
      await closeTraces()
      server.stop()
      await pool?.end()
    },
  }
}

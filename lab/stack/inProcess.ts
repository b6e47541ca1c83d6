import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { buildApp } from '../../apps/api/src/app.ts'
import { readConfig } from '../../apps/api/src/lib/config.ts'
import { Jobs } from '../../apps/api/src/lib/job.ts'
import { Changes } from '../../apps/api/src/lib/live/change.ts'
import { createLog, type Log } from '../../apps/api/src/lib/log.ts'
import { type Outside, openOutside } from '../../apps/api/src/lib/outside/outside.ts'
import { createPool } from '../../apps/api/src/lib/pool.ts'
import type { Endings } from '../ground/openDatabase.ts'

export type InProcess = {
  app: FastifyInstance
  pool: pg.Pool
  jobs: Jobs
  outside: Outside
  log: Log
}

/**
 * The API of a stack in this process, listening at its PUBLIC_URL. It has no worker: its caller
 * runs the jobs when they are due.
 */
export async function startInProcess(
  env: Record<string, string>,
  endings: Endings,
): Promise<InProcess> {
  const config = readConfig(env)
  const log = createLog(config, 'worker')
  const runtimeUrl = String(env.DATABASE_URL)
  const pool = createPool(runtimeUrl, config.databasePoolSize, 'paydesk-in-process')
  const doorPool = createPool(runtimeUrl, 1, 'paydesk-in-process-door')
  endings.push(
    () => pool.end(),
    () => doorPool.end(),
  )
  // There is so little data that planning a statement takes longer than running it, so each is
  // planned once.
  for (const one of [pool, doorPool])
    one.on('connect', (client) => void client.query('set plan_cache_mode = force_generic_plan'))
  const jobs = await Jobs.start(runtimeUrl, log)
  endings.push(() => jobs.stop())
  const outside = openOutside(config, pool)
  const app = await buildApp(config, log, {
    pool,
    readers: pool,
    replica: undefined,
    doorPool,
    jobs,
    production: false,
    draining: false,
    outside,
    // Nobody listens to what changes: the object is there because the app asks for it.
    changes: new Changes(),
  })
  endings.push(() => app.close())
  const { hostname, port } = new URL(String(env.PUBLIC_URL))
  await app.listen({ host: hostname, port: Number(port) })
  return { app, pool, jobs, outside, log }
}

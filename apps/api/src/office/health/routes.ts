import { healthApi } from '@paydesk/contract/office/health'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../lib/errors.ts'
import { publicRouteInSteps } from '../../lib/route.ts'
import { runningVersion } from '../../lib/version.ts'
import { schemaLook } from './health.ts'

export function healthRoutes(app: FastifyInstance) {
  // This call does not touch the database: a process that waits for its database is alive and must
  // not be restarted for it.
  publicRouteInSteps(app, healthApi.live, async () => ({
    status: 'live' as const,
    ...runningVersion,
  }))

  const look = schemaLook(app.deps.readers)
  publicRouteInSteps(app, healthApi.ready, async ({ deps }) => {
    if (deps.draining) throw refuse('unavailable')
    const schemaVersion = await look()
    if (schemaVersion === undefined) throw refuse('unavailable')
    return { status: 'ready' as const, schemaVersion }
  })
}

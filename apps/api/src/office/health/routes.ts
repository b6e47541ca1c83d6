import { healthApi } from '@paydesk/contract/office/health'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../lib/errors.ts'
import { expectedSchemaVersion } from '../../lib/migrate.ts'
import { publicRouteInSteps, route } from '../../lib/route.ts'
import { runningVersion } from '../../lib/version.ts'

export function healthRoutes(app: FastifyInstance) {
  const expected = expectedSchemaVersion()
  // This call does not touch the database: a process that waits for its database is alive and must not be restarted for it.
  publicRouteInSteps(app, healthApi.live, async () => ({ status: 'live' as const, ...runningVersion }))

  route(app, healthApi.ready, async ({ db, deps }) => {
    if (deps.draining) throw refuse('unavailable')
    const { version } = await db
      .selectFrom('schemaMigration')
      .select((query) => query.fn.max('version').as('version'))
      .executeTakeFirstOrThrow()
    // A newer schema is fine: during a rolling deploy the migration runs before the last old process stops.
    if (Number(version) < expected) throw refuse('unavailable')
    return { status: 'ready' as const, schemaVersion: Number(version) }
  })
}

import { healthApi } from '@paydesk/contract/office/health'
import type { FastifyInstance } from 'fastify'
import { type Db, inTransaction } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { expectedSchemaVersion } from '../../lib/migrate.ts'
import { publicRouteInSteps } from '../../lib/route.ts'
import { runningVersion } from '../../lib/version.ts'

async function schemaVersion(db: Db): Promise<number> {
  const { version } = await db
    .selectFrom('schemaMigration')
    .select((query) => query.fn.max('version').as('version'))
    .executeTakeFirstOrThrow()
  return Number(version)
}

export function healthRoutes(app: FastifyInstance) {
  const expected = expectedSchemaVersion()
  // This call does not touch the database: a process that waits for its database is alive and must not be restarted for it.
  publicRouteInSteps(app, healthApi.live, async () => ({ status: 'live' as const, ...runningVersion }))

  // Anyone may ask this, so all who ask at the same time share one look: a thousand of them hold one connection.
  let looking: Promise<number> | undefined
  const readVersion = () => {
    looking ??= inTransaction(app.deps.pool, [], schemaVersion).finally(() => {
      looking = undefined
    })
    return looking
  }
  publicRouteInSteps(app, healthApi.ready, async ({ deps }) => {
    if (deps.draining) throw refuse('unavailable')
    const version = await readVersion()
    // A newer schema is fine: during a rolling deploy the migration runs before the last old process stops.
    if (version < expected) throw refuse('unavailable')
    return { status: 'ready' as const, schemaVersion: version }
  })
}

import type pg from 'pg'
import { type Db, inTransaction } from '../../lib/db.ts'
import { expectedSchemaVersion } from '../../lib/migrate.ts'

export { verifierJobs } from './verify.ts'

async function schemaVersion(db: Db): Promise<number> {
  const { version } = await db
    .selectFrom('schemaMigration')
    .select((query) => query.fn.max('version').as('version'))
    .executeTakeFirstOrThrow()
  return Number(version)
}

/**
 * Asks the database which schema it has. Answers undefined if that is older than this build; a
 * newer one is fine: during a rolling deploy the migration runs before the last old process stops.
 * All who ask at the same time share one look: a thousand of them hold one connection.
 */
export function schemaLook(pool: pg.Pool): () => Promise<number | undefined> {
  const expected = expectedSchemaVersion()
  let looking: Promise<number> | undefined
  return async () => {
    looking ??= inTransaction(pool, [], schemaVersion).finally(() => {
      looking = undefined
    })
    const version = await looking
    return version < expected ? undefined : version
  }
}

import pg from 'pg'
import { createDatabase, prepareDatabase } from './database.ts'
import { type PrivatePostgres, startPrivatePostgres } from './postgres.ts'

/** What has to be undone at the end, in reverse order (`endAll`). */
export type Endings = (() => unknown)[]

export type Database = {
  ownerUrl: string
  runtimeUrl: string
  /** The server, where it is our own. */
  postgres?: PrivatePostgres
}

/** Brings a migrated database. `dir` is an empty folder that is removed at the end. */
export type OpenDatabase = (dir: string, endings: Endings) => Promise<Database>

type Options = {
  name?: string
  settings?: string[]
  /** Prepares the folder into which PostgreSQL's data come, and answers how to undo that. */
  disk?: ((dir: string) => () => void) | undefined
  /** Migrates the database, and answers with the address of the product's login. */
  prepare?: (ownerUrl: string) => Promise<{ runtimeUrl: string }>
}

/** A database on a PostgreSQL of its own. */
export const privateDatabase =
  ({
    name = 'paydesk',
    settings = [],
    disk,
    prepare = prepareDatabase,
  }: Options = {}): OpenDatabase =>
  async (dir, endings) => {
    if (disk) endings.push(disk(dir))
    const postgres = await startPrivatePostgres(dir, { keep: false, settings })
    endings.push(() => postgres.stop())
    await createDatabase(postgres.ownerUrl('postgres'), name)
    const ownerUrl = postgres.ownerUrl(name)
    const { runtimeUrl } = await prepare(ownerUrl)
    return { ownerUrl, runtimeUrl, postgres }
  }

/** Connects as the owner, past row-level security, to read what is really there. */
export function ownerPool(ownerUrl: string, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 4, ...more })
  // The next caller reports a failure. An idle connection may still be closing when PostgreSQL is
  // stopped.
  pool.on('error', () => {})
  return pool
}

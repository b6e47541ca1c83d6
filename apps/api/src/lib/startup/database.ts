import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { expectedSchemaVersion } from '../migrate.ts'
import { breakOff } from '../pool.ts'
import { assertRuntimeRole } from '../runtimeRole.ts'
import { endAtOnceOnStopSignal } from '../shutdown.ts'
import { endPlainly, exitCodes, PlainEnd } from './plain.ts'
import { databaseTrouble, type Trouble } from './trouble.ts'

/**
 * So long somebody who sets up a database may need to make the login that a process of it
 * was started with.
 */
const soonMs = 60_000
const tellMs = 10_000

type Wait = {
  url: string
  tell: (reason: string) => void
  /** A reason to go on waiting, of a database that can be reached. */
  check?: (client: pg.Client) => Promise<string | undefined>
  forMs?: number
}

/**
 * Returns when the database can be reached and `check` has nothing to wait for. Tries every second,
 * and tells why at first and then every ten.
 */
export async function waitForDatabase({
  url,
  tell,
  check,
  forMs = Number.POSITIVE_INFINITY,
}: Wait): Promise<void> {
  const since = performance.now()
  let toldAt = Number.NEGATIVE_INFINITY
  for (;;) {
    const trouble = await lookOnce(url, check)
    if (!trouble) return
    const now = performance.now()
    if (
      trouble.heals !== 'always' &&
      (trouble.heals === 'never' || now - since >= Math.min(soonMs, forMs))
    )
      throw new PlainEnd(
        [`The database cannot be used: ${trouble.reason}`],
        exitCodes.configuration,
      )
    if (now - since >= forMs)
      throw new PlainEnd([`The database cannot be used: ${trouble.reason}`], exitCodes.unreachable)
    if (now - toldAt >= tellMs) {
      tell(trouble.reason)
      toldAt = now
    }
    await sleep(Math.min(1000, forMs))
  }
}

async function lookOnce(url: string, check: Wait['check']): Promise<Trouble | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'paydesk-start',
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  })
  // A connection that is lost between two statements tells it here, and the next
  // statement tells it too.
  client.on('error', () => {})
  try {
    await client.connect()
    const reason = await check?.(client)
    return reason === undefined ? undefined : { reason, heals: 'always' }
  } catch (error) {
    const trouble = databaseTrouble(error)
    if (trouble) return trouble
    throw error
  } finally {
    breakOff(client)
  }
}

/** What API and worker wait for: they do not run against a schema that is older than they are. */
export const migrated =
  (queues: string[]) =>
  async (client: pg.Client): Promise<string | undefined> => {
    // The table is there before the first migration lets anybody read it; the roles may be there
    // before all, from another database of the server.
    const { rows } = await client.query(`select to_regrole('paydesk_auth') is not null
    and has_table_privilege(
      to_regrole('paydesk_app'), to_regclass('public.schema_migration'), 'select'
    ) as begun`)
    if (!rows[0].begun) return 'waiting for the migration: the database is empty'
    await assertRuntimeRole(client)
    const found = await client.query('select max(version) as version from schema_migration')
    const [version, expected] = [Number(found.rows[0].version), expectedSchemaVersion()]
    if (version < expected)
      return `waiting for the migration: the schema is at ${version}, this version needs ${expected}`
    // The migration makes the job engine's tables after its own, and last the queues that this
    // version is the first to have.
    const engine = await client.query(
      `select
       from pg_namespace
       where nspname = 'pgboss' and has_schema_privilege(current_user, oid, 'usage')`,
    )
    if (!engine.rowCount) return 'waiting for the migration: the job engine is not there yet'
    const missing = await client.query<{ name: string }>(
      'select n.name from unnest($1::text[]) as n (name) where not exists (select from pgboss.queue q where q.name = n.name) order by 1',
      [queues],
    )
    return (
      missing.rows[0] &&
      `waiting for the migration: the job engine has no queue ${missing.rows[0].name} yet`
    )
  }

/**
 * For API and worker: returns when they can work with the database, or ends the process in plain
 * words when they never will. `queues` are those that the process takes jobs from or puts them
 * into. `onWait` is called whenever it must wait on.
 */
export async function databaseReady(
  url: string,
  log: Log,
  queues: string[],
  onWait = () => {},
): Promise<void> {
  endAtOnceOnStopSignal()
  const tell = (reason: string) => {
    log.warn({ reason }, 'waiting for the database')
    onWait()
  }
  await waitForDatabase({ url, tell, check: migrated(queues) }).catch(endPlainly)
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { type JobKind, queueOptions } from './job.ts'
import { exitCodes, PlainEnd } from './startup/plain.ts'

const migrationsDir = new URL('../../../../db/migrations', import.meta.url).pathname

export type Migration = { version: number; name: string; sql: string; checksum: string }

/**
 * The first line of a migration of one statement that PostgreSQL runs outside transactions only,
 * such as `create index concurrently`.
 */
export const outsideMark = '-- outside a transaction'

export function readMigrations(): Migration[] {
  const files = readdirSync(migrationsDir).filter((name) => /^\d{4}_\w+\.sql$/.test(name))
  return files.sort().map((name, index) => {
    const version = Number(name.slice(0, 4))
    if (version !== index + 1) throw new Error(`Migration ${name} is out of sequence`)
    const sql = readFileSync(join(migrationsDir, name), 'utf8')
    return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

export const expectedSchemaVersion = () => readMigrations().length

/**
 * Applies the missing migrations: forward only, one transaction each, one migrator at a time. It
 * runs as the owner; API and worker never do.
 */
export async function migrate(
  ownerUrl: string,
  jobs: JobKind[],
  migrations = readMigrations(),
  patienceMs = 60_000,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await waitForTurn(client, patienceMs)
    const applied = await applyMissing(client, migrations, patienceMs)
    await prepareJobEngine(ownerUrl, jobs)
    await grantJobEngine(client)
    return applied
  } finally {
    await client.end()
  }
}

/**
 * By asking again and again: an index that is made concurrently waits for every statement under
 * way, one that waits for this lock included.
 */
async function waitForTurn(client: pg.Client, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const { rows } = await client.query(
      `select pg_try_advisory_lock(hashtext('paydesk.migrate')) as mine`,
    )
    if (rows[0].mine) return
    if (performance.now() >= deadline)
      throw new PlainEnd(
        ['Another migration is under way: run it again when that one has ended.'],
        exitCodes.unreachable,
      )
    await sleep(250)
  }
}

async function applyMissing(
  client: pg.Client,
  migrations: Migration[],
  patienceMs: number,
): Promise<string[]> {
  await client.query(`
    create table if not exists schema_migration (
      version integer primary key, name text not null, checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const known = new Map(
    (await client.query('select version, checksum from schema_migration')).rows.map((row) => [
      row.version,
      row.checksum,
    ]),
  )
  const applied: string[] = []
  for (const migration of migrations) {
    const checksum = known.get(migration.version)
    if (checksum && checksum !== migration.checksum)
      throw new Error(`${migration.name} was changed after it had been applied`)
    if (checksum) continue
    try {
      await (migration.sql.startsWith(outsideMark)
        ? applyOutside(client, migration)
        : applyPatiently(client, migration, patienceMs))
    } catch (error) {
      throw new Error(`${migration.name}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    }
    applied.push(migration.name)
  }
  return applied
}

/**
 * What a migration waits for at most before it lets the others pass: everybody who needs the table
 * waits behind it.
 */
const lockWait = '200ms'
/** Lock not available, deadlock detected. */
const standsInLine = ['55P03', '40P01']

/**
 * A migration that does not get a lock soon gives way, and asks again between two
 * transactions of the others.
 */
async function applyPatiently(
  client: pg.Client,
  migration: Migration,
  patienceMs: number,
): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      return await applyWithin(client, migration)
    } catch (error) {
      if (
        !standsInLine.includes((error as { code?: string }).code ?? '') ||
        performance.now() >= until
      )
        throw error
      await sleep(100 + Math.random() * 400)
    }
  }
}

async function applyWithin(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${lockWait}'`)
    await client.query(migration.sql)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * One statement that commits by itself. If it fails, or this process dies, an index stays that is
 * written and never read: it is dropped before the next try. Nobody waits behind such a statement,
 * so it may wait for others as long as it has to.
 */
async function applyOutside(client: pg.Client, migration: Migration): Promise<void> {
  const index = /^create (?:unique )?index concurrently if not exists (\w+)/m.exec(
    migration.sql,
  )?.[1]
  if (index) {
    const { rows } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [index],
    )
    if (rows.length > 0) await client.query(`drop index concurrently ${index}`)
  }
  await client.query(migration.sql)
  await record(client, migration)
}

async function record(client: pg.Client, { version, name, checksum }: Migration): Promise<void> {
  await client.query('insert into schema_migration (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
  ])
  await client.query('grant select on schema_migration to paydesk_app')
}

async function prepareJobEngine(ownerUrl: string, jobs: JobKind[]) {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 2, supervise: false, schedule: false })
  await boss.start()
  try {
    const { deadLetter, ...plain } = queueOptions
    // Failed jobs are kept for half a year: each is about money or a message that somebody
    // still waits for.
    await putQueue(boss, deadLetter, { ...plain, retentionSeconds: 180 * 24 * 3600 })
    for (const { name } of jobs) await putQueue(boss, name, queueOptions)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/**
 * `createQueue` leaves an existing queue as it is, so options that changed since then
 * are written too.
 */
async function putQueue(boss: PgBoss, name: string, options: Parameters<PgBoss['createQueue']>[1]) {
  await boss.createQueue(name, options)
  const { deadLetter: _fixedAtCreation, ...changeable } = options ?? {}
  await boss.updateQueue(name, changeable)
}

const grantJobEngine = (client: pg.Client) =>
  client.query(`
    grant usage on schema pgboss to paydesk_app;
    grant select, insert, update, delete on all tables in schema pgboss to paydesk_app;
    grant usage on all sequences in schema pgboss to paydesk_app;
    grant execute on all functions in schema pgboss to paydesk_app`)

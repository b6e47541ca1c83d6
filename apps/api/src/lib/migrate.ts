import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { type JobKind, queueOptions } from './job.ts'

const migrationsDir = new URL('../../../../db/migrations', import.meta.url).pathname

type Migration = { version: number; name: string; sql: string; checksum: string }

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
 * Applies the missing migrations: forward only, one transaction each, one migrator at a time. It runs as the owner; API and worker never
 * do.
 */
export async function migrate(ownerUrl: string, jobs: JobKind[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('paydesk.migrate'))`)
    const applied = await applyMissing(client)
    await prepareJobEngine(ownerUrl, jobs)
    await grantJobEngine(client)
    return applied
  } finally {
    await client.end()
  }
}

async function applyMissing(client: pg.Client): Promise<string[]> {
  await client.query(`
    create table if not exists schema_migration (
      version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
    )`)
  const known = new Map(
    (await client.query('select version, checksum from schema_migration')).rows.map((row) => [row.version, row.checksum]),
  )
  const applied: string[] = []
  for (const migration of readMigrations()) {
    const checksum = known.get(migration.version)
    if (checksum && checksum !== migration.checksum) throw new Error(`${migration.name} was changed after it had been applied`)
    if (checksum) continue
    await client.query('begin')
    try {
      // A migration that waits for a lock makes everyone behind it wait: better to fail and be run again.
      await client.query(`set local lock_timeout = '5s'`)
      await client.query(migration.sql)
      await client.query('insert into schema_migration (version, name, checksum) values ($1, $2, $3)', [
        migration.version,
        migration.name,
        migration.checksum,
      ])
      await client.query('grant select on schema_migration to paydesk_app')
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`${migration.name}: ${error instanceof Error ? error.message : error}`, { cause: error })
    }
    applied.push(migration.name)
  }
  return applied
}

async function prepareJobEngine(ownerUrl: string, jobs: JobKind[]) {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 2, supervise: false, schedule: false })
  await boss.start()
  try {
    const { deadLetter, ...plain } = queueOptions
    // Failed jobs are kept for half a year: each is about money or a message that somebody still waits for.
    await putQueue(boss, deadLetter, { ...plain, retentionSeconds: 180 * 24 * 3600 })
    for (const { name } of jobs) await putQueue(boss, name, queueOptions)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** `createQueue` leaves an existing queue as it is, so options that changed since then are written too. */
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

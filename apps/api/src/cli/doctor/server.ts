import type pg from 'pg'
import type { Config } from '../../lib/config.ts'
import { archiveFailing } from '../../lib/watch/figureList.ts'
import { type Finding, fail, few, type Limits, megabytes, ok, seconds, warn } from './finding.ts'

/**
 * How PostgreSQL is set up. `all` is the login that sees most: row-level security does not matter
 * here, but other logins' sessions do.
 */
export async function lookAtServer(
  all: pg.Client,
  config: Config | undefined,
  limits: Limits,
): Promise<Finding[]> {
  return [
    await version(all),
    await encoding(all),
    ...(await durability(all)),
    await autovacuum(all),
    await deadRows(all, limits),
    await connections(all, config),
    await clock(all, limits),
    ...(await transactions(all, limits)),
    await transactionAge(all, limits),
    ...(await replication(all, limits)),
    await archive(all),
    await size(all),
  ]
}

const one = async <T extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<T> =>
  (await client.query<T>(text)).rows[0] as T

async function version(client: pg.Client): Promise<Finding> {
  const { number, text, standby } = await one<{ number: number; text: string; standby: boolean }>(
    client,
    `select current_setting('server_version_num')::int as number,
       current_setting('server_version') as text, pg_is_in_recovery() as standby`,
  )
  if (number < 150000)
    return fail('server version', `PostgreSQL ${text}`, 'use PostgreSQL 15 or newer')
  if (standby)
    return fail(
      'server version',
      `PostgreSQL ${text}, a standby`,
      'give the address of the primary: a standby takes no writes',
    )
  return ok('server version', `PostgreSQL ${text}`)
}

async function encoding(client: pg.Client): Promise<Finding> {
  const { name, locale, provider } = await one<{ name: string; locale: string; provider: string }>(
    client,
    `select pg_encoding_to_char(encoding) as name, datcollate as locale, datlocprovider as provider
     from pg_database
     where datname = current_database()`,
  )
  const anew =
    'create the database anew with --encoding=UTF8 --locale=C.UTF-8, and load a backup into it'
  if (name !== 'UTF8')
    return fail('encoding', `${name}: names and notes in Chinese cannot be stored`, anew)
  if (provider === 'c' && !/^(?:C|POSIX|C\.utf-?8)$/i.test(locale))
    return warn(
      'encoding',
      `UTF8, sorted by the system’s ${locale}: an update of the system can spoil indexes`,
      anew,
    )
  return ok('encoding', `UTF8, ${provider === 'c' ? locale : 'a locale with a version'}`)
}

async function durability(client: pg.Client): Promise<Finding[]> {
  const set = await one<Record<string, string>>(
    client,
    `select current_setting('fsync') as fsync,
       current_setting('full_page_writes') as full_page_writes,
       current_setting('synchronous_commit') as synchronous_commit`,
  )
  const lost: [string, typeof fail, string][] = [
    ['fsync', fail, 'a crash of the machine can destroy the database'],
    ['full_page_writes', fail, 'a crash of the machine can destroy pages of the database'],
    [
      'synchronous_commit',
      warn,
      'a crash loses what was answered last, such as that a refund was sent',
    ],
  ]
  return lost.map(([name, say, why]) =>
    set[name] === 'off'
      ? say(name, `off: ${why}`, `set ${name} = on`)
      : ok(name, String(set[name])),
  )
}

async function autovacuum(client: pg.Client): Promise<Finding> {
  const { all, tables } = await one<{ all: string; tables: string[] }>(
    client,
    `select current_setting('autovacuum') as all,
       array(
         select relname::text
         from pg_class c
         join pg_namespace n on n.oid = c.relnamespace
         where n.nspname in ('public', 'pgboss')
           and exists (
             select from unnest(reloptions) o where o ~ '^autovacuum_enabled=(false|off|0|no)$'
           )
         order by 1
       ) as tables`,
  )
  if (all === 'off')
    return fail(
      'autovacuum',
      'off: tables swell and transaction ids run out',
      'set autovacuum = on',
    )
  return tables.length > 0
    ? fail('autovacuum', `off for ${few(tables)}`, 'alter table … reset (autovacuum_enabled)')
    : ok('autovacuum', 'on for all tables')
}

async function deadRows(client: pg.Client, limits: Limits): Promise<Finding> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text || ' (' || n_dead_tup || ')' as name from pg_stat_user_tables
     where n_dead_tup > $1 and n_dead_tup > n_live_tup / 2
       and coalesce(greatest(last_vacuum, last_autovacuum), '-infinity') < now() - interval '1 day'
       order by n_dead_tup desc`,
    [limits.deadRows],
  )
  if (rows.length === 0) return ok('dead rows', 'few')
  const todo =
    'run vacuum (analyze) on them, and look what keeps autovacuum from it: an old transaction, a slot, its cost limits'
  return warn('dead rows', `not vacuumed for a day: ${few(rows.map(({ name }) => name))}`, todo)
}

/**
 * An API has two pools; besides them a process holds connections for jobs, for listening and for
 * being watched: 7 an API, 8 a worker (docs/operations.md).
 */
async function connections(client: pg.Client, config: Config | undefined): Promise<Finding> {
  const { most, kept, used } = await one<{ most: number; kept: number; used: number }>(
    client,
    `select current_setting('max_connections')::int as most,
       current_setting('superuser_reserved_connections')::int as kept,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
  )
  const needed = 3 * (config?.databasePoolSize ?? 10) + 15
  if (most - kept < needed)
    return fail(
      'connections',
      `max_connections = ${most}, but one API and one worker may take ${needed}`,
      'raise max_connections, or lower DATABASE_POOL_SIZE',
    )
  return used > 0.8 * (most - kept)
    ? warn(
        'connections',
        `${used} of ${most} are taken`,
        'raise max_connections, or lower DATABASE_POOL_SIZE',
      )
    : ok('connections', `${used} of ${most} are taken; one API and one worker may take ${needed}`)
}

async function clock(client: pg.Client, limits: Limits): Promise<Finding> {
  const before = Date.now()
  const { at } = await one<{ at: string }>(
    client,
    'select (extract(epoch from clock_timestamp()) * 1000)::text as at',
  )
  const off = Math.abs(Number(at) - (before + Date.now()) / 2) / 1000
  return off > limits.clockSeconds
    ? fail(
        'database clock',
        `${seconds(off)} from this machine’s`,
        'set both clocks by NTP: sign-in, deadlines and readings go by them',
      )
    : ok('database clock', 'agrees with this machine’s')
}

async function transactions(client: pg.Client, limits: Limits): Promise<Finding[]> {
  const { open, idle } = await one<{ open: number; idle: number }>(
    client,
    `select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float as open,
       coalesce(
         max(
           extract(epoch from clock_timestamp() - state_change)
         ) filter (where state like 'idle in transaction%'),
         0
       )::float as idle
     from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`,
  )
  const end = 'find it in pg_stat_activity and end it with pg_terminate_backend(pid)'
  return [
    open > limits.longTransactionSeconds
      ? fail(
          'long transactions',
          `one is open for ${seconds(open)}: nothing is vacuumed meanwhile`,
          end,
        )
      : ok('long transactions', 'none'),
    idle > limits.idleTransactionSeconds
      ? warn(
          'idle transactions',
          `one waits for its client for ${seconds(idle)}, with its locks`,
          end,
        )
      : ok('idle transactions', 'none'),
  ]
}

async function transactionAge(client: pg.Client, limits: Limits): Promise<Finding> {
  const { age } = await one<{ age: number }>(
    client,
    'select age(datfrozenxid) as age from pg_database where datname = current_database()',
  )
  return age > limits.transactionAge
    ? fail(
        'transaction ids',
        `the oldest is ${age} old: at 2 billion the server stops taking writes`,
        'run vacuum (freeze), and see "autovacuum"',
      )
    : ok('transaction ids', `the oldest is ${age} old`)
}

async function replication(client: pg.Client, limits: Limits): Promise<Finding[]> {
  const { rows: slots } = await client.query<{ name: string; bytes: number }>(
    `select slot_name::text || case when active then '' else ' (nobody reads it)' end as name,
       pg_wal_lsn_diff(
         case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
         restart_lsn
       )::float as bytes
     from pg_replication_slots where restart_lsn is not null`,
  )
  const held = slots.filter(({ bytes }) => bytes > limits.slotBytes)
  const { rows: late } = await client.query<{ name: string }>(
    `select application_name || ' (' || round(extract(epoch from replay_lag)) || ' s)' as name
     from pg_stat_replication
     where replay_lag > make_interval(secs => $1)`,
    [limits.replicaSeconds],
  )
  return [
    held.length > 0
      ? fail(
          'replication slots',
          `${few(held.map(({ name, bytes }) => `${name} holds back ${megabytes(bytes)} of WAL`))}`,
          'start what reads it, or drop it with pg_drop_replication_slot: the disk fills up',
        )
      : ok('replication slots', slots.length > 0 ? `${slots.length}, none far behind` : 'none'),
    late.length > 0
      ? warn(
          'replicas',
          `behind: ${few(late.map(({ name }) => name))}`,
          'look at network and disk of the replica',
        )
      : ok('replicas', 'none is behind'),
  ]
}

async function archive(client: pg.Client): Promise<Finding> {
  const { mode, failing } = await one<{ mode: string; failing: number | null }>(
    client,
    `select current_setting('archive_mode') as mode, (${archiveFailing}) as failing`,
  )
  if (mode === 'off')
    return warn(
      'archive',
      'off: with this server everything since the last backup is lost',
      'set up pgBackRest (docs/operations.md)',
    )
  return failing === null
    ? ok('archive', 'the last piece of the log is there')
    : fail(
        'archive',
        `nothing of the log can be archived for ${seconds(failing)}`,
        'see the server’s log: until it can, no moment since can be restored, and the disk fills up',
      )
}

async function size(client: pg.Client): Promise<Finding> {
  const { bytes } = await one<{ bytes: number }>(
    client,
    'select pg_database_size(current_database())::float as bytes',
  )
  return ok('database size', megabytes(bytes))
}

import type pg from 'pg'
import { deadLetterQueue } from '../../lib/job.ts'
import { parseMasterKeys, Secrets, type WrappedKey } from '../../lib/secret.ts'
import { deadJobs, eventMonthsAhead } from '../../lib/watch/figureList.ts'
import { type Finding, fail, few, type Limits, ok, seconds, warn } from './finding.ts'

/** The job engine, as the processes' own login sees it. */
export async function lookAtJobs(runtime: pg.Client, limits: Limits): Promise<Finding[]> {
  const { rows } = await runtime.query<{ usable: boolean }>(
    `select has_schema_privilege(current_user, oid, 'usage')
       and to_regclass('pgboss.job') is not null
       and has_table_privilege(
         current_user, to_regclass('pgboss.job'), 'select, insert, update, delete'
       ) as usable
     from pg_namespace where nspname = 'pgboss'`,
  )
  const migrate = 'run `paydesk migrate` with DATABASE_OWNER_URL'
  if (!rows[0]) return [fail('job engine', 'its schema pgboss is not there', migrate)]
  if (!rows[0].usable) return [fail('job engine', 'the login may not use its tables', migrate)]
  return [
    ok('job engine', 'there'),
    await dead(runtime),
    await waiting(runtime, limits),
    await workers(runtime),
  ]
}

async function dead(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ jobs: number; kinds: string[] }>(
    `select count(*)::int as jobs,
       coalesce(array_agg(distinct coalesce(source_name, '?')), '{}') as kinds
     from ${deadJobs}`,
  )
  const { jobs = 0, kinds = [] } = rows[0] ?? {}
  return jobs > 0
    ? fail(
        'dead jobs',
        `${jobs} failed every time: ${few(kinds)}`,
        'see the worker’s log for the cause, remove it, then run `paydesk redrive`',
      )
    : ok('dead jobs', 'none')
}

async function waiting(client: pg.Client, limits: Limits): Promise<Finding> {
  const { rows } = await client.query<{ name: string; age: number }>(
    `select name, extract(epoch from clock_timestamp() - start_after)::float as age from pgboss.job
     where state in ('created', 'retry') and start_after < clock_timestamp() and name <> $1
     order by start_after
     limit 1`,
    [deadLetterQueue],
  )
  const oldest = rows[0]
  return oldest && oldest.age > limits.waitingJobSeconds
    ? fail(
        'waiting jobs',
        `${oldest.name} is due for ${seconds(oldest.age)}`,
        'start a worker, or one more: see its log',
      )
    : ok('waiting jobs', oldest ? `the oldest is due for ${seconds(oldest.age)}` : 'none is due')
}

async function workers(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ count: number }>(
    `select count(distinct application_name)::int as count
     from pg_stat_activity
     where application_name like 'paydesk-worker %' and datname = current_database()`,
  )
  const count = rows[0]?.count ?? 0
  return count > 0
    ? ok('workers', `${count} connected`)
    : warn(
        'workers',
        'none is connected',
        'start one with `paydesk worker`: nothing is sent or read without it',
      )
}

/**
 * What the installation itself is in: after a restore, at the end of a month, and when it
 * was last backed up.
 */
export async function lookAtInstallation(runtime: pg.Client, limits: Limits): Promise<Finding[]> {
  const { rows } = await runtime.query<{
    on: boolean
    since: string | null
    ahead: number
    backupAge: number | null
  }>(
    `select is_quarantined() as on,
       to_char(quarantined_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since,
       (${eventMonthsAhead})::int as ahead,
       extract(epoch from clock_timestamp() - backed_up_at)::float8 as "backupAge"
     from installation`,
  )
  const { on = false, since = '', ahead = -1, backupAge = null } = rows[0] ?? {}
  return [
    on
      ? warn(
          'quarantine',
          `since ${since} UTC: nothing is sent to PayPal or to anybody`,
          'confirm what was found at /system/quarantine or by `paydesk quarantine`, then end it',
        )
      : ok('quarantine', 'not in quarantine'),
    ahead < 2
      ? warn(
          'months of events',
          `there is no partition for ${ahead < 0 ? 'this month' : ahead === 0 ? 'the next month' : 'the month after the next'}`,
          'see why the worker’s job event.retain fails; `select make_months()` makes them at once',
        )
      : ok('months of events', `this one and ${ahead} more`),
    lastBackup(backupAge, limits),
  ]
}

function lastBackup(age: number | null, limits: Limits): Finding {
  if (age === null)
    return warn(
      'last backup',
      'none was ever noted',
      'set backups up, or note those that you make in another way (docs/operations.md)',
    )
  return age > limits.backupSeconds
    ? fail(
        'last backup',
        `${seconds(age)} ago`,
        'see why it is not made: `systemctl list-timers`, the journal of pgbackrest-paydesk@diff',
      )
    : ok('last backup', `${seconds(age)} ago`)
}

/**
 * So many companies are enough to notice a key that was left out, also in an
 * installation of thousands.
 */
const mostCompanies = 200

export async function lookAtKeys(runtime: pg.Client, masterKeys: string): Promise<Finding[]> {
  const secrets = new Secrets(parseMasterKeys(masterKeys))
  const judged = (await companyKeys(runtime)).map((key) => ({
    id: key.masterKeyId,
    verdict: secrets.judge(key),
  }))
  const ids = (verdict: string) => [
    ...new Set(judged.filter((one) => one.verdict === verdict).map(({ id }) => id)),
  ]
  const [missing, wrong] = [ids('missing'), ids('wrong')]
  const where = 'secrets of PayPal accounts and second factors cannot be opened'
  return [
    missing.length > 0
      ? fail(
          'master keys: there',
          `not in PAYDESK_MASTER_KEYS: ${few(missing)}; ${where}`,
          'put the key of this id back, behind the first',
        )
      : ok('master keys: there', `${judged.length} companies’ keys looked at`),
    wrong.length > 0
      ? fail(
          'master keys: right',
          `of the same id, but not the key that was used: ${few(wrong)}; ${where}`,
          'put the key back that this id once had',
        )
      : ok('master keys: right', 'they open what they closed'),
  ]
}

/**
 * A process sees one company at a time, so it is asked for one after the other, in a transaction
 * that changes nothing.
 */
async function companyKeys(client: pg.Client): Promise<WrappedKey[]> {
  const keys: WrappedKey[] = []
  await client.query(`begin read only; select set_config('app.super_admin', 'on', true)`)
  try {
    const { rows } = await client.query<{ id: string }>(
      'select id from company order by id limit $1',
      [mostCompanies],
    )
    for (const { id } of rows) {
      await client.query(`select set_config('app.company_id', $1, true)`, [id])
      const found = await client.query(
        'select company_id, master_key_id, wrapped from company_key where company_id = $1',
        [id],
      )
      keys.push(
        ...found.rows.map((row) => ({
          companyId: row.company_id,
          masterKeyId: row.master_key_id,
          wrapped: row.wrapped,
        })),
      )
    }
    return keys
  } finally {
    await client.query('rollback')
  }
}

// @module-tag slow

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { at, doctorWorld, type Fault } from '../test/world/doctorWorld.ts'

vi.setConfig({ testTimeout: 60_000 })
const { t, doSo, look, recognises } = await doctorWorld()

const login = `doctor_${randomBytes(4).toString('hex')}`
const as = (url: string) => at(url, { username: login, password: 'x' })
const roleWith = (more: string) => `create role ${login} login password 'x'; ${more}`
const dropRole = `drop owned by ${login}; drop role ${login}`
const asLogin = () => ({ DATABASE_URL: as(t.runtimeUrl) })
const spare = `test_doctor_${randomBytes(4).toString('hex')}`
const inSpare = () => ({
  DATABASE_OWNER_URL: at(t.ownerUrl, { pathname: `/${spare}` }),
  DATABASE_URL: at(t.runtimeUrl, { pathname: `/${spare}` }),
})
let open: pg.Client | undefined
const openTransaction = async () => {
  open = new pg.Client({ connectionString: t.ownerUrl })
  await open.connect()
  await open.query('begin; select 1')
  await sleep(50)
}
const close = () => open?.end()

/**
 * Rows that are deleted and not vacuumed; the counts are there when the session that
 * made them has ended.
 */
async function leaveDeadRows() {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  await client.query('create table doctor_dead (id int) with (autovacuum_enabled = off)')
  await client.query('insert into doctor_dead select generate_series(1, 500)')
  await client.query('delete from doctor_dead')
  await client.query('select pg_stat_force_next_flush()')
  await client.end()
  await sleep(200)
}
const session = `alter role postgres in database`
const database = () => new URL(t.ownerUrl).pathname.slice(1)
/** The partition of so many months after this one. */
const month = (ahead: number) => {
  const now = new Date()
  return `paypal_event_body_${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 7).replace('-', '')}`
}

const faults: Record<string, Fault> = {
  'the encoding is Latin': {
    check: 'encoding',
    says: /LATIN1/,
    plant: `create database ${spare} template template0 encoding 'LATIN1' locale 'C'`,
    undo: `drop database ${spare} with (force)`,
    environment: inSpare,
  },
  'nothing was migrated': {
    check: 'migrations',
    says: /none was applied/,
    plant: `create database ${spare}`,
    undo: `drop database ${spare} with (force)`,
    environment: inSpare,
  },
  'a superuser’s login': {
    check: 'login: bound',
    says: /superuser/,
    environment: () => ({ DATABASE_URL: t.ownerUrl }),
  },
  'a login past row-level security': {
    check: 'login: bound',
    says: /BYPASSRLS/,
    plant: roleWith(`alter role ${login} bypassrls`),
    undo: dropRole,
    environment: asLogin,
  },
  'a login that owns a table': {
    check: 'login: owns nothing',
    says: /owns tables/,
    plant: roleWith(
      `grant paydesk_app to ${login}; create table ${login} (); alter table ${login} owner to ${login}`,
    ),
    undo: dropRole,
    environment: asLogin,
  },
  'a login outside of paydesk_app': {
    check: 'login: paydesk_app',
    says: /no member/,
    plant: roleWith(''),
    undo: dropRole,
    environment: asLogin,
  },
  'a login that may become paydesk_auth': {
    check: 'login: not paydesk_auth',
    says: /sees all companies/,
    plant: roleWith(`grant paydesk_app, paydesk_auth to ${login}`),
    undo: dropRole,
    environment: asLogin,
  },
  'a migration is missing': {
    check: 'migrations',
    says: /^missing: 0001_lib\.sql/,
    plant: 'update schema_migration set version = 9000 where version = 1',
    undo: 'update schema_migration set version = 1 where version = 9000',
  },
  'a migration was changed': {
    check: 'migrations',
    says: /another text: 0002_/,
    plant: `update schema_migration set checksum = 'x' || checksum where version = 2`,
    undo: 'update schema_migration set checksum = substr(checksum, 2) where version = 2',
  },
  'the schema is newer': {
    check: 'migrations',
    state: 'warn',
    says: /schema is at 9001/,
    plant: `insert into schema_migration (version, name, checksum) values (9001, 'x', 'x')`,
    undo: 'delete from schema_migration where version = 9001',
  },
  'row-level security is off': {
    check: 'row-level security',
    says: /off: bill$/,
    plant: 'alter table bill disable row level security',
    undo: 'alter table bill enable row level security',
  },
  'row-level security is not forced': {
    check: 'row-level security forced',
    says: /not forced.*: customer$/,
    plant: 'alter table customer no force row level security',
    undo: 'alter table customer force row level security',
  },
  'a policy is missing': {
    check: 'policies',
    says: /missing: refund\.tenant$/,
    plant: 'alter policy tenant on refund rename to gone',
    undo: 'alter policy gone on refund rename to tenant',
  },
  'a trigger is disabled': {
    check: 'triggers',
    says: /disabled: audit_entry\.audit_append$/,
    plant: 'alter table audit_entry disable trigger audit_append',
    undo: 'alter table audit_entry enable trigger audit_append',
  },
  'a trigger is missing': {
    check: 'triggers',
    says: /missing or disabled: app_user\.keep_user_tree$/,
    plant: 'alter trigger keep_user_tree on app_user rename to gone',
    undo: 'alter trigger gone on app_user rename to keep_user_tree',
  },
  'a function is missing': {
    check: 'functions',
    says: /^sweep_devices is missing$/,
    plant: 'alter function sweep_devices rename to gone',
    undo: 'alter function gone rename to sweep_devices',
  },
  'a function was changed': {
    check: 'functions',
    says: /^super_admin_count was changed$/,
    plant: `
      create
        or replace function super_admin_count() returns bigint language sql stable security definer set search_path = public,
        pg_temp as 'select 0::bigint'`,
    undo: readFileSync(
      new URL('../../../../db/functions/super_admin_count.sql', import.meta.url),
      'utf8',
    ),
  },
  'fsync is off': { check: 'fsync', says: /destroy the database/ },
  'full_page_writes is off': { check: 'full_page_writes', says: /destroy pages/ },
  'synchronous_commit is off': {
    check: 'synchronous_commit',
    state: 'warn',
    says: /loses what was answered last/,
  },
  'autovacuum is off for a table': {
    check: 'autovacuum',
    says: /off for bill$/,
    plant: 'alter table bill set (autovacuum_enabled = off)',
    undo: 'alter table bill reset (autovacuum_enabled)',
  },
  'rows are dead and not vacuumed': {
    check: 'dead rows',
    state: 'warn',
    says: /doctor_dead \(500\)/,
    plant: leaveDeadRows,
    undo: 'drop table doctor_dead',
    limits: { deadRows: 400 },
  },
  'there are too few connections': {
    check: 'connections',
    says: /may take 615/,
    environment: () => ({ DATABASE_POOL_SIZE: '200' }),
  },
  'the database’s clock is an hour behind': {
    check: 'database clock',
    says: /60 min from this machine’s/,
    plant: () =>
      doSo(`create schema travel; create function travel.clock_timestamp() returns timestamptz language sql as 'select pg_catalog.clock_timestamp() - interval ''1 hour''';
        ${session} ${database()} set search_path = travel, pg_catalog, public`),
    undo: () => doSo(`${session} ${database()} reset search_path; drop schema travel cascade`),
  },
  'a transaction is open for too long': {
    check: 'long transactions',
    says: /nothing is vacuumed meanwhile/,
    plant: openTransaction,
    undo: close,
    limits: { longTransactionSeconds: 0.01 },
  },
  'a transaction waits for its client': {
    check: 'idle transactions',
    state: 'warn',
    says: /with its locks/,
    plant: openTransaction,
    undo: close,
    limits: { idleTransactionSeconds: 0.01 },
  },
  'transaction ids are old': {
    check: 'transaction ids',
    says: /stops taking writes/,
    limits: { transactionAge: 1 },
  },
  'a replication slot holds back WAL': {
    check: 'replication slots',
    says: new RegExp(`${login} \\(nobody reads it\\) holds back`),
    plant: `select pg_create_physical_replication_slot('${login}', true)`,
    undo: `select pg_drop_replication_slot('${login}')`,
    limits: { slotBytes: -1 },
  },
  'the job engine is not there': {
    check: 'job engine',
    says: /pgboss is not there/,
    plant: 'alter schema pgboss rename to gone',
    undo: 'alter schema gone rename to pgboss',
  },
  'the job engine is not granted': {
    check: 'job engine',
    says: /may not use its tables/,
    plant: 'revoke usage on schema pgboss from paydesk_app',
    undo: 'grant usage on schema pgboss to paydesk_app',
  },
  'jobs are dead': {
    check: 'dead jobs',
    says: /^1 failed every time/,
    plant: () => t.jobs.boss.send('dead', { a: 1 }),
    undo: `delete from pgboss.job where name = 'dead'`,
  },
  'a job waits for an hour': {
    check: 'waiting jobs',
    says: /^audit\.shipHeads is due for 60 min/,
    plant: () =>
      t.jobs.boss.send('audit.shipHeads', {}, { startAfter: new Date(Date.now() - 3_600_000) }),
    undo: `delete from pgboss.job where name = 'audit.shipHeads'`,
  },
  'no worker runs': { check: 'workers', state: 'warn', says: /none is connected/ },
  'the database is in quarantine': {
    check: 'quarantine',
    state: 'warn',
    says: /^since \d{4}-\d\d-\d\d \d\d:\d\d UTC: nothing is sent/,
    plant: `select quarantine_on(now(), 'a test')`,
    undo: 'update installation set left_at = now()',
  },
  'no backup was ever made': {
    check: 'last backup',
    state: 'warn',
    says: /^none was ever noted$/,
    plant: 'update installation set backed_up_at = null',
    undo: 'update installation set backed_up_at = now()',
  },
  'the last backup is old': {
    check: 'last backup',
    says: /^49 h ago$/,
    plant: `update installation set backed_up_at = now() - interval '49 hours'`,
    undo: 'update installation set backed_up_at = now()',
  },
  'the log is not archived': { check: 'archive', state: 'warn', says: /^off: with this server/ },
  'the next month has no partition': {
    check: 'months of events',
    state: 'warn',
    says: /no partition for the next month$/,
    plant: () => doSo(`drop table ${month(1)}`),
    undo: 'select make_months()',
  },
  'the month after the next has no partition': {
    check: 'months of events',
    state: 'warn',
    says: /no partition for the month after the next$/,
    plant: () => doSo(`drop table ${month(2)}`),
    undo: 'select make_months()',
  },
  'this month has no partition': {
    check: 'months of events',
    state: 'warn',
    says: /no partition for this month$/,
    plant: () => doSo(`alter table paypal_event_body detach partition ${month(0)}`),
    undo: () => doSo(`drop table ${month(0)}; select make_months()`),
  },
}

describe('each fault of the database is recognised by its own line, which says what to do', () => {
  recognises(faults)

  test('autovacuum is off in the whole server', async () => {
    // Other tests share the server: it is off for as long as the look takes.
    const change = async (value: string) => {
      await t.owner(`alter system ${value}`)
      await t.owner('select pg_reload_conf()')
      await sleep(300)
    }
    const findings = await look({
      plant: () => change('set autovacuum = off'),
      undo: () => change('reset autovacuum'),
    })
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'autovacuum',
        state: 'fail',
        found: expect.stringMatching(/^off: tables swell/),
      }),
    )
  })
})

test('a worker that is connected is seen', async () => {
  const client = new pg.Client({
    connectionString: t.runtimeUrl,
    application_name: 'paydesk-worker 1',
  })
  await client.connect()
  expect(await look({})).toContainEqual({ check: 'workers', state: 'ok', found: '1 connected' })
  await client.end()
})

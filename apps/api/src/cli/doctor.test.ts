import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../../scripts/postgres.ts'
import { readConfig } from '../lib/config.ts'
import { newMasterKey } from '../lib/secret.ts'
import { make } from '../test/make.ts'
import { mailServer } from '../test/server/mailServer.ts'
import { testApp, testMasterKeys } from '../test/testApp.ts'
import { type Finding, type Limits, limits } from './doctor/finding.ts'
import { lookAtWebhook } from './doctor/outside.ts'
import { examine } from './doctor.ts'

vi.setConfig({ testTimeout: 60_000 })
const mail = await mailServer()
const t = testApp()

const dir = mkdtempSync(join(tmpdir(), 'paydesk-doctor-'))
writeFileSync(join(dir, 'index.html'), 'the console')
/** Stands for PayPal, and for whatever else answers where we should be; its clock can be put back. */
let behindMs = 0
const other = createServer((_, response) => {
  response.setHeader('date', new Date(Date.now() - behindMs).toUTCString())
  response.setHeader('content-type', 'application/json')
  response.end('{"issuer":"https://somebody.else"}')
}).listen(0, '127.0.0.1')
await once(other, 'listening')
const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
// `fetch` asks at no port below 1024 that has another use.
const nobody = `http://127.0.0.1:${await freePort()}`
let publicUrl = ''
beforeAll(async () => {
  publicUrl = await t.app.listen({ host: '127.0.0.1', port: 0 })
  const companyId = await make.company(t)
  await t.in(companyId, (db) => t.outside.secrets.seal(db, { companyId, table: 't', column: 'c', row: 'r' }, 'a secret'))
})
afterAll(() => {
  other.close()
  rmSync(dir, { recursive: true })
})

const at = (url: string, change: Partial<URL>) => Object.assign(new URL(url), change).href
const healthy = () => ({
  NODE_ENV: 'production',
  PAYDESK_TRIAL: '1',
  DATABASE_URL: t.runtimeUrl,
  DATABASE_OWNER_URL: t.ownerUrl,
  PAYDESK_MASTER_KEYS: testMasterKeys,
  PUBLIC_URL: publicUrl,
  TRUST_PROXY: '127.0.0.1',
  PAYPAL_SIMULATOR_URL: otherUrl,
  SMTP_URL: mail.url,
  MAIL_FROM: 'Paydesk <pay@example.com>',
  CONSOLE_DIR: dir,
})

type Fault = {
  check: string
  state?: Finding['state']
  says: RegExp
  /** Brings it about, as the superuser where it is SQL; `undo` takes it back. */
  plant?: string | (() => Promise<unknown>)
  undo?: string | (() => unknown)
  environment?: () => Record<string, string>
  limits?: Partial<Limits>
}

const doSo = async (act: string | (() => unknown) | undefined) => (typeof act === 'string' ? t.owner(act) : act?.())

async function look({ plant, undo, environment, limits: other }: Partial<Fault>): Promise<Finding[]> {
  await doSo(plant)
  try {
    return await examine({ ...healthy(), ...environment?.() }, { ...limits, timeoutMs: 3000, ...other })
  } finally {
    await doSo(undo)
  }
}

/** What is not well with a database of these tests before anything is planted: they need no durability, no worker and no PayPal. */
const always = ['fsync', 'full_page_writes', 'synchronous_commit', 'webhook address', 'workers']

test('a healthy installation: every line is there, and none complains', async () => {
  const findings = await look({})
  const complaints = findings.filter(({ state, check }) => state !== 'ok' && !always.includes(check))
  expect(complaints).toEqual([])
  expect(findings.length).toBeGreaterThanOrEqual(38)
  for (const { state, todo } of findings) expect(todo === undefined).toBe(state === 'ok')
})

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

/** Rows that are deleted and not vacuumed; the counts are there when the session that made them has ended. */
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

const faults: Record<string, Fault> = {
  'the server is down': { check: 'database', says: /refused/, environment: () => ({ DATABASE_URL: at(t.runtimeUrl, { port: '9' }) }) },
  'its name is not known': {
    check: 'database',
    says: /name of its host/,
    environment: () => ({ DATABASE_URL: 'postgres://x@no.invalid/x' }),
  },
  'the password is wrong': {
    check: 'database',
    says: /password is wrong/,
    environment: () => ({ DATABASE_URL: at(t.runtimeUrl, { password: 'no' }) }),
  },
  'the database is missing': {
    check: 'database',
    says: /no database/,
    environment: () => ({ DATABASE_URL: at(t.runtimeUrl, { pathname: '/no' }) }),
  },
  'the owner’s password is wrong': {
    check: 'database as owner',
    says: /password is wrong/,
    environment: () => ({ DATABASE_OWNER_URL: at(t.ownerUrl, { password: 'no' }) }),
  },
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
  'a superuser’s login': { check: 'login: bound', says: /superuser/, environment: () => ({ DATABASE_URL: t.ownerUrl }) },
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
    plant: roleWith(`grant paydesk_app to ${login}; create table ${login} (); alter table ${login} owner to ${login}`),
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
    plant: `create or replace function super_admin_count() returns bigint language sql stable security definer set search_path = public, pg_temp as 'select 0::bigint'`,
    undo: readFileSync(new URL('../../../../db/functions/super_admin_count.sql', import.meta.url), 'utf8'),
  },
  'fsync is off': { check: 'fsync', says: /destroy the database/ },
  'full_page_writes is off': { check: 'full_page_writes', says: /destroy pages/ },
  'synchronous_commit is off': { check: 'synchronous_commit', state: 'warn', says: /loses what was answered last/ },
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
  'there are too few connections': { check: 'connections', says: /may take 414/, environment: () => ({ DATABASE_POOL_SIZE: '200' }) },
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
  'transaction ids are old': { check: 'transaction ids', says: /stops taking writes/, limits: { transactionAge: 1 } },
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
    plant: () => t.jobs.boss.send('audit.shipHeads', {}, { startAfter: new Date(Date.now() - 3_600_000) }),
    undo: `delete from pgboss.job where name = 'audit.shipHeads'`,
  },
  'no worker runs': { check: 'workers', state: 'warn', says: /none is connected/ },
  'a master key was left out': {
    check: 'master keys: there',
    says: /not in PAYDESK_MASTER_KEYS: test;/,
    environment: () => ({ PAYDESK_MASTER_KEYS: newMasterKey('other') }),
  },
  'a master key is another one': {
    check: 'master keys: right',
    says: /not the key that was used: test;/,
    environment: () => ({ PAYDESK_MASTER_KEYS: newMasterKey('test') }),
  },
  'a setting is wrong': { check: 'configuration', says: /^PORT must be/, environment: () => ({ PORT: 'http' }) },
  'a setting is misspelt': {
    check: 'configuration',
    state: 'warn',
    says: /PAYDESK_TRIAL meant/,
    environment: () => ({ PAYDESK_TRAIL: '1' }),
  },
  'nothing answers at PUBLIC_URL': {
    check: 'PUBLIC_URL',
    state: 'warn',
    says: /cannot be reached from here: .*ECONNREFUSED/,
    environment: () => ({ PUBLIC_URL: nobody }),
  },
  'somebody else answers at PUBLIC_URL': { check: 'PUBLIC_URL', says: /it is not Paydesk/, environment: () => ({ PUBLIC_URL: otherUrl }) },
  'the proxy is not believed': {
    check: 'TRUST_PROXY',
    state: 'warn',
    says: /all people then share its address/,
    environment: () => ({ TRUST_PROXY: 'none', PUBLIC_URL: 'https://127.0.0.1:9' }),
  },
  'PayPal cannot be reached': {
    check: `PayPal ${new URL(nobody).host}`,
    says: /cannot be reached: .*ECONNREFUSED/,
    environment: () => ({ PAYPAL_SIMULATOR_URL: nobody }),
  },
  'PayPal’s clock differs': {
    check: `PayPal ${new URL(otherUrl).host}: clock`,
    says: /60 min from this machine’s/,
    plant: async () => {
      behindMs = 3_600_000
    },
    undo: () => {
      behindMs = 0
    },
  },
  'the mail server is down': {
    check: 'mail',
    says: /cannot be used: .*ECONNREFUSED/,
    environment: () => ({ SMTP_URL: 'smtp://127.0.0.1:9' }),
  },
  'the mail server refuses us': {
    check: 'mail',
    says: /refuses the login/,
    environment: () => ({ SMTP_URL: mail.url.replace('letter', 'hunter2') }),
  },
  'mail comes from nowhere': { check: 'mail', state: 'warn', says: /no-reply@localhost/, environment: () => ({ MAIL_FROM: '' }) },
  'no mail server is set': { check: 'mail', state: 'warn', says: /no e-mail goes out/, environment: () => ({ SMTP_URL: '' }) },
  'the identity provider is down': {
    check: 'sign-in by OpenID Connect',
    says: /does not answer as it should: .*ECONNREFUSED/,
    environment: () => ({ OIDC_ISSUER: nobody }),
  },
  'the identity provider is another one': {
    check: 'sign-in by OpenID Connect',
    says: /of another issuer/,
    environment: () => ({ OIDC_ISSUER: otherUrl }),
  },
  'the disk is full': { check: 'disk', state: 'warn', says: /free in/, limits: { freeBytes: Number.POSITIVE_INFINITY } },
  'the console is not built': { check: 'console', state: 'warn', says: /not built/, environment: () => ({ CONSOLE_DIR: '/nonexistent' }) },
}

describe('each planted fault is recognised by its own line, which says what to do', () => {
  test.each(Object.entries(faults))('%s', async (_, fault) => {
    const findings = await look(fault)
    const lines = findings.filter(({ check, state }) => check === fault.check && state === (fault.state ?? 'fail'))
    expect(lines).toContainEqual({
      check: fault.check,
      state: fault.state ?? 'fail',
      found: expect.stringMatching(fault.says),
      todo: expect.stringMatching(/\w{3}/),
    })
    expect(JSON.stringify(findings)).not.toMatch(/hunter2|a secret/)
  })

  test('autovacuum is off in the whole server', async () => {
    // Other tests share the server: it is off for as long as the look takes.
    const change = async (value: string) => {
      await t.owner(`alter system ${value}`)
      await t.owner('select pg_reload_conf()')
      await sleep(300)
    }
    const findings = await look({ plant: () => change('set autovacuum = off'), undo: () => change('reset autovacuum') })
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'autovacuum', state: 'fail', found: expect.stringMatching(/^off: tables swell/) }),
    )
  })

  test.each([
    'https://localhost',
    'http://pay.example.com',
    'https://10.1.2.3',
    'https://pay.example.com:8443',
    'https://paydesk',
    'https://pay.local',
  ])('PayPal delivers nothing to %s', async (PUBLIC_URL) => {
    const config = (url: string) => readConfig({ ...healthy(), PAYPAL_SIMULATOR_URL: '', PUBLIC_URL: url })
    expect(await lookAtWebhook(config(PUBLIC_URL))).toEqual([expect.objectContaining({ check: 'webhook address', state: 'fail' })])
    expect(await lookAtWebhook(config('https://pay.example.com'))).toEqual([expect.objectContaining({ state: 'ok' })])
  })
})

test('a worker that is connected is seen', async () => {
  const client = new pg.Client({ connectionString: t.runtimeUrl, application_name: 'paydesk-worker 1' })
  await client.connect()
  expect(await look({})).toContainEqual({ check: 'workers', state: 'ok', found: '1 connected' })
  await client.end()
})

test('the command prints a line each or JSON, fails if anything fails, and knows the limit of open files', async () => {
  const bin = new URL('../../../../bin/paydesk', import.meta.url).pathname
  const run = (args: string) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) =>
      execFile(
        'sh',
        ['-c', `ulimit -n 256; exec ${bin} doctor ${args}`],
        { env: { PATH: process.env.PATH ?? '', ...healthy() } },
        (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
      ),
    )
  const [text, json] = await Promise.all([run(''), run('--json')])
  expect({ code: text.code, err: text.err }).toEqual({ code: 1, err: '' })
  expect(text.out).toMatch(/^ok {4}Node: \d+/m)
  expect(text.out).toMatch(/^warn {2}open files: at most 256: .* → raise it to 4096/m)
  expect(text.out).toMatch(/^fail {2}fsync: off: .* → set fsync = on$/m)
  expect(text.out).not.toContain(testMasterKeys)
  expect(JSON.parse(json.out)).toContainEqual({ check: 'console', state: 'ok', found: 'built' })
})

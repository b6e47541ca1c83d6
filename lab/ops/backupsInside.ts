/**
 * What lab/ops/backups.ts runs in namespaces of its own: it may mount, and every process ends with
 * it.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createPool } from '../../apps/api/src/lib/pool.ts'
import { newMasterKey } from '../../apps/api/src/lib/secret.ts'
import { archiveFailing } from '../../apps/api/src/lib/watch/figureList.ts'
import { spawnLogged } from '../ground/processes.ts'
import { Client } from '../stack/client.ts'
import { openStack } from '../stack/openStack.ts'
import { seedCompanies } from '../world/companies.ts'
import { seedBills } from '../world/seedBills.ts'
import { findingsIn } from './doctor.ts'
import { blocksOf } from './document.ts'

const root = new URL('../..', import.meta.url).pathname
const dir = process.argv[2] as string
const startedAt = performance.now()
const seconds = (since = startedAt) => Math.round((performance.now() - since) / 100) / 10
const say = (text: string) => console.log(`${seconds().toFixed(1).padStart(6)} s  ${text}`)
const faults: string[] = []
const check = (holds: boolean, what: string) => {
  say(`${holds ? 'ok  ' : 'FAIL'}  ${what}`)
  if (!holds) faults.push(what)
}
const password = 'backups-backups-1'

/** Folders of PostgreSQL and pgBackRest are empty here, with the owners that Debian gave them. */
function ownFolders() {
  const command = (name: string, ...args: string[]) =>
    execFileSync(name, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  command('cp', '--archive', '/etc', `${dir}/etc`)
  command('mount', '--bind', `${dir}/etc`, '/etc')
  const empty = [
    '/var/lib/postgresql',
    '/var/lib/pgbackrest',
    '/var/log/pgbackrest',
    '/var/log/postgresql',
    '/var/spool/pgbackrest',
  ]
  for (const path of ['/etc/postgresql', ...empty].filter((one) => existsSync(one))) {
    const { uid, gid, mode } = statSync(path)
    command(
      'mount',
      '-t',
      'tmpfs',
      '-o',
      `uid=${uid},gid=${gid},mode=${(mode & 0o7777).toString(8)}`,
      'tmpfs',
      path,
    )
  }
  // Whoever has cloned into /tmp keeps it: it would be empty of these scripts.
  for (const path of ['/tmp', '/run', '/opt'].filter((one) => !root.startsWith(`${one}/`)))
    command('mount', '-t', 'tmpfs', '-o', `mode=${path === '/tmp' ? 1777 : 755}`, 'tmpfs', path)
  command(
    'install',
    '--directory',
    '--owner=postgres',
    '--group=postgres',
    '--mode=2775',
    '/run/postgresql',
  )
  mkdirSync('/opt/paydesk/ops', { recursive: true })
  cpSync(`${root}ops/backup`, '/opt/paydesk/ops/backup', { recursive: true })
  command('ip', 'link', 'set', 'lo', 'up')
}

/** As the operator's shell would: what it says, and whether it ended well. */
function shell(commands: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync('sh', ['-eu', '-c', commands], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { well: status === 0, said: `${stdout}${stderr}`.trim() }
}
function must(commands: string, env?: Record<string, string>): string {
  const { well, said } = shell(commands, env)
  if (!well) throw new Error(`${commands}\n${said}`)
  return said
}
const asPostgres = (sql: string, port = 5432) =>
  execFileSync(
    'runuser',
    ['-u', 'postgres', '--', 'psql', '-Atqp', String(port), '-v', 'ON_ERROR_STOP=1'],
    {
      input: sql,
      encoding: 'utf8',
      cwd: '/',
    },
  )

ownFolders()
const [setUp = '', restore = '', dump = ''] = blocksOf(
  `${root}docs/operations.md`,
  'Backup and restore',
).map(({ commands }) => commands)
const [version = ''] = readdirSync('/usr/lib/postgresql').sort().reverse()
must(`pg_createcluster --locale C.UTF-8 ${version} main --start`)
asPostgres(`create role paydesk_owner login createrole bypassrls password 'owner';
create database paydesk owner paydesk_owner template template0 encoding 'UTF8' locale 'C.UTF-8';`)

const at = (database: string, port = 5432) => ({
  NODE_ENV: 'production',
  PAYDESK_TRIAL: '1',
  DATABASE_URL: `postgres://paydesk_run:run@127.0.0.1:${port}/${database}`,
  DATABASE_OWNER_URL: `postgres://paydesk_owner:owner@127.0.0.1:${port}/${database}`,
  PORT: '3000',
  PUBLIC_URL: 'http://127.0.0.1:3000',
  TRUST_PROXY: 'none',
  PAYDESK_MASTER_KEYS: masterKeys,
  PAYPAL_SIMULATOR_URL: 'http://127.0.0.1:9',
  LOG_LEVEL: 'warn',
})
const masterKeys = newMasterKey('backups')
const paydesk = (env: Record<string, string>, args: string) =>
  shell(`${process.execPath} ${root}apps/api/src/cli/paydesk.ts ${args}`, env)

/**
 * Runs an API on this database while the work is done by a person who signs in. An operator has no
 * second factor to set up, so may come again.
 */
async function withApi<T>(
  env: Record<string, string>,
  username: string,
  work: (admin: Client) => Promise<T>,
): Promise<T> {
  const stack = await openStack({
    name: 'backups-api',
    apis: 1,
    workers: 0,
    port: 3000,
    database: async () => ({
      ownerUrl: String(env.DATABASE_OWNER_URL),
      runtimeUrl: String(env.DATABASE_URL),
    }),
    env,
  })
  try {
    const admin = new Client(stack.api)
    await admin.signIn(username, password)
    return await work(admin)
  } finally {
    await stack.stop()
  }
}
const draft = (admin: Client, title: string, customerId: string) =>
  admin.call<{ id: string }>('POST', '/api/payPalBill', {
    customerId,
    currency: 'USD',
    title,
    items: [{ name: 'Item', quantity: '1', unitAmountMinor: 1000 }],
    term: 'net15',
    allowPartial: true,
  })
const titles = async (database: string, port?: number) => {
  const client = new pg.Client({ connectionString: at(database, port).DATABASE_OWNER_URL })
  await client.connect()
  const { rows } = await client.query<{ title: string }>(
    `select title from bill where title like 'Backup %' order by title`,
  )
  await client.end()
  return rows.map(({ title }) => title).join(', ')
}
const quarantine = (database: string, port?: number) =>
  asPostgres(
    `\\c ${database}\nselect is_quarantined() || ' ' || (extract(epoch from restored_to) * 1000000)::bigint from installation;`,
    port,
  ).trim()
const microseconds = (moment: string) =>
  asPostgres(`select (extract(epoch from '${moment}'::timestamptz) * 1000000)::bigint;`).trim()
/** By how many seconds what is forgotten begins before this moment. */
const since = (moment: string) => {
  const [on, restoredTo] = quarantine('paydesk').split(' ')
  return on === 'true'
    ? (Number(microseconds(moment)) - Number(restoredTo)) / 1_000_000
    : Number.NaN
}
const now = () => asPostgres('select clock_timestamp();').trim()

/**
 * Somebody who waits for the database, by the network and by the server's usual socket: what they
 * find once the lost table is back.
 */
async function waitsForIt(until: () => boolean): Promise<string[]> {
  const found: string[] = []
  const try_ = async (connectionString: string) => {
    while (!until()) {
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: 500 })
      client.on('error', () => {})
      try {
        await client.connect()
        const { rows } = await client.query<{ back: boolean; on: boolean }>(
          `select to_regclass('bill_payment') is not null as back, is_quarantined() as on`,
        )
        if (rows[0]?.back) found.push(rows[0].on ? 'quarantined' : 'free')
      } catch {}
      await client.end().catch(() => {})
      await sleep(5)
    }
  }
  const byNetwork = at('paydesk').DATABASE_URL
  await Promise.all([
    try_(byNetwork),
    try_(byNetwork.replace('@127.0.0.1:5432/', '@%2Frun%2Fpostgresql/')),
  ])
  return found
}
/** The same command without holding this process up. */
async function meanwhile(
  commands: string,
  env: Record<string, string> = {},
): Promise<{ well: boolean; found: string[]; said: string }> {
  const log = `${dir}/meanwhile.log`
  const child = spawnLogged(['sh', '-euc', commands], { cwd: '/', env, log: openSync(log, 'w') })
  let ended = false
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve)).finally(() => {
    ended = true
  })
  const found = await waitsForIt(() => ended)
  return { well: (await code) === 0, found, said: readFileSync(log, 'utf8') }
}

/** PostgreSQL archives by itself, and tries again after some seconds. */
function lookFor(look: () => string[], words: string): string[] {
  for (const until = Date.now() + 90_000; Date.now() < until; execFileSync('sleep', ['2'])) {
    const found = look()
    if (found.some((line) => line.startsWith(words))) return found
  }
  return look()
}

try {
  must(`${process.execPath} ${root}apps/api/src/cli/paydesk.ts migrate --login`, at('paydesk'))
  const pool = createPool(at('paydesk').DATABASE_URL, 2, 'backups')
  await seedCompanies(pool, { password, demo: false })
  await seedBills(pool)
  await pool.end()
  // One whom the operator may bill too: those of other teams are not found.
  const customer = asPostgres(
    `\\c paydesk\nselect c.id from customer c join app_user u on u.company_id = c.company_id and u.id = c.owner_id
     where u.username = 'wangfang' and c.email is not null limit 1;`,
  ).trim()
  must(setUp)
  say('set up; the first full backup is made')
  must('/opt/paydesk/ops/backup/setup.sh')
  say('set up a second time')
  const conf = '/etc/pgbackrest/pgbackrest.conf'
  must(`sed -i 's/^repo1-path/repo1-host=elsewhere\\n&/' ${conf}`)
  check(
    shell('/opt/paydesk/ops/backup/setup.sh').said.includes('repository host'),
    'a repository host, on which no backup could be made, is refused',
  )
  must(`sed -i /^repo1-host/d ${conf}`)

  const [moment, later] = await withApi(at('paydesk'), 'admin', async (admin) => {
    const kept = await draft(admin, 'Backup 1', customer)
    if (kept.status !== 200) throw new Error(`create: ${kept.status} ${kept.errorMessage}`)
    const one = now()
    await draft(admin, 'Backup 2', customer)
    const two = now()
    must('/opt/paydesk/ops/backup/backup.sh diff')
    const refused = shell(restore.replace(/'[^']*'/, `'${one}'`))
    check(
      !refused.well && refused.said.includes('still connected'),
      'a restore is refused while Paydesk is connected',
    )
    return [one, two] as const
  })
  const script = '/opt/paydesk/ops/backup/restore.sh'
  check(
    shell(`${script} '2026-11-18 09:30:00'`).said.includes('offset'),
    'a moment without its offset is refused',
  )
  check(
    shell(`${script} '2199-01-01 00:00:00Z'`).said.includes('still to come'),
    'a moment in the future is refused',
  )
  asPostgres('\\c paydesk\ndrop table bill_payment cascade;')

  const restoreAt = performance.now()
  const restored = await meanwhile(restore.replace(/'[^']*'/, `'${moment}'`))
  const restoreSeconds = seconds(restoreAt)
  if (!restored.well)
    say(
      restored.said +
        readFileSync(`/var/log/postgresql/postgresql-${version}-main.log`, 'utf8').slice(-3000),
    )
  check(
    restored.well,
    `restored to a moment before the last backup: ${restored.said.trim().split('\n').at(-1)}`,
  )
  await sleep(300)
  check(
    !restored.found.includes('free'),
    `who waits for the database finds it in quarantine only (${restored.found.length} times)`,
  )
  check(
    (await titles('paydesk')) === 'Backup 1',
    'what was done after the moment is gone, what was done before is there',
  )
  check(
    since(moment) >= 0 && since(moment) < 10,
    `in quarantine, of the last that was done before that moment: ${since(moment)} s`,
  )
  await withApi(at('paydesk'), 'wangfang', async (admin) => {
    check(
      (await admin.call('GET', '/api/payPalBill?current=1&pageSize=1')).status === 200,
      'signed in, bills are listed',
    )
    const { errorCode } = await draft(admin, 'Backup 3', customer)
    check(errorCode === 'quarantined', `a new bill is refused: ${errorCode}`)
  })
  const verified = paydesk(at('paydesk'), 'verify ledger')
  check(verified.well, 'the books are proven')
  const toLater = restore.replace(/'[^']*'/, `'${later}'`)
  const cutOff = shell(toLater)
  check(
    cutOff.well && (await titles('paydesk')) === 'Backup 1',
    'a moment that the first restore had cut off, without saying so',
  )
  check(
    since(moment) >= 0,
    'is in quarantine of what is there, and not of the moment that was asked for',
  )
  const again = shell(toLater, { TIMELINE: '1' })
  check(
    again.well && (await titles('paydesk')) === 'Backup 1, Backup 2',
    'restored once more, to a moment that the first restore had cut off',
  )
  check(
    since(later) >= 0 && since(later) < 10,
    `in quarantine, of that other moment: ${since(later)} s`,
  )
  asPostgres('\\c paydesk\nupdate installation set left_at = now();')
  must('/opt/paydesk/ops/backup/backup.sh diff')
  say('a backup after the restore, on the new timeline')
  const doctor = () => {
    const lines = findingsIn(paydesk(at('paydesk'), 'doctor --json').said)
    return lines.flatMap(({ check: name, state, found }) =>
      ['last backup', 'archive'].includes(name) ? `${name} ${state}: ${found}` : [],
    )
  }
  check(
    /^last backup ok: \d s ago,archive ok:/.test(
      lookFor(doctor, 'archive ok').sort().reverse().join(),
    ),
    'the doctor knows of the backup and of the archive',
  )
  asPostgres(`alter system set archive_command = 'false';\nselect pg_reload_conf();`)
  asPostgres(`create table public.written (); drop table public.written; select pg_switch_wal();`)
  const failing = lookFor(doctor, 'archive fail')
  check(
    failing.some((line) =>
      /^archive fail: nothing of the log can be archived for \d+ s$/.test(line),
    ),
    `and when the archive fails: ${failing.join('; ')}`,
  )
  asPostgres(
    `alter system set archive_command = 'pgbackrest --stanza=paydesk archive-push %p';\nselect pg_reload_conf();`,
  )
  check(
    lookFor(doctor, 'archive ok').some((line) => line.startsWith('archive ok')),
    'and when it has caught up',
  )
  // To the server this is no failure: it starts its archiver anew, and counts nothing. The figure
  // waits five minutes for it; two seconds here.
  asPostgres(
    `alter system set archive_command = '/nowhere/pgbackrest %p';\nselect pg_reload_conf();`,
  )
  for (const _ of [1, 2])
    asPostgres('create table public.written (); drop table public.written; select pg_switch_wal();')
  await sleep(4000)
  const hangs = asPostgres(archiveFailing.replace("'5 minutes'", "'2 seconds'")).trim()
  check(
    Number(hangs) > 2 && asPostgres(archiveFailing).trim() === '',
    `a command that is not found shows by what is not gone: ${hangs} s`,
  )
  asPostgres(
    `alter system set archive_command = 'pgbackrest --stanza=paydesk archive-push %p';\nselect pg_reload_conf();`,
  )
  mkdirSync(`${dir}/broken`)
  writeFileSync(`${dir}/broken/pgbackrest`, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  check(!shell(`PATH=${dir}/broken:$PATH ${script} latest`).well, 'a restore breaks off')
  check(
    shell(`flock /run/paydesk-restore.lock ${script} latest`).said.includes(
      'Another restore is under way',
    ),
    'not two at once',
  )
  check(
    !shell(`pg_ctlcluster ${version} main start`).well,
    'its cluster cannot be started by hand, nor by a start of the machine',
  )
  await sleep(3000)
  const beyond = shell(`${script} '${new Date(Date.now() - 1500).toISOString()}'`)
  check(
    !beyond.well && beyond.said.includes('restore to an earlier moment, or to latest'),
    `a moment that the archive does not reach: the script ends and says what to do: ${beyond.said}`,
  )
  const last = await meanwhile(`REHEARSAL=1 ${script} latest`)
  check(
    last.well && (await titles('paydesk')) === 'Backup 1, Backup 2',
    `run again, to the last of the archive: ${last.said.trim().split('\n').at(-1)}`,
  )
  check(
    !last.found.includes('free') && quarantine('paydesk').startsWith('true'),
    'found in quarantine only',
  )
  check(asPostgres('show archive_mode;').trim() === 'off', 'a rehearsal archives nothing')
  asPostgres('\\c paydesk\nupdate installation set left_at = now();')

  const before = microseconds(now())
  must(dump)
  const [copied = '', of = ''] = quarantine('paydesk_copy').split(' ')
  check(
    copied === 'true' && Number(of) >= Number(before),
    'the dump, restored into another database, is in quarantine',
  )
  check(quarantine('paydesk').startsWith('false'), 'the database that was dumped is not')
  check(!shell(dump).well, 'neither a dump nor a database is overwritten')
  // A cluster that has never heard of Paydesk's roles.
  must(`pg_createcluster --locale C.UTF-8 --port 5433 ${version} other --start`)
  must('mv /etc/pgbackrest/paydesk.env /etc/pgbackrest/aside')
  check(
    shell('/opt/paydesk/ops/backup/backup.sh').said.startsWith('Which PostgreSQL?'),
    'of two clusters one has to be named',
  )
  must('mv /etc/pgbackrest/aside /etc/pgbackrest/paydesk.env')
  must(
    dump
      .split('\n')
      .filter((line) => line.includes('restoreDump.sh'))
      .join('\n'),
    { CLUSTER: 'other' },
  )
  asPostgres(`alter role paydesk_owner password 'owner';`, 5433)
  for (const [database, port] of [
    ['paydesk_copy', 5432],
    ['paydesk_copy', 5433],
  ] as const) {
    const env = at(database, port)
    const migrated = paydesk(env, 'migrate --login')
    check(
      migrated.well && migrated.said.endsWith('up to date'),
      `${port}: its owner can migrate it: ${migrated.said.split('\n').at(-1)}`,
    )
    const client = new pg.Client({ connectionString: env.DATABASE_URL })
    await client.connect()
    const { rows } = await client.query<{ bills: number }>(
      'select count(*)::int as bills from bill',
    )
    check(rows[0]?.bills === 0, `${port}: row-level security holds for the login of the processes`)
    await client.end()
    await withApi(env, 'wangfang', async (admin) => {
      check(
        (await admin.call('GET', '/api/payPalBill?current=1&pageSize=1')).status === 200,
        `${port}: signed in, bills are listed`,
      )
    })
    check(quarantine(database, port).startsWith('true'), `${port}: in quarantine`)
    check((await titles(database, port)) === 'Backup 1, Backup 2', `${port}: everything is there`)
    check(paydesk(env, 'verify ledger').well, `${port}: the books are proven`)
  }
  console.log(
    JSON.stringify({
      bench: 'backups',
      postgresql: version,
      restoreSeconds,
      seconds: seconds(),
      faults,
      passed: faults.length === 0,
    }),
  )
} catch (error) {
  console.error(error)
  faults.push(String(error))
}
process.exit(faults.length > 0 ? 1 : 0)

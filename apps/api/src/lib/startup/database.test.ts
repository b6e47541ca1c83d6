// @module-tag slow

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, connect as dial } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from '../../../../../lab/ground/postgres.ts'
import { paydesk } from '../../test/command.ts'
import { testApp, testMasterKeys } from '../../test/testApp.ts'
import { expectedSchemaVersion } from '../migrate.ts'
import { migrated } from './database.ts'
import { databaseTrouble } from './trouble.ts'

// Each of these waits for processes to start.
vi.setConfig({ testTimeout: 60_000 })
const t = testApp()
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** An entry point by its file, or by the command of `paydesk` that an operator calls. */
function start(entry: string, url: string) {
  const byFile: [string, string] = [
    process.execPath,
    new URL(`../../${entry}`, import.meta.url).pathname,
  ]
  const [command, argument] = entry.endsWith('.ts')
    ? byFile
    : [new URL('../../../../../bin/paydesk', import.meta.url).pathname, entry]
  const child = spawn(command, [argument], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: url,
      PORT: '0',
      LOG_LEVEL: 'info',
      PAYDESK_MASTER_KEYS: testMasterKeys,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  /** Waits for a line that holds this, and forgets what came before it. */
  const says = async (sign: RegExp) => {
    while (!sign.test(output) && child.exitCode === null) await sleep(20)
    expect(output).toMatch(sign)
    expect(output).not.toMatch(/^\s+at /m)
    output = ''
  }
  return { child, says }
}

const at = (url: string, change: Partial<URL>) => Object.assign(new URL(url), change).href
const newName = () => `test_start_${randomBytes(5).toString('hex')}`

test('the API waits for the server, the database and the migration, says for which, and then serves', {
  timeout: 90_000,
}, async () => {
  const [port, name] = [await freePort(), newName()]
  const { says, child } = start(
    'http.ts',
    at(t.runtimeUrl, { port: String(port), pathname: `/${name}` }),
  )
  await says(
    /"reason":"the connection is refused: nothing listens at its address".*waiting for the database/,
  )
  const { port: real } = new URL(t.runtimeUrl)
  const proxy = createServer((socket) => {
    const server = dial(Number(real), '127.0.0.1')
    for (const side of [socket, server]) side.on('error', () => {})
    socket.pipe(server).pipe(socket)
  }).listen(port, '127.0.0.1')
  await says(/no database of this name/)
  await t.owner(`create database ${name}`)
  await says(/waiting for the migration: the database is empty/)
  expect(
    (await paydesk(['migrate'], { DATABASE_OWNER_URL: at(t.ownerUrl, { pathname: `/${name}` }) }))
      .code,
  ).toBe(0)
  await says(/listening at/)
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(0)
  proxy.close()
})

test('a migration that has made its first table and granted nothing yet is waited for', async () => {
  const name = newName()
  await t.owner(`create database ${name}`)
  const owner = new pg.Client({ connectionString: at(t.ownerUrl, { pathname: `/${name}` }) })
  const client = new pg.Client({ connectionString: at(t.runtimeUrl, { pathname: `/${name}` }) })
  await Promise.all([owner.connect(), client.connect()])
  await owner.query('create table schema_migration (version integer primary key)')
  expect(await migrated([])(client)).toBe('waiting for the migration: the database is empty')
  await Promise.all([owner.end(), client.end()])
})

test.each(['http.ts', 'worker.ts'] as const)(
  '%s does not run against a schema that is older than it is',
  async (entry) => {
    const latest = 'version = (select max(version) from schema_migration)'
    const [row] = await t.owner<{ version: number; name: string; checksum: string }>(
      `delete from schema_migration where ${latest} returning *`,
    )
    const { child, says } = start(entry, t.runtimeUrl)
    await says(
      new RegExp(
        `the schema is at ${expectedSchemaVersion() - 1}, this version needs ${expectedSchemaVersion()}`,
      ),
    )
    await t.owner('insert into schema_migration (version, name, checksum) values ($1, $2, $3)', [
      row?.version,
      row?.name,
      row?.checksum,
    ])
    await says(entry === 'http.ts' ? /listening at/ : /"working"/)
    child.kill('SIGTERM')
    await once(child, 'exit')
  },
)

test.each(['http.ts', 'worker.ts'] as const)(
  '%s waits for the last of its queues, which come after the last migration',
  async (entry) => {
    const [row] = await t.owner<{ queue: object }>(
      `delete from pgboss.queue q where name = 'quarantine.watch' returning to_jsonb(q) as queue`,
    )
    const { child, says } = start(entry, t.runtimeUrl)
    await says(/waiting for the migration: the job engine has no queue quarantine.watch yet/)
    await t.owner(
      'insert into pgboss.queue select * from jsonb_populate_record(null::pgboss.queue, $1)',
      [JSON.stringify(row?.queue)],
    )
    await says(entry === 'http.ts' ? /listening at/ : /"working"/)
    child.kill('SIGTERM')
    await once(child, 'exit')
  },
)

test.each(['api', 'worker'])(
  'a stop signal while `paydesk %s` waits ends it at once and well',
  async (command) => {
    const { child, says } = start(command, 'postgres://x@127.0.0.1:9/x')
    await says(/waiting for the database/)
    const at = performance.now()
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
    expect(performance.now() - at).toBeLessThan(1000)
  },
)

test.each([
  [
    'a name with several addresses',
    new AggregateError([Object.assign(new Error(), { code: 'ECONNREFUSED' })]),
    'always',
  ],
  ['a server that starts', Object.assign(new Error(), { code: '57P03' }), 'always'],
  ['no connection left', Object.assign(new Error(), { code: '53300' }), 'always'],
  ['a wrong password', Object.assign(new Error(), { code: '28P01' }), 'soon'],
  ['a server without TLS', new Error('The server does not support SSL connections'), 'never'],
  ['something else', new Error('syntax error'), undefined],
])('%s heals: %j', (_, error, heals) => expect(databaseTrouble(error)?.heals).toBe(heals))

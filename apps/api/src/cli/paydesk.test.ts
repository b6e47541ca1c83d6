// @module-tag slow

import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { parseMasterKeys } from '../lib/secret.ts'
import { readVersion, versionText } from '../lib/version.ts'
import { paydesk } from '../test/command.ts'
import { testApp, testMasterKeys } from '../test/testApp.ts'

// Each call is a process of its own.
vi.setConfig({ testTimeout: 60_000 })
const t = testApp()
const nowhere = 'postgres://somebody:hunter2@127.0.0.1:9/paydesk'

test('help names every command; no command, a wrong one and a wrong option are wrong usage', async () => {
  const help = await paydesk(['help'])
  for (const name of [
    'api',
    'worker',
    'migrate',
    'bootstrap',
    'keygen',
    'check-config',
    'doctor',
    'ready',
    'verify',
    'redrive',
    'rotate-keys',
    'version',
  ])
    expect(help.out).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'))
  expect(help.code).toBe(0)
  expect(await paydesk([])).toMatchObject({ code: 64, out: '', err: help.out })
  expect(await paydesk(['migrat'])).toMatchObject({
    code: 64,
    lines: [expect.stringMatching(/no command migrat\. Commands: api, worker/)],
  })
  const wrong = [
    'constructor',
    'keygen a+b',
    'migrate --wait long',
    'migrate --now',
    'check-config --for moon',
    'verify moon',
  ]
  const settings = { DATABASE_OWNER_URL: nowhere }
  const said = await Promise.all(
    wrong.map(async (line) => [line, await paydesk(line.split(' '), settings)] as const),
  )
  for (const [line, one] of said)
    expect(one, line).toMatchObject({ code: 64, out: '', lines: [expect.any(String)] })
})

test('ready waits for the process that is watched at this port', async () => {
  let answers = 0
  const server = createServer((_, response) => {
    answers += 1
    response.writeHead(answers < 3 ? 503 : 200).end(answers < 3 ? 'starting\n' : 'ready\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const settings = { WATCH_PORT: String((server.address() as AddressInfo).port) }
  expect(await paydesk(['ready'], settings)).toMatchObject({
    code: 69,
    lines: [expect.stringMatching(/is not ready: starting$/)],
  })
  expect(await paydesk(['ready', '--wait', '30'], settings)).toMatchObject({
    code: 0,
    out: 'ready\n',
  })
  server.close()
  expect(await paydesk(['ready'], settings)).toMatchObject({
    code: 69,
    lines: [expect.stringMatching(/nothing answers there$/)],
  })
  expect(await paydesk(['ready'])).toMatchObject({
    code: 78,
    lines: [expect.stringMatching(/WATCH_PORT is not set/)],
  })
})

test('version is what everything else says, and keygen makes a key that is taken', async () => {
  expect((await paydesk(['version'])).out).toBe(`${versionText(readVersion())}\n`)
  const { out } = await paydesk(['keygen', 'second'])
  expect(parseMasterKeys(out.trim())).toEqual([
    { id: 'second', key: expect.objectContaining({ length: 32 }) },
  ])
  expect((await paydesk(['keygen'])).out).not.toBe((await paydesk(['keygen'])).out)
})

test('check-config says all faults at once, what to do, and no secret', async () => {
  const wrong = {
    DATABASE_URL: 'mysql://x:hunter2@db/x',
    PORT: 'hunter2',
    PAYDESK_MASTER_KEYS: 'a:hunter2',
    PAYDESK_TRAIL: '1',
  }
  const { code, out, err, lines } = await paydesk(['check-config'], wrong)
  expect({ code, out }).toEqual({ code: 78, out: '' })
  expect(lines.map((line) => /^Configuration: (\w+)/.exec(line)?.[1])).toEqual([
    ...['DATABASE_URL', 'PORT', 'PAYDESK_MASTER_KEYS', 'PUBLIC_URL', 'TRUST_PROXY'],
  ])
  expect(err).not.toMatch(/hunter2|^\s+at /m)
  const right = {
    DATABASE_URL: nowhere,
    PAYDESK_MASTER_KEYS: testMasterKeys,
    PUBLIC_URL: 'https://pay.example',
    TRUST_PROXY: 'none',
    CONSOLE_DIR: '/nonexistent',
  }
  expect(await paydesk(['check-config'], { ...right, PAYDESK_TRAIL: '1' })).toMatchObject({
    code: 0,
    out: 'The configuration for api is complete.\n',
    lines: [
      'Warning: PAYDESK_TRAIL is no setting of Paydesk: is PAYDESK_TRIAL meant?',
      expect.stringMatching(/^Warning: SMTP_URL is not set/),
      expect.stringMatching(/^Warning: CONSOLE_DIR holds no built console/),
    ],
  })
  expect(
    (await paydesk(['check-config', '--for', 'worker'], { ...right, NODE_ENV: 'development' })).err,
  ).toMatch(/shown to everybody/)
  expect(await paydesk(['check-config', '--for', 'migrate'])).toMatchObject({
    code: 78,
    lines: [expect.stringMatching(/DATABASE_OWNER_URL/)],
  })
  expect(
    await paydesk(['check-config', '--for', 'migrate'], { DATABASE_OWNER_URL: nowhere }),
  ).toMatchObject({ code: 0, err: '' })
})

const withUser = (url: string, username: string, password: string) =>
  Object.assign(new URL(url), { username, password }).href
const withDatabase = (url: string, name: string) =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

test.each([
  ['nothing listens', () => nowhere, 69, /connection is refused/],
  [
    'the host has no such name',
    () => 'postgres://x:hunter2@nowhere.invalid/x',
    69,
    /name of its host is not known/,
  ],
  [
    'the password is wrong',
    () => withUser(t.ownerUrl, 'postgres', 'hunter2'),
    78,
    /user name or the password is wrong/,
  ],
  [
    'the database is missing',
    () => withDatabase(t.ownerUrl, 'not_there'),
    78,
    /no database of this name/,
  ],
])('where %s, a command says so in one sentence', async (_, url, code, reason) => {
  const settings = {
    DATABASE_OWNER_URL: url(),
    DATABASE_URL: url(),
    PAYDESK_MASTER_KEYS: testMasterKeys,
  }
  const lines = ['verify audit', 'migrate --wait 0', 'rotate-keys', 'redrive']
  for (const said of await Promise.all(lines.map((line) => paydesk(line.split(' '), settings)))) {
    expect(said).toMatchObject({ code, out: '', lines: [expect.stringMatching(reason)] })
    expect(said.err).not.toContain('hunter2')
  }
})

test('where it happened is said to those who ask for it', async () => {
  const { err } = await paydesk(['redrive'], { DATABASE_URL: nowhere, LOG_LEVEL: 'debug' })
  expect(err).toMatch(/^The database cannot be used: /)
  expect(err).toMatch(/^Error: connect ECONNREFUSED .*\n\s+at /m)
  expect(err).not.toContain('hunter2')
})

test('verify and rotate-keys refuse a login that sees one company at a time', async () => {
  const settings = { DATABASE_OWNER_URL: t.runtimeUrl, PAYDESK_MASTER_KEYS: testMasterKeys }
  const said = await Promise.all(
    ['verify ledger', 'verify audit', 'rotate-keys'].map((line) =>
      paydesk(line.split(' '), settings),
    ),
  )
  for (const one of said)
    expect(one).toMatchObject({
      code: 78,
      lines: [expect.stringMatching(/sees only one company at a time/)],
    })
})

test('verify audit answers in JSON, and redrive says how many jobs it moved', async () => {
  const audit = await paydesk(['verify', 'audit'], { DATABASE_OWNER_URL: t.ownerUrl })
  expect({ code: audit.code, said: JSON.parse(audit.out) }).toMatchObject({
    code: 0,
    said: { faults: [] },
  })
  expect(
    await paydesk(['verify', 'audit', '--heads', '/nowhere'], { DATABASE_OWNER_URL: t.ownerUrl }),
  ).toMatchObject({ code: 64 })
  expect(await paydesk(['redrive'], { DATABASE_URL: t.runtimeUrl })).toMatchObject({
    code: 0,
    err: '',
  })
})

test('a migration that cannot have its lock says that it may be run again', async () => {
  const name = `test_lock_${randomBytes(5).toString('hex')}`
  await t.owner(`create database ${name}`)
  const url = withDatabase(t.ownerUrl, name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      'create table schema_migration (version integer primary key, name text, checksum text)',
    )
    await client.query('begin; lock table schema_migration in share mode')
    const { code, err } = await paydesk(['migrate', '--wait', '1'], { DATABASE_OWNER_URL: url })
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^0001_lib\.sql: .*lock timeout\n.*run it again\.\n$/),
    })
  } finally {
    await client.end()
    await t.owner(`drop database ${name}`)
  }
})

test('bin/paydesk takes the Node of the packages before the system’s, and says plainly when neither is new enough', () => {
  const dir = mkdtempSync(join(tmpdir(), 'paydesk-bin-'))
  try {
    const [bin, system] = [join(dir, 'bin'), join(dir, 'system')]
    for (const folder of ['bin', 'system', 'node_modules/.bin', 'apps/api/src/cli'])
      mkdirSync(join(dir, folder), { recursive: true })
    copyFileSync(new URL('../../../../bin/paydesk', import.meta.url), join(bin, 'paydesk'))
    writeFileSync(
      join(dir, 'apps/api/src/cli/paydesk.ts'),
      'process.stdout.write(process.argv.slice(2).join() + " by " + process.execPath)',
    )
    for (const tool of ['dirname', 'readlink', 'sh'])
      symlinkSync(
        execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim(),
        join(system, tool),
      )
    const run = () =>
      spawnSync(join(bin, 'paydesk'), ['a', 'b'], { env: { PATH: system }, encoding: 'utf8' })
    const fake = (file: string, text: string) =>
      writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    expect(run()).toMatchObject({
      status: 69,
      stderr: expect.stringMatching(/needs Node 24 or newer.*this machine has: none/),
    })
    fake(join(system, 'node'), 'case $1 in --version) echo v20.1.0;; *) echo 20;; esac')
    expect(run()).toMatchObject({
      status: 69,
      stderr: expect.stringMatching(/this machine has: v20\.1\.0/),
    })
    fake(join(dir, 'node_modules/.bin/node'), `exec ${process.execPath} "$@"`)
    expect(run()).toMatchObject({ status: 0, stdout: `a,b by ${process.execPath}` })
  } finally {
    rmSync(dir, { recursive: true })
  }
})

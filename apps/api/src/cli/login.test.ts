// @module-tag slow

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { assertRuntimeRole } from '../lib/runtimeRole.ts'
import { paydesk } from '../test/command.ts'
import { testApp } from '../test/testApp.ts'
import { scramSecret } from './login.ts'

vi.setConfig({ testTimeout: 60_000 })
const t = testApp()
const name = `run_${randomBytes(6).toString('hex')}`
const dir = mkdtempSync(join(tmpdir(), 'paydesk-login-'))
afterAll(async () => {
  rmSync(dir, { recursive: true })
  await t.owner(`drop role if exists "${name}"`)
})

const urlWith = (password: string, username = name) =>
  Object.assign(new URL(t.runtimeUrl), { username, password }).href

async function roleOf(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await assertRuntimeRole(client)
  } finally {
    await client.end()
  }
}

test('migrate --login makes the login of the processes, and later gives it the password that DATABASE_URL has', async () => {
  // A password with every sign that an address or a statement could take for its own.
  const first = "a'b%c:d@e/f\\g"
  for (const password of [first, 'second']) {
    writeFileSync(join(dir, 'paydesk.env'), `DATABASE_URL_FILE=${dir}/url\n`)
    writeFileSync(join(dir, 'url'), urlWith(encodeURIComponent(password)))
    writeFileSync(join(dir, 'owner.env'), `DATABASE_OWNER_URL=${t.ownerUrl}\n`)
    expect(await paydesk(['migrate', '--login'], { PAYDESK_SETTINGS: dir })).toMatchObject({
      code: 0,
      out: 'up to date\n',
    })
    await roleOf(urlWith(encodeURIComponent(password)))
  }
  await expect(roleOf(urlWith(encodeURIComponent(first)))).rejects.toThrow(
    /password authentication failed/,
  )
})

test.each([
  ['the owner', () => t.ownerUrl],
  ['a login without a password', () => urlWith('')],
])('%s is no login for the processes', async (_, url) => {
  const { code, lines } = await paydesk(['migrate', '--login'], {
    DATABASE_OWNER_URL: t.ownerUrl,
    DATABASE_URL: url(),
  })
  expect([code, lines]).toEqual([78, [expect.stringMatching(/must name a login of its own/)]])
})

test('the environment comes before the files', async () => {
  writeFileSync(join(dir, 'paydesk.env'), 'DATABASE_URL=mysql://x\n')
  expect((await paydesk(['check-config'], { PAYDESK_SETTINGS: dir })).err).toContain(
    'DATABASE_URL must be',
  )
  expect(
    (await paydesk(['check-config'], { PAYDESK_SETTINGS: dir, DATABASE_URL: t.runtimeUrl })).err,
  ).not.toContain('DATABASE_URL must be')
})

test('a password is stored as PostgreSQL stores it itself', async () => {
  await t.owner(`create role "${name}_x" password 'pencil'`)
  const [row] = await t.owner<{ secret: string }>(
    'select rolpassword as secret from pg_authid where rolname = $1',
    [`${name}_x`],
  )
  await t.owner(`drop role "${name}_x"`)
  const [, iterations = '', salt = ''] =
    /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(row?.secret ?? '') ?? []
  expect(scramSecret('pencil', Buffer.from(salt, 'base64'), Number(iterations))).toBe(row?.secret)
})

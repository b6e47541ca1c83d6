import { execFile } from 'node:child_process'
import { describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../../lab/ground/postgres.ts'
import { readConfig } from '../lib/config.ts'
import { newMasterKey } from '../lib/secret.ts'
import { testMasterKeys } from '../test/testApp.ts'
import { at, doctorWorld, type Fault } from '../test/world/doctorWorld.ts'
import { lookAtWebhook } from './doctor/outside.ts'

vi.setConfig({ testTimeout: 60_000 })
const { t, mail, clock, otherUrl, healthy, look, recognises } = await doctorWorld()
// `fetch` asks at no port below 1024 that has another use.
const nobody = `http://127.0.0.1:${await freePort()}`

/**
 * What is not well with a database of these tests before anything is planted: they need no
 * durability, no archive, no worker and no PayPal.
 */
const always = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'archive',
  'webhook address',
  'workers',
]

test('a healthy installation: every line is there, and none complains', async () => {
  const findings = await look({})
  const complaints = findings.filter(
    ({ state, check }) => state !== 'ok' && !always.includes(check),
  )
  expect(complaints).toEqual([])
  expect(findings.length).toBeGreaterThanOrEqual(40)
  for (const { state, todo } of findings) expect(todo === undefined).toBe(state === 'ok')
})

const faults: Record<string, Fault> = {
  'the server is down': {
    check: 'database',
    says: /refused/,
    environment: () => ({ DATABASE_URL: at(t.runtimeUrl, { port: '9' }) }),
  },
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
  'a setting is wrong': {
    check: 'configuration',
    says: /^PORT must be/,
    environment: () => ({ PORT: 'http' }),
  },
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
  'somebody else answers at PUBLIC_URL': {
    check: 'PUBLIC_URL',
    says: /it is not Paydesk/,
    environment: () => ({ PUBLIC_URL: otherUrl }),
  },
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
      clock.behindMs = 3_600_000
    },
    undo: () => {
      clock.behindMs = 0
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
  'mail comes from nowhere': {
    check: 'mail',
    state: 'warn',
    says: /no-reply@localhost/,
    environment: () => ({ MAIL_FROM: '' }),
  },
  'no mail server is set': {
    check: 'mail',
    state: 'warn',
    says: /no e-mail goes out/,
    environment: () => ({ SMTP_URL: '' }),
  },
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
  'the disk is full': {
    check: 'disk',
    state: 'warn',
    says: /free in/,
    limits: { freeBytes: Number.POSITIVE_INFINITY },
  },
  'the console is not built': {
    check: 'console',
    state: 'warn',
    says: /not built/,
    environment: () => ({ CONSOLE_DIR: '/nonexistent' }),
  },
}

describe('each planted fault is recognised by its own line, which says what to do', () => {
  recognises(faults)

  test.each([
    'https://localhost',
    'http://pay.example.com',
    'https://10.1.2.3',
    'https://pay.example.com:8443',
    'https://paydesk',
    'https://pay.local',
  ])('PayPal delivers nothing to %s', async (PUBLIC_URL) => {
    const config = (url: string) =>
      readConfig({ ...healthy(), PAYPAL_SIMULATOR_URL: '', PUBLIC_URL: url })
    expect(await lookAtWebhook(config(PUBLIC_URL))).toEqual([
      expect.objectContaining({ check: 'webhook address', state: 'fail' }),
    ])
    expect(await lookAtWebhook(config('https://pay.example.com'))).toEqual([
      expect.objectContaining({ state: 'ok' }),
    ])
  })
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

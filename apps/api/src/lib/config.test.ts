import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig, readSettings, settingNames } from './config.ts'
import { newMasterKey } from './secret.ts'
import { PlainEnd } from './startup/plain.ts'

const limitsOf = (values: Record<string, string>) =>
  readConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://localhost/x', ...values }).paypal.limits

test('calls a minute: a kind that is left out keeps its default', () => {
  expect(limitsOf({})).toEqual({
    reporting: { account: 30, address: 50 },
    look: { account: 300, address: 1200 },
    act: { account: 120, address: 600 },
  })
  expect(
    limitsOf({
      PAYPAL_CALLS_PER_ADDRESS: 'reporting=20, act=90',
      PAYPAL_CALLS_PER_ACCOUNT: 'look=7',
    }),
  ).toEqual({
    reporting: { account: 30, address: 20 },
    look: { account: 7, address: 1200 },
    act: { account: 120, address: 90 },
  })
})

test.each(['reporting=1', 'reporting', 'reporting=many', 'readings=20', 'look=0.5'])(
  'calls a minute: %s is refused',
  (text) => {
    expect(() => limitsOf({ PAYPAL_CALLS_PER_ACCOUNT: text })).toThrow(/PAYPAL_CALLS_PER_ACCOUNT/)
  },
)

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://localhost/x',
  PUBLIC_URL: 'https://pay.example',
  TRUST_PROXY: 'none',
  PAYDESK_MASTER_KEYS: `a:${Buffer.alloc(32).toString('base64')}`,
}

test.each([
  ['PAYPAL_SIMULATOR_URL', 'http://127.0.0.1:9'],
  ['PUBLIC_URL', 'http://pay.example'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.1,::/0'],
  ['TRUST_PROXY', '0.0.0.0/1, 128.0.0.0/1'],
  ['TRUST_PROXY', '1.2.3.4/0.0.0.0'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', ''],
  ['TRUST_PROXY', '::ffff:0:0/96'],
])('production refuses %s=%s, unless it is said to be a trial', (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(
    new RegExp(`^Configuration: ${name}.*PAYDESK_TRIAL`),
  )
  expect(() => readConfig({ ...production, [name]: value, PAYDESK_TRIAL: '0' })).toThrow(
    /PAYDESK_TRIAL/,
  )
  expect(readConfig({ ...production, [name]: value, PAYDESK_TRIAL: '1' }).production).toBe(true)
  expect(readConfig({ ...production, [name]: value, NODE_ENV: 'development' }).production).toBe(
    false,
  )
})

test.each([
  '10.0.0.0/8',
  '::ffff:10.0.0.0/104',
  '127.0.0.1,fd00::/16',
  'loopback',
  '2001:db8::1',
  '10.1.2.3/255.255.0.0',
])('production takes TRUST_PROXY=%s', (value) => {
  expect(readConfig({ ...production, TRUST_PROXY: value }).trustProxy).toEqual(value.split(','))
  expect(readConfig(production).trustProxy).toEqual([])
})

const linesOf = (work: () => unknown): readonly string[] => {
  try {
    work()
  } catch (error) {
    if (error instanceof PlainEnd) return error.lines
    throw error
  }
  return []
}

test('it is production unless somebody says otherwise, also when what was said cannot be read', () => {
  const { NODE_ENV: _, ...rest } = production
  expect(readConfig(rest).production).toBe(true)
  expect(readConfig({ ...rest, NODE_ENV: '' }).production).toBe(true)
  expect(
    linesOf(() => readConfig({ DATABASE_URL: 'postgres://localhost/x', NODE_ENV: 'prod' })).join(
      '\n',
    ),
  ).toMatch(/PUBLIC_URL is required/)
})

test('all that is wrong is said at once, a line each, and no line tells a value', () => {
  const secret = 'hunter2'
  const lines = linesOf(() =>
    readConfig({
      DATABASE_URL: `mysql://root:${secret}@db/x`,
      PORT: secret,
      PAYDESK_MASTER_KEYS: `a:${secret},${newMasterKey('b')},${newMasterKey('b')},${secret}`,
      SMTP_URL: `${secret}://x`,
      SMTP_URL_FILE: `/run/${secret}`,
      OIDC_CLIENT_SECRET_FILE: `/nowhere/${secret}`,
      SMS_BODY_FILE: tmpdir(),
      PAYPAL_CALLS_PER_ACCOUNT: `${secret}=1`,
      CHAT_ORIGIN: 'http://127.0.0.1:9',
    }),
  )
  expect(lines.map((line) => line.replace(/^Configuration: /, ''))).toEqual([
    'SMTP_URL and SMTP_URL_FILE are both set: keep one of them',
    expect.stringMatching(/^SMS_BODY_FILE names a file that cannot be read \(it is a folder\): /),
    expect.stringMatching(
      /^OIDC_CLIENT_SECRET_FILE names a file that cannot be read \(it is not there\): /,
    ),
    expect.stringMatching(/^DATABASE_URL must be postgres:/),
    'PORT must be a whole number from 0 to 65535',
    expect.stringMatching(/^PAYPAL_CALLS_PER_ACCOUNT must be a list such as/),
    expect.stringMatching(/^PAYDESK_MASTER_KEYS: entry 1 is \d+ bytes long/),
    expect.stringMatching(/^PAYDESK_MASTER_KEYS: entry 3 has the id of an earlier entry/),
    expect.stringMatching(
      /^PAYDESK_MASTER_KEYS: entry 4 has no id|^PAYDESK_MASTER_KEYS: entry 4 is \d+ bytes long/,
    ),
    expect.stringMatching(/^PUBLIC_URL is required in production/),
    expect.stringMatching(/^CHAT_ORIGIN is not for production/),
    expect.stringMatching(/^TRUST_PROXY must name the proxy/),
  ])
  for (const line of lines) expect(line).not.toMatch(new RegExp(`${secret}|\n`))
})

const dir = mkdtempSync(join(tmpdir(), 'paydesk-config-'))
afterAll(() => rmSync(dir, { recursive: true }))
const fileWith = (text: string) => {
  const file = join(dir, `${Math.random()}`)
  writeFileSync(file, text)
  return file
}

test.each([
  ['DATABASE_URL', 'postgres://x:y@localhost/y'],
  ['PAYDESK_MASTER_KEYS', newMasterKey('filed')],
  ['SMTP_URL', 'smtp://a:b@mail.example:587'],
  ['PORT', '81'],
])('%s may stand in a file, without its last line end', (name, value) => {
  const { [name as 'NODE_ENV']: _, ...rest } = production
  const given = (environment: Record<string, string>) =>
    JSON.stringify({ ...readConfig({ ...rest, ...environment }), warnings: [] })
  const plain = given({ [name]: value })
  expect(given({ [`${name}_FILE`]: fileWith(value) })).toBe(plain)
  expect(given({ [`${name}_FILE`]: fileWith(`${value}\n`) })).toBe(plain)
  expect(given({ [`${name}_FILE`]: fileWith(`${value}\r\n`) })).toBe(plain)
  expect(linesOf(() => given({ [name]: value, [`${name}_FILE`]: fileWith(value) }))).toEqual([
    `Configuration: ${name} and ${name}_FILE are both set: keep one of them`,
  ])
  expect(linesOf(() => given({ [`${name}_FILE`]: fileWith('\n') }))).toEqual([
    `Configuration: ${name}_FILE names an empty file: write the value into it`,
  ])
})

test('a command asks for the settings that it needs, and for no others', () => {
  const url = 'postgres://owner@localhost/x'
  expect(readSettings({ DATABASE_OWNER_URL_FILE: fileWith(url) }, ['DATABASE_OWNER_URL'])).toEqual({
    DATABASE_OWNER_URL: url,
  })
  expect(linesOf(() => readSettings({}, ['DATABASE_OWNER_URL', 'PAYDESK_MASTER_KEYS']))).toEqual([
    expect.stringMatching(/DATABASE_OWNER_URL is not set: it must be postgres:/),
    expect.stringMatching(
      /PAYDESK_MASTER_KEYS is not set: it must be id:base64,…; `paydesk keygen` makes one/,
    ),
  ])
})

test('what is probably not meant so is warned of', () => {
  const warnings = (environment: Record<string, string>) =>
    readConfig({ ...production, SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@b.example', ...environment })
      .warnings
  expect(warnings({ PAYDESK_PASSWORD_FILE: '/x', HOME: '/root' })).toEqual([])
  expect(
    warnings({
      PAYDESK_MASTERKEYS: 'x',
      PAYPAL_TIMEOUT: '1',
      SMTP_URL: '',
      MAIL_FROM: '',
      OIDC_ISSUER: 'https://id.example',
    }),
  ).toEqual([
    'PAYDESK_MASTERKEYS is no setting of Paydesk: is PAYDESK_MASTER_KEYS meant?',
    'PAYPAL_TIMEOUT is no setting of Paydesk and has no effect',
    expect.stringMatching(/^SMTP_URL is not set: no e-mail goes out/),
    expect.stringMatching(/^OIDC_ISSUER is set, but not OIDC_CLIENT_ID/),
  ])
  expect(warnings({ MAIL_FROM: '' })).toEqual([expect.stringMatching(/^MAIL_FROM is not set/)])
})

const example = [
  ...readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z_]+)=(.*)$/gm),
].map(([, name = '', value = '']) => [name, value] as const)

test('.env.example names each setting once', () => {
  expect(example.map(([name]) => name).sort()).toEqual([...settingNames].sort())
})

test('.env.example shows values that are accepted, and the defaults', () => {
  const given = Object.fromEntries(example.filter(([, value]) => value))
  expect(readConfig({ ...given, NODE_ENV: 'development' }).warnings).toEqual([])
  const { DATABASE_URL, CONSOLE_DIR: _, ...others } = given
  const required = { NODE_ENV: 'development', DATABASE_URL }
  const shown = Object.fromEntries(
    Object.entries(others).filter(([name]) => !exampleOnly.includes(name)),
  )
  expect(readConfig({ ...required, ...shown })).toEqual(readConfig(required))
})

/** Settings without a default: the file shows a value that explains the form. */
const exampleOnly = [
  ...['NODE_ENV', 'DATABASE_REPLICA_URL', 'WATCH_PORT', 'TRUST_PROXY', 'PUBLIC_URL'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'SECURITY_CONTACT', 'SECURITY_POLICY', 'SMTP_URL'],
  ...['MAIL_FROM', 'SMS_URL', 'SMS_BODY', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ...['PAYPAL_SIMULATOR_URL', 'CHAT_ORIGIN'],
]

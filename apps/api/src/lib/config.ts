import { type CallKind, callKinds } from '@paydesk/paypal/operation'
import { z } from 'zod'
import { masterKeyFaults } from './secret.ts'
import { defaultShares, type Shares } from './share.ts'
import { givenSettings, type SettingFault, unknownNames } from './startup/environment.ts'
import { endPlainly, exitCodes, PlainEnd } from './startup/plain.ts'

type PerMinute = Record<CallKind, number>

/** With less than two calls a minute there is no distance between them to keep. */
const callLimits = (defaults: PerMinute) =>
  z
    .string()
    .default('')
    .transform((text) => ({
      ...defaults,
      ...Object.fromEntries(
        text.split(',').flatMap((part) => (part ? [part.trim().split('=')] : [])),
      ),
    }))
    .pipe(z.strictObject({ reporting: perMinute, look: perMinute, act: perMinute }))
const perMinute = z.coerce.number().int().min(2).max(1_000_000)
const callsForm =
  'a list such as reporting=50,look=1200,act=600, calls a minute, each from 2 to 1000000'

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ })

/** `heavy=3,userPercent=50`: what is left out keeps its default. */
const shares = z
  .string()
  .default('')
  .transform((text) => ({
    ...defaultShares,
    ...Object.fromEntries(
      text.split(',').flatMap((part) => (part ? [part.trim().split('=')] : [])),
    ),
  }))
  .pipe(
    z.strictObject(
      Object.fromEntries(
        Object.keys(defaultShares).map((name) => [
          name,
          z.coerce.number().int().min(1).max(100_000),
        ]),
      ) as Record<keyof Shares, z.ZodCoercedNumber>,
    ),
  )

const wholeNumber = (from: number, to?: number) =>
  `a whole number ${to === undefined ? `of ${from} or more` : `from ${from} to ${to}`}`
const count = (from: number, to?: number) => {
  const number = z.coerce.number().int().min(from)
  return to === undefined ? number : number.max(to)
}

/** A wrong value is answered with the setting's description: the value may be a secret. */
const Environment = z.object({
  /**
   * Production, unless somebody says otherwise: `npm run dev` and tests do. Development shows
   * everybody the mails that it does not send.
   */
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('production')
    .describe('production, development or test'),
  /** Must log in as the runtime role (a member of paydesk_app); an owner is refused at start. */
  DATABASE_URL: postgresUrl.describe(
    'postgres://user:password@host:5432/database, the login of the processes',
  ),
  /**
   * A standby of the same database: lists, sums, and the batches of a file after the first are read
   * there as soon as it has come as far as the primary.
   */
  DATABASE_REPLICA_URL: postgresUrl
    .optional()
    .describe('postgres://user:password@host:5432/database of a standby, or left out'),
  DATABASE_POOL_SIZE: count(1, 200).default(10).describe(wholeNumber(1, 200)),
  /** How much of a process one user and one company may use at once (decision 0061). */
  WORK_SHARES: shares.describe(
    `a list such as heavy=3,userPercent=50 of ${Object.keys(defaultShares).join(', ')}, numbers from 1 to 100000`,
  ),
  /**
   * `1` says out loud that this installation is a trial: production then takes a simulator for
   * PayPal, http, and trust in every proxy.
   */
  PAYDESK_TRIAL: z.enum(['0', '1']).default('0').describe('1 for a trial, or left out'),
  HOST: z.string().default('127.0.0.1'),
  PORT: count(0, 65535).default(3000).describe(wholeNumber(0, 65535)),
  /** Metrics and health, apart from the public port; without a port nothing listens. */
  WATCH_HOST: z.string().default('127.0.0.1'),
  WATCH_PORT: count(0, 65535).optional().describe(wholeNumber(0, 65535)),
  /**
   * Where traces are sent (OTLP over HTTP, JSON), without `/v1/traces`; without it there are none.
   * The names are OpenTelemetry's own.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('an address that begins with http:// or https://'),
  /** Which share of the traces is kept. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('a share from 0 to 1'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('trace, debug, info, warn, error or silent'),
  /**
   * Addresses of the proxies whose X-Forwarded-For is believed, comma separated, or `none`.
   * Throttling counts by address. Required in production.
   */
  TRUST_PROXY: z.string().default(''),
  /** How long /api/health/ready fails before connections close, for load balancers to notice. */
  SHUTDOWN_DRAIN_MS: count(0)
    .default(0)
    .describe(`${wholeNumber(0)} (milliseconds)`),
  /**
   * The origin under which people reach the console: in e-mailed links, for passkeys and OpenID
   * Connect. Required in production.
   */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('https://… as people type it'),
  /**
   * Where weaknesses are reported: `mailto:…` or `https://…`. Stands in /.well-known/security.txt,
   * which is not there without it.
   */
  SECURITY_CONTACT: z
    .url({ protocol: /^(mailto|https)$/ })
    .optional()
    .describe('mailto:… or https://…'),
  /** The page that says how reports are treated, for the same file. */
  SECURITY_POLICY: z
    .url({ protocol: /^https$/ })
    .optional()
    .describe('https://…'),
  /**
   * `id:base64,…` of 32 bytes each; the first encrypts, all decrypt (`paydesk rotate-keys`).
   * Required in production.
   */
  PAYDESK_MASTER_KEYS: z.string().default(''),
  /** smtp://user:password@host:587 or smtps://… */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('smtp://user:password@host:587 or smtps://…'),
  MAIL_FROM: z.string().default('Paydesk <no-reply@localhost>'),
  /** An HTTP gateway for text messages with {phone} and {code}; with SMS_BODY it is a POST. */
  SMS_URL: z.string().default(''),
  SMS_BODY: z.string().default(''),
  SMS_AUTHORIZATION: z.string().default(''),
  OIDC_ISSUER: z.url().optional().describe('the provider’s https://… address'),
  OIDC_CLIENT_ID: z.string().default(''),
  OIDC_CLIENT_SECRET: z.string().default(''),
  OIDC_LABEL: z.string().default('OpenID Connect'),
  /**
   * A PayPal simulator in place of PayPal's sandbox. While it is set, live accounts are refused
   * (lib/outside/paypal.ts).
   */
  PAYPAL_SIMULATOR_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('http://… of a simulator, or left out'),
  /** How long a call waits for PayPal's answer before its outcome counts as unknown. */
  PAYPAL_TIMEOUT_MS: count(100, 120_000)
    .default(30_000)
    .describe(`${wholeNumber(100, 120_000)} (milliseconds)`),
  /** An open bill that was not seen at PayPal for this long is compared again. */
  PAYPAL_SWEEP_SECONDS: count(1)
    .default(1800)
    .describe(`${wholeNumber(1)} (seconds)`),
  /** How often each account's transactions are read; an event brings the next reading forward. */
  PAYPAL_SYNC_SECONDS: count(1)
    .default(300)
    .describe(`${wholeNumber(1)} (seconds)`),
  /** An event that PayPal's own records do not bear out within this time raises an alarm. */
  PAYPAL_CONFIRM_SECONDS: count(1)
    .default(600)
    .describe(`${wholeNumber(1)} (seconds)`),
  /**
   * The first event of a quiet account is looked at right away; then the account gathers events for
   * this long before the next look.
   */
  PAYPAL_LOOK_REST_MS: count(0)
    .default(4000)
    .describe(`${wholeNumber(0)} (milliseconds)`),
  /** Processes behind one outgoing address share PayPal's allowance; each address has a name. */
  PAYPAL_ADDRESS_NAME: z
    .string()
    .min(1)
    .max(100)
    .default('default')
    .describe('a name of at most 100 characters'),
  /** Calls a minute, `reporting=50,look=1200`; others keep their default (decision 0050). */
  PAYPAL_CALLS_PER_ADDRESS: callLimits({ reporting: 50, look: 1200, act: 600 }).describe(callsForm),
  PAYPAL_CALLS_PER_ACCOUNT: callLimits({ reporting: 30, look: 300, act: 120 }).describe(callsForm),
  /**
   * Where team-chat messages go in place of DingTalk, WeCom and Feishu: for tests and development,
   * refused in production.
   */
  CHAT_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('http://… of a test server, or left out'),
  /** The built console; not served when the folder is missing (development serves it by Vite). */
  CONSOLE_DIR: z.string().default(new URL('../../../console/dist', import.meta.url).pathname),
})

export type Config = {
  production: boolean
  /** What works but is probably not meant so. The entry points log it. */
  warnings: string[]
  databaseUrl: string
  replicaUrl: string | undefined
  databasePoolSize: number
  shares: Shares
  host: string
  port: number
  watch: { host: string; port: number | undefined }
  traces: { url: string; ratio: number } | undefined
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
  trustProxy: string[]
  shutdownDrainMs: number
  consoleDir: string
  publicUrl: string
  securityContact: string | undefined
  securityPolicy: string | undefined
  masterKeys: string
  smtp: { url: string; from: string } | undefined
  sms: { url: string; body: string; authorization: string } | undefined
  oidc: { issuer: string; clientId: string; clientSecret: string; label: string } | undefined
  chatOrigin: string | undefined
  paypal: {
    simulatorUrl: string | undefined
    timeoutMs: number
    sweepSeconds: number
    syncSeconds: number
    confirmSeconds: number
    lookRestMs: number
    addressName: string
    limits: Record<CallKind, { account: number; address: number }>
  }
}

/** For commands that do not need a whole process's settings. */
const ForCommands = z.object({
  DATABASE_URL: Environment.shape.DATABASE_URL,
  /**
   * Owns the database (`paydesk migrate`), or may read every company (`paydesk verify`,
   * `rotate-keys`). Processes never get it.
   */
  DATABASE_OWNER_URL: postgresUrl.describe(
    'postgres://user:password@host:5432/database, a login that owns the database',
  ),
  PAYDESK_MASTER_KEYS: z.string().describe('id:base64,…; `paydesk keygen` makes one'),
  WATCH_PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .describe('the port at which the process is watched'),
})

/** Read by the command line and by the build. */
const namesElsewhere = [
  ...[
    'COMPANY',
    'COMPANY_CODE',
    'COUNTRY',
    'TIMEZONE',
    'USERNAME',
    'PASSWORD',
    'COMMIT',
    'SETTINGS',
  ].map((name) => `PAYDESK_${name}`),
  // These two are of `npm run dev`.
  ...['PAYPAL_SIM_PORT', 'PAYPAL_SIM_TLS_PORT'],
]

/** Every setting that a process, a command, the build or `npm run dev` reads. */
export const settingNames: readonly string[] = [
  ...new Set([
    ...Object.keys(Environment.shape),
    ...Object.keys(ForCommands.shape),
    ...namesElsewhere,
  ]),
]

type Values = z.infer<typeof Environment>
type Read = { values: Record<string, unknown>; faults: SettingFault[] }

/**
 * Reads each setting by itself, so that one that is wrong does not hide what is wrong
 * with the others.
 */
function readEach(
  shape: Record<string, z.ZodType>,
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
): Read {
  const given = givenSettings(environment, names)
  const read: Read = { values: {}, faults: [...given.faults] }
  for (const name of names) {
    if (given.faults.some((fault) => fault.name === name)) continue
    const parsed = shape[name]?.safeParse(given.values[name])
    if (parsed?.success) read.values[name] = parsed.data
    else
      read.faults.push({
        name,
        fault: `${name} ${name in given.values ? 'must be' : 'is not set: it must be'} ${shape[name]?.description}`,
      })
  }
  const name = 'PAYDESK_MASTER_KEYS'
  read.faults.push(
    ...masterKeyFaults(String(read.values[name] ?? '')).map((fault) => ({ name, fault })),
  )
  return read
}

function endIfWrong(faults: SettingFault[]) {
  const lines = faults.map(({ fault }) => `Configuration: ${fault}`)
  if (lines.length > 0) throw new PlainEnd(lines, exitCodes.configuration)
}

/** The few settings that a command needs, all of them required. */
export function readSettings<N extends keyof typeof ForCommands.shape>(
  environment: NodeJS.ProcessEnv,
  names: readonly N[],
): Record<N, string> {
  const { values, faults } = readEach(ForCommands.shape, environment, names)
  endIfWrong(faults)
  return values as Record<N, string>
}

/**
 * The entry points parse the configuration once and hand everything else what it needs. All that is
 * wrong with it is said at once.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { values, faults } = readEach(
    Environment.shape,
    environment,
    Object.keys(Environment.shape),
  )
  // What cannot be read is taken for production, whose rules are the stricter ones.
  const production = (values.NODE_ENV ?? 'production') === 'production'
  const more = production ? notForProduction(values) : []
  // A setting that cannot be read is not missing as well.
  endIfWrong([
    ...faults,
    ...more.filter(({ name }) => !faults.some((fault) => fault.name === name)),
  ])
  const env = values as Values
  return {
    production,
    warnings: warningsOf(env, environment),
    databaseUrl: env.DATABASE_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    shares: env.WORK_SHARES,
    host: env.HOST,
    port: env.PORT,
    watch: { host: env.WATCH_HOST, port: env.WATCH_PORT },
    traces: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
          ratio: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY === 'none' ? [] : env.TRUST_PROXY.split(',').filter(Boolean),
    shutdownDrainMs: env.SHUTDOWN_DRAIN_MS,
    consoleDir: env.CONSOLE_DIR,
    publicUrl: new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin,
    securityContact: env.SECURITY_CONTACT,
    securityPolicy: env.SECURITY_POLICY,
    masterKeys: env.PAYDESK_MASTER_KEYS,
    smtp: env.SMTP_URL ? { url: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    sms: env.SMS_URL
      ? { url: env.SMS_URL, body: env.SMS_BODY, authorization: env.SMS_AUTHORIZATION }
      : undefined,
    oidc: env.OIDC_ISSUER
      ? {
          issuer: env.OIDC_ISSUER,
          clientId: env.OIDC_CLIENT_ID,
          clientSecret: env.OIDC_CLIENT_SECRET,
          label: env.OIDC_LABEL,
        }
      : undefined,
    chatOrigin: env.CHAT_ORIGIN,
    paypal: {
      simulatorUrl: env.PAYPAL_SIMULATOR_URL,
      timeoutMs: env.PAYPAL_TIMEOUT_MS,
      sweepSeconds: env.PAYPAL_SWEEP_SECONDS,
      syncSeconds: env.PAYPAL_SYNC_SECONDS,
      confirmSeconds: env.PAYPAL_CONFIRM_SECONDS,
      lookRestMs: env.PAYPAL_LOOK_REST_MS,
      addressName: env.PAYPAL_ADDRESS_NAME,
      limits: Object.fromEntries(
        callKinds.map((kind) => [
          kind,
          {
            account: env.PAYPAL_CALLS_PER_ACCOUNT[kind],
            address: env.PAYPAL_CALLS_PER_ADDRESS[kind],
          },
        ]),
      ) as Config['paypal']['limits'],
    },
  }
}

/** For the entry points: prints what is wrong with the configuration and exits with 78. */
export function configOrEnd(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    return endPlainly(error)
  }
}

/** Warnings of a check of the installation; development does not log them at each start. */
export const warningsFor = ({ warnings, production }: Config): string[] =>
  production
    ? warnings
    : [...warnings, 'NODE_ENV is not production: e-mails and codes are shown to everybody']

/** What production cannot do without, and what is not for it. */
function notForProduction(env: Partial<Values>): SettingFault[] {
  const faults: SettingFault[] = []
  const add = (name: string, what: string) => faults.push({ name, fault: `${name} ${what}` })
  if (!env.PUBLIC_URL)
    add('PUBLIC_URL', 'is required in production: the https://… address that people type')
  if (!env.PAYDESK_MASTER_KEYS)
    add('PAYDESK_MASTER_KEYS', 'is required in production: `paydesk keygen` makes one')
  if (env.CHAT_ORIGIN) add('CHAT_ORIGIN', 'is not for production: leave it out')
  return env.PAYDESK_TRIAL === '1' ? faults : [...faults, ...trialOnly(env)]
}

/** What would let others read, forge or guess in production, and so is for trials only. */
function trialOnly({
  PAYPAL_SIMULATOR_URL,
  PUBLIC_URL,
  TRUST_PROXY = '',
}: Partial<Values>): SettingFault[] {
  const faults: SettingFault[] = []
  const add = (name: string, what: string) =>
    faults.push({
      name,
      fault: `${name}${what} in production, unless PAYDESK_TRIAL=1 says that this is a trial`,
    })
  if (PAYPAL_SIMULATOR_URL) add('PAYPAL_SIMULATOR_URL', ' is refused')
  if (PUBLIC_URL && new URL(PUBLIC_URL).protocol !== 'https:')
    add('PUBLIC_URL', ' must begin with https://')
  if (TRUST_PROXY.trim() === '')
    add(
      'TRUST_PROXY',
      ' must name the proxy in front, or be none: without it all people share one address, and one stranger locks all of them out,',
    )
  for (const proxy of TRUST_PROXY.split(',').filter((proxy) => trustsEveryone(proxy.trim())))
    add('TRUST_PROXY', `=${proxy} believes whatever address anyone gives; it is refused`)
  return faults
}

function warningsOf(env: Values, environment: NodeJS.ProcessEnv): string[] {
  const production = env.NODE_ENV === 'production'
  return [
    ...unknownNames(environment, settingNames),
    ...(production && !env.SMTP_URL
      ? ['SMTP_URL is not set: no e-mail goes out, neither invitations nor forgotten passwords']
      : []),
    ...(env.SMTP_URL && env.MAIL_FROM.includes('@localhost')
      ? ['MAIL_FROM is not set: servers refuse mail from localhost']
      : []),
    ...(env.OIDC_ISSUER && !(env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET)
      ? [
          'OIDC_ISSUER is set, but not OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: nobody can sign in by it',
        ]
      : []),
  ]
}

/** A network wider than any private one (10.0.0.0/8), or than a whole provider's share of IPv6. */
function trustsEveryone(proxy: string): boolean {
  if (/^(true|\*|all)$/i.test(proxy)) return true
  const [address = '', bits] = proxy.split('/')
  if (bits === undefined) return false
  // A mask such as 0.0.0.0 is written in place of a length.
  if (bits.includes('.')) return Number(bits.split('.')[0]) < 255
  // An IPv4 network can be written as an IPv6 one.
  if (/^::ffff:/i.test(address)) return Number(bits) < 96 + 8
  return Number(bits) < (address.includes(':') ? 16 : 8)
}

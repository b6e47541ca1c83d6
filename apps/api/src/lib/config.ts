import { type CallKind, callKinds } from '@paydesk/paypal/operation'
import { z } from 'zod'
import { defaultShares, type Shares } from './share.ts'

type PerMinute = Record<CallKind, number>

/** With less than two calls a minute there is no distance between them to keep. */
const callLimits = (defaults: PerMinute) =>
  z
    .string()
    .default('')
    .transform((text) => ({
      ...defaults,
      ...Object.fromEntries(text.split(',').flatMap((part) => (part ? [part.trim().split('=')] : []))),
    }))
    .pipe(z.strictObject({ reporting: perMinute, look: perMinute, act: perMinute }))
const perMinute = z.coerce.number().int().min(2).max(1_000_000)

/** `heavy=3,userPercent=50`: what is left out keeps its default. */
const shares = z
  .string()
  .default('')
  .transform((text) => ({
    ...defaultShares,
    ...Object.fromEntries(text.split(',').flatMap((part) => (part ? [part.trim().split('=')] : []))),
  }))
  .pipe(
    z.strictObject(
      Object.fromEntries(Object.keys(defaultShares).map((name) => [name, z.coerce.number().int().min(1).max(100_000)])) as Record<
        keyof Shares,
        z.ZodCoercedNumber
      >,
    ),
  )

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** Logs in as the runtime role (a member of paydesk_app), never as the owner: the process refuses to start otherwise. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  /** How much of a process one user and one company may use at once (decision 0061). */
  WORK_SHARES: shares,
  /** `1` says out loud that this installation is a trial: production then takes a simulator for PayPal, http, and trust in every proxy. */
  PAYDESK_TRIAL: z.enum(['', '0', '1']).default(''),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Addresses of the proxies whose X-Forwarded-For is believed, comma separated, or `none`. Throttling counts by address. Required in production. */
  TRUST_PROXY: z.string().default(''),
  /** How long /api/health/ready says no before connections are closed, so that a load balancer stops sending requests first. */
  SHUTDOWN_DRAIN_MS: z.coerce.number().int().min(0).default(0),
  /** The origin under which people reach the console: in e-mailed links, for passkeys and OpenID Connect. Required in production. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Where weaknesses are reported: `mailto:…` or `https://…`. Stands in /.well-known/security.txt, which is not there without it. */
  SECURITY_CONTACT: z.url({ protocol: /^(mailto|https)$/ }).optional(),
  /** The page that says how reports are treated, for the same file. */
  SECURITY_POLICY: z.url({ protocol: /^https$/ }).optional(),
  /** `id:base64,…` of 32 bytes each; the first encrypts, all decrypt (`npm run secrets:rotate`). Required in production. */
  PAYDESK_MASTER_KEYS: z.string().default(''),
  /** smtp://user:password@host:587 or smtps://… */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Paydesk <no-reply@localhost>'),
  /** An HTTP gateway for text messages; {phone} and {code} are filled in. With SMS_BODY it is a POST. */
  SMS_URL: z.string().default(''),
  SMS_BODY: z.string().default(''),
  SMS_AUTHORIZATION: z.string().default(''),
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().default(''),
  OIDC_CLIENT_SECRET: z.string().default(''),
  OIDC_LABEL: z.string().default('OpenID Connect'),
  /** A PayPal simulator in place of PayPal's sandbox. While it is set, live accounts are refused (lib/outside/paypal.ts). */
  PAYPAL_SIMULATOR_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** How long a call waits for PayPal's answer before its outcome counts as unknown. */
  PAYPAL_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(30_000),
  /** An open bill that was not seen at PayPal for this long is compared again. */
  PAYPAL_SWEEP_SECONDS: z.coerce.number().int().min(1).default(1800),
  /** How often each account's transactions are read; an event brings the next reading forward. */
  PAYPAL_SYNC_SECONDS: z.coerce.number().int().min(1).default(300),
  /** An event that PayPal's own records do not bear out within this time raises an alarm. */
  PAYPAL_CONFIRM_SECONDS: z.coerce.number().int().min(1).default(600),
  /** The first event of a quiet account is looked at right away; then the account gathers events for this long before the next look. */
  PAYPAL_LOOK_REST_MS: z.coerce.number().int().min(0).default(4000),
  /** All processes that reach PayPal from one address share its allowance of calls: give each outgoing address a name. */
  PAYPAL_ADDRESS_NAME: z.string().min(1).max(100).default('default'),
  /** Calls a minute, `reporting=50,look=1200`; a kind that is left out keeps its default (decision 0050). */
  PAYPAL_CALLS_PER_ADDRESS: callLimits({ reporting: 50, look: 1200, act: 600 }),
  PAYPAL_CALLS_PER_ACCOUNT: callLimits({ reporting: 30, look: 300, act: 120 }),
  /** Where team-chat messages go in place of DingTalk, WeCom and Feishu: for tests and development, refused in production. */
  CHAT_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  /** The built console; not served when the folder is missing (development serves it by Vite). */
  CONSOLE_DIR: z.string().default(new URL('../../../console/dist', import.meta.url).pathname),
})

export type Config = {
  production: boolean
  databaseUrl: string
  databasePoolSize: number
  shares: Shares
  host: string
  port: number
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

/** The entry points parse the configuration once and hand everything else what it needs. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new Error(`Configuration: ${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  const production = env.NODE_ENV === 'production'
  if (production && !env.PUBLIC_URL) throw new Error('Configuration: PUBLIC_URL is required in production')
  if (production && !env.PAYDESK_MASTER_KEYS) throw new Error('Configuration: PAYDESK_MASTER_KEYS is required in production')
  if (production && env.CHAT_ORIGIN) throw new Error('Configuration: CHAT_ORIGIN is not for production')
  if (production && env.PAYDESK_TRIAL !== '1') for (const fault of trialOnly(env)) throw new Error(`Configuration: ${fault}`)
  return {
    production,
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    shares: env.WORK_SHARES,
    host: env.HOST,
    port: env.PORT,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY === 'none' ? [] : env.TRUST_PROXY.split(',').filter(Boolean),
    shutdownDrainMs: env.SHUTDOWN_DRAIN_MS,
    consoleDir: env.CONSOLE_DIR,
    publicUrl: new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin,
    securityContact: env.SECURITY_CONTACT,
    securityPolicy: env.SECURITY_POLICY,
    masterKeys: env.PAYDESK_MASTER_KEYS,
    smtp: env.SMTP_URL ? { url: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    sms: env.SMS_URL ? { url: env.SMS_URL, body: env.SMS_BODY, authorization: env.SMS_AUTHORIZATION } : undefined,
    oidc: env.OIDC_ISSUER
      ? { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID, clientSecret: env.OIDC_CLIENT_SECRET, label: env.OIDC_LABEL }
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
        callKinds.map((kind) => [kind, { account: env.PAYPAL_CALLS_PER_ACCOUNT[kind], address: env.PAYPAL_CALLS_PER_ADDRESS[kind] }]),
      ) as Config['paypal']['limits'],
    },
  }
}

/** What would let others read, forge or guess in production, and so is for trials only. */
function trialOnly({ PAYPAL_SIMULATOR_URL, PUBLIC_URL, TRUST_PROXY }: z.infer<typeof Environment>): string[] {
  const trial = 'in production, unless PAYDESK_TRIAL=1 says that this is a trial'
  const everyone = TRUST_PROXY.split(',').filter((proxy) => trustsEveryone(proxy.trim()))
  return [
    ...(PAYPAL_SIMULATOR_URL ? [`PAYPAL_SIMULATOR_URL is refused ${trial}`] : []),
    ...(PUBLIC_URL && new URL(PUBLIC_URL).protocol !== 'https:' ? [`PUBLIC_URL must begin with https:// ${trial}`] : []),
    ...(TRUST_PROXY.trim() === ''
      ? [
          `TRUST_PROXY must name the proxy in front, or be none: without it all people share one address, and one stranger locks all of them out, ${trial}`,
        ]
      : []),
    ...everyone.map((proxy) => `TRUST_PROXY=${proxy} believes whatever address anyone gives; it is refused ${trial}`),
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

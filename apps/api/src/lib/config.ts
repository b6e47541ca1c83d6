import { z } from 'zod'

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** Logs in as the runtime role (a member of paydesk_app), never as the owner: the process refuses to start otherwise. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Addresses of the proxies whose X-Forwarded-For is believed, comma separated. Throttling counts by address. */
  TRUST_PROXY: z.string().default(''),
  /** How long /api/health/ready says no before connections are closed, so that a load balancer can look away first. */
  SHUTDOWN_DRAIN_MS: z.coerce.number().int().min(0).default(0),
  /** The built console; not served when the folder is missing (development serves it by Vite). */
  CONSOLE_DIR: z.string().default(new URL('../../../console/dist', import.meta.url).pathname),
})

export type Config = {
  production: boolean
  databaseUrl: string
  databasePoolSize: number
  host: string
  port: number
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
  trustProxy: string[]
  shutdownDrainMs: number
  consoleDir: string
}

/** Parsed once, by the entry points; everything else is handed what it needs. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new Error(`Configuration: ${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  return {
    production: env.NODE_ENV === 'production',
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    host: env.HOST,
    port: env.PORT,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY.split(',').filter(Boolean),
    shutdownDrainMs: env.SHUTDOWN_DRAIN_MS,
    consoleDir: env.CONSOLE_DIR,
  }
}

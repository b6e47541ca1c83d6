import { pino } from 'pino'
import type { Config } from './config.ts'

export type Log = ReturnType<typeof createLog>

/**
 * Structured lines on stdout. Bodies, queries and headers are never logged; redaction is only the
 * second safeguard.
 */
export const createLog = (config: Pick<Config, 'logLevel'>, process: 'api' | 'worker') =>
  pino({
    level: config.logLevel,
    base: { process, pid: globalThis.process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        '*.authorization',
        '*.password',
        '*.token',
        '*.secret',
        'authorization',
        'password',
        'token',
        'secret',
      ],
      censor: '[redacted]',
    },
  })

import { writeSync } from 'node:fs'

/**
 * How a process ends that cannot go on, in the numbers of sysexits.h: whoever watches it can tell a
 * wrong setting from an outage.
 */
export const exitCodes = { faults: 1, usage: 64, unreachable: 69, configuration: 78 } as const

/**
 * An end that the operator can mend: its lines say what is wrong and what to do, and a stack trace
 * would only hide them.
 */
export class PlainEnd extends Error {
  readonly lines: readonly string[]
  readonly exitCode: number
  constructor(lines: readonly string[], exitCode: number, options?: ErrorOptions) {
    super(lines.join('\n'), options)
    this.lines = lines
    this.exitCode = exitCode
  }
}

export const wrongUsage = (line: string) => new PlainEnd([line], exitCodes.usage)

/**
 * Ends the process with the error in plain sentences; where it happened is said to those who ask
 * for it with LOG_LEVEL=debug. It is written at once, because a pipe could still hold it when the
 * process is gone.
 */
export function endPlainly(error: unknown): never {
  const { cause } = error as { cause?: unknown }
  const { stack } = (cause ?? error) as { stack?: string }
  writeSync(
    2,
    [...plainLines(error), ...(stack && wantsStack(process.env.LOG_LEVEL) ? [stack] : [])]
      .map((line) => `${line}\n`)
      .join(''),
  )
  process.exit(error instanceof PlainEnd ? error.exitCode : exitCodes.faults)
}

const wantsStack = (level: string | undefined) => level === 'debug' || level === 'trace'

export const plainLines = (error: unknown): readonly string[] =>
  error instanceof PlainEnd ? error.lines : [messageOf(error)]

/**
 * Where a name has several addresses, the error of a connection is a list of errors and has no
 * message of its own.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

import type { Log } from './log.ts'

/**
 * Repeats work more often than a scheduled job can (once a minute). Two runs never
 * overlap in one process.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  log: Log,
  name: string,
): { stop: () => Promise<void> } {
  let running: Promise<void> | undefined
  const run = async () => {
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, name)
    }
  }
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = undefined
    })
  }, everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

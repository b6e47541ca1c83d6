import type { Log } from './log.ts'

/** Work that a worker looks for more often than jobs can by the clock (once a minute); never twice at once in one process. */
export function repeat(everyMs: number, work: () => Promise<unknown>, log: Log, name: string): { stop: () => Promise<void> } {
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

import type { Log } from './log.ts'

const finishMs = 30_000

/** On SIGTERM or SIGINT the process finishes what is under way, takes nothing new, then exits. A second signal changes nothing. */
export function onStopSignal(log: Log, stop: () => Promise<void>, drainMs = 0) {
  let stopping = false
  const end = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), drainMs + finishMs).unref()
    await stop().catch((error) => log.error({ err: error }, 'stopping failed'))
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

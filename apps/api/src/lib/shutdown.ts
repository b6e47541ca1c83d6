import type { Log } from './log.ts'

const finishMs = 30_000
const signals = ['SIGTERM', 'SIGINT'] as const

const endAtOnce = () => process.exit(0)

/**
 * While a process starts, nothing is under way. Without a handler the first process of a container
 * would not hear the signal at all.
 */
export function endAtOnceOnStopSignal() {
  for (const signal of signals) process.on(signal, endAtOnce)
}

/**
 * On SIGTERM or SIGINT the process finishes what is under way, takes nothing new, then exits. A
 * second signal changes nothing.
 */
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
  for (const signal of signals) process.off(signal, endAtOnce).on(signal, (name) => void end(name))
}

import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '../errors.ts'
import { type Told, threadMark, type Work } from '../thread.ts'

/**
 * The last line of a module whose functions run in threads (lib/thread.ts): in such a thread it
 * waits for calls. Anywhere else, where the module is imported as any other, it does nothing.
 */
export function serveInThread(functions: Record<string, (...args: never[]) => unknown>) {
  if (workerData !== threadMark) return
  const tell = (told: Told) => parentPort?.postMessage(told)
  const answer = async ({ name, args }: Work) => {
    try {
      const read = functions[name]
      if (!read) throw new Error(`there is no ${name}`)
      tell({ kind: 'begins' })
      tell({ kind: 'value', value: await read(...(args as never[])) })
    } catch (error) {
      if (error instanceof Refusal)
        tell({ kind: 'refusal', code: error.code, params: error.params, data: error.data })
      else {
        const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
        tell({ kind: 'error', message, stack })
      }
    }
  }
  parentPort?.on('message', (work: Work) => void answer(work))
}

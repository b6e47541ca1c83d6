import { Worker } from 'node:worker_threads'
import type { ErrorName, ErrorParams } from '@paydesk/contract/lib/errors'
import { Refusal, refuse } from './errors.ts'
import { Lane } from './lane.ts'

/**
 * Files that people upload are read in threads of their own. What they hold can then at worst cost
 * one thread its time: the process goes on answering, and the thread is ended.
 */
export type ThreadLimits = {
  /**
   * How much work one call may be: the time that the thread computes. On a machine that is busy
   * with other things it takes longer.
   */
  cpuMs: number
  /** How long one call may take in all, also where it only waits. */
  wallMs: number
  /** The heap that one thread may fill. */
  megabytes: number
}
/** To plan 2,000 bills of 10,000 rows, the most that a file may hold, takes 0.6 s of computing. */
export const fileLimits: ThreadLimits = { cpuMs: 1000, wallMs: 10_000, megabytes: 256 }
const lookEveryMs = 50

/**
 * So many threads read at the same time in one process, for one company one fewer: whatever it
 * uploads, another's file finds a thread. So many callers of a company wait; each of them holds a
 * connection to the database.
 */
export const maxThreads = 3
export const maxWaiting = 6
const places = new Lane({
  total: maxThreads,
  company: maxThreads - 1,
  user: maxThreads - 1,
  waiting: maxWaiting,
})
/** Loading our own modules is not the file's fault, but it must end too. */
const loadingMs = 15_000
/** A thread that nobody needs any longer gives its memory back. */
const idleMs = 60_000

/** Tells our own threads from others, such as those in which tests run. */
export const threadMark = 'paydesk reader'
export type Work = { name: string; args: unknown[] }
/** What a thread says: that it has loaded its module and begins, and how it ended. */
export type Told =
  | { kind: 'begins' }
  | { kind: 'value'; value: unknown }
  | { kind: 'refusal'; code: ErrorName; params: ErrorParams; data: unknown }
  | { kind: 'error'; message: string; stack: string }

// biome-ignore lint/suspicious/noExplicitAny: any function can be a reader, if structured cloning takes its arguments and its result.
type Reader = (...args: any[]) => unknown

/**
 * The functions of a module, each called by its name in a thread:
 * `const read = threadOf<typeof import('./readers.ts')>(url)`, then
 * `await read(companyId, 'table', bytes)`. The module names them in `serveInThread`
 * (file/serve.ts). A refusal that one throws arrives here as one.
 */
export function threadOf<M extends Record<string, unknown>>(module: URL, limits = fileLimits) {
  return async <K extends keyof M & string>(
    companyId: string,
    name: K,
    ...args: M[K] extends Reader ? Parameters<M[K]> : never
  ): Promise<M[K] extends Reader ? Awaited<ReturnType<M[K]>> : never> => {
    const leave = await places.enter({ company: companyId, user: `people of ${companyId}` })
    return run(module.href, { name, args }, limits, leave) as never
  }
}

type Idle = { worker: Worker; kind: string; leave: () => void; end: () => void }
const idle: Idle[] = []
const kindOf = (module: string, megabytes: number) => `${megabytes} ${module}`

function take(module: string, megabytes: number): Worker {
  const found = idle.findLast(({ kind }) => kind === kindOf(module, megabytes))
  if (found) {
    found.leave()
    found.worker.ref()
    return found.worker
  }
  // Those that sleep are few too: the one that nobody needed for longest goes.
  if (idle.length + places.state.running > maxThreads) idle[0]?.end()
  return new Worker(new URL(module), {
    workerData: threadMark,
    // The thread reads what strangers wrote and needs none of the process's secrets. Compiled
    // modules make it begin in a third of the time.
    env: process.env.NODE_COMPILE_CACHE
      ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
      : {},
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: megabytes,
      maxYoungGenerationSizeMb: 32,
      stackSizeMb: 4,
    },
  })
}

/** Keeps a thread for the next file, without keeping the process alive for it. */
function keep(worker: Worker, kind: string) {
  const one: Idle = {
    worker,
    kind,
    end: () => {
      one.leave()
      void worker.terminate()
    },
    leave: () => {
      clearTimeout(retire)
      worker.off('error', one.leave).off('exit', one.leave)
      idle.splice(idle.indexOf(one), 1)
    },
  }
  const retire = setTimeout(one.end, idleMs)
  worker.on('error', one.leave).on('exit', one.leave)
  retire.unref()
  worker.unref()
  idle.push(one)
}

/** Looks again and again how long the thread has computed since now. */
function whenOver(worker: Worker, cpuMs: number, act: () => void): NodeJS.Timeout {
  let before: number | undefined
  const look = async () => {
    const { user, system } = await worker.cpuUsage()
    before ??= user + system
    if (user + system - before > cpuMs * 1000) act()
  }
  // A thread that has ended meanwhile has no usage.
  const lookQuietly = () => void look().catch(() => {})
  lookQuietly()
  return setInterval(lookQuietly, lookEveryMs)
}

function run(
  module: string,
  work: Work,
  { cpuMs, wallMs, megabytes }: ThreadLimits,
  over: () => void,
): Promise<unknown> {
  const worker = take(module, megabytes)
  return new Promise((resolve, reject) => {
    let ended = false
    const end = (how: () => void, reusable: boolean) => {
      // A look at the thread may still be under way when it ends.
      if (ended) return
      ended = true
      clearTimeout(timer)
      clearInterval(looking)
      // One by one: a worker listens to itself too, and deaf to that it would receive
      // nothing any more.
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      if (reusable) {
        keep(worker, kindOf(module, megabytes))
        over()
      } else {
        // An error that comes after the end is nobody's.
        worker.on('error', () => {})
        // The place is free once the thread is really gone.
        worker.terminate().then(over, over)
      }
      how()
    }
    const tooHeavy = () => end(() => reject(refuse('file.tooHeavy')), false)
    const onMessage = (told: Told) => {
      if (told.kind === 'begins') {
        clearTimeout(timer)
        timer = setTimeout(tooHeavy, wallMs)
        looking = whenOver(worker, cpuMs, tooHeavy)
      } else if (told.kind === 'value') end(() => resolve(told.value), true)
      else if (told.kind === 'refusal')
        end(() => reject(new Refusal(told.code, told.params, told.data)), true)
      else end(() => reject(Object.assign(new Error(told.message), { stack: told.stack })), true)
    }
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') tooHeavy()
      else end(() => reject(error), false)
    }
    const onExit = () => end(() => reject(new Error(`${module} ended its thread`)), false)
    let looking: NodeJS.Timeout | undefined
    let timer = setTimeout(
      () => end(() => reject(new Error(`${module} did not load`)), false),
      loadingMs,
    )
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    try {
      worker.postMessage(work)
    } catch (error) {
      end(() => reject(error), true)
    }
  })
}

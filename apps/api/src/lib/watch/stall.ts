import { Worker } from 'node:worker_threads'

const beatMs = 250

/**
 * A process that computes without end answers nobody and looks as if it were there. An API keeps
 * its callers waiting; a worker loses its job to another one after 10 s without a heartbeat
 * (lib/job.ts), and the job would go round until every worker computed without end. So in
 * production such a process ends, and its service manager starts it again.
 */
const stalledMs = 15_000

/** What the watching thread gets. */
export type Watched = { beats: Int32Array; process: string; afterMs: number }

/**
 * Ends this process when its main thread has done nothing but one thing for so long. A process that
 * was stopped as a whole is not meant.
 */
export function endWhenStalled(process: string, afterMs = stalledMs) {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref()
  const workerData: Watched = { beats, process, afterMs }
  // It takes over nothing that this process was started with: what is loaded before us need not
  // be loaded there.
  new Worker(new URL('stallThread.ts', import.meta.url), {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 32 },
  }).unref()
}

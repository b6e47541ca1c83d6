import { Worker } from 'node:worker_threads'
import { acknowledgedAt, allowedAt, type Run, type SenderInput, type SenderResult } from './shared.ts'
import type { World } from './world.ts'

const threads = 2
const connectionsEach = 96
/** How many events may wait to be applied: enough for full batches, too few to hide that applying falls behind. */
const mostWaiting = 3000

/** Two threads that send. Signing is most of their work and is done before the clock runs. */
export class Senders {
  private readonly workers: Worker[]
  private readonly counts: Int32Array
  private constructor(workers: Worker[], counts: Int32Array) {
    this.workers = workers
    this.counts = counts
  }

  static async prepare({ port, paypal, accounts }: World, from: number, to: number): Promise<Senders> {
    const shared = new SharedArrayBuffer(8)
    const half = Math.floor((from + to) / 2)
    const workers = [
      [from, half],
      [half, to],
    ].map(([first, last]) => {
      const workerData = { port, paypal, accounts, from: first, to: last, connections: connectionsEach, shared } as SenderInput
      return new Worker(new URL('./sender.ts', import.meta.url), { workerData })
    })
    await Promise.all(workers.map((worker) => new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))))
    const senders = new Senders(workers, new Int32Array(shared))
    senders.allow(0)
    return senders
  }

  get acknowledged(): number {
    return Atomics.load(this.counts, acknowledgedAt)
  }

  /** Says how many events can be sent in all, given how many are waiting to be applied. */
  allow(waiting: number) {
    Atomics.store(this.counts, allowedAt, Math.max(0, this.acknowledged - waiting + mostWaiting))
  }

  async run({ perSecond, seconds }: Run): Promise<{ latenciesMs: Float64Array; repeated: number }> {
    const each: Run = { seconds, ...(perSecond && { perSecond: perSecond / threads }) }
    const ran = await Promise.all(
      this.workers.map(
        (worker) =>
          new Promise<SenderResult>((resolve, reject) => {
            worker.once('message', resolve).once('error', reject)
            worker.postMessage(each)
          }),
      ),
    )
    for (const worker of this.workers) await worker.terminate()
    const latenciesMs = Float64Array.from(ran.flatMap((one) => [...one.latenciesMs]))
    return { latenciesMs, repeated: ran.reduce((all, one) => all + one.repeated, 0) }
  }
}

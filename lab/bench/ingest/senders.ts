import { Worker } from 'node:worker_threads'
import type { Volume as World } from '../../stack/options.ts'
import type { Pattern } from './pattern.ts'
import type { Lot } from './payments.ts'
import {
  acknowledgedAt,
  allowedAt,
  type Run,
  type SenderInput,
  type SenderResult,
} from './shared.ts'

const threads = 2
const connectionsEach = 96
/**
 * How many events may wait to be confirmed: enough for full looks at 16 accounts, too few to hide
 * that the worker falls behind.
 */
const mostWaiting = 16_000

/** Two threads that send. Signing is most of their work and is done before the clock runs. */
export class Senders {
  private readonly workers: Worker[]
  private readonly counts: Int32Array
  private constructor(workers: Worker[], counts: Int32Array) {
    this.workers = workers
    this.counts = counts
  }

  static async prepare({ api, accounts }: World, pattern: Pattern, lot: Lot): Promise<Senders> {
    const shared = new SharedArrayBuffer(12)
    const workers = Array.from({ length: threads }, (_, index) => {
      const part = { of: threads, index }
      const workerData: SenderInput = {
        port: Number(new URL(api).port),
        pattern,
        accounts,
        lot,
        part,
        connections: connectionsEach,
        shared,
      }
      return new Worker(new URL('./sender.ts', import.meta.url), { workerData })
    })
    await Promise.all(
      workers.map(
        (worker) =>
          new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject)),
      ),
    )
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

  async run({ perSecond }: Run): Promise<{ latenciesMs: Float64Array; repeated: number }> {
    const each: Run = perSecond ? { perSecond: perSecond / threads } : {}
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

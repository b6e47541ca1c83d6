import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { dice } from '../../ground/dice.ts'
import type { Stack } from '../../stack/openStack.ts'

type Kind = 'read' | 'write' | 'live'
type Seen = { kind: Kind; phase: string; status: number; ms: number; at: number; what: string }
type Bill = { id: string; number: string; version: number }

const reads = [
  '/api/payPalBill?current=1&pageSize=20',
  '/api/home',
  '/api/paypalTransaction?current=1&pageSize=20',
  '/api/currentUser',
]
/** The first calls of a process are compiled while they run. */
const warmingMs = 5000
/**
 * What people may have to wait, and how much more than before where the machine has other work and
 * was slower already.
 */
const mostMs = 300
const mostTimes = 2
/** A connection that broke has no status. */
const broken = 0

/**
 * People who read, and who make bills and send them. A write is repeated with the same key until it
 * is acknowledged, so that each ends up either acknowledged or still being tried; every single
 * answer is kept, with the phase in which it was asked for.
 */
export class Work {
  phase = 'warming up'
  readonly seen: Seen[] = []
  /**
   * The bills by the key of the call that made them, and when the try that was acknowledged began.
   */
  readonly made = new Map<string, { number: string; askedAt: Date }>()
  readonly sent: string[] = []
  writers = 0
  private readonly stack: Stack
  private readonly token: string
  private readonly customers: string[]
  private over = false
  private crew: Promise<unknown> = Promise.resolve()

  private constructor(stack: Stack, token: string, customers: string[]) {
    this.stack = stack
    this.token = token
    this.customers = customers
  }

  static async start(
    stack: Stack,
    token: string,
    { seed, readers = 2, writers = 2 }: { seed: number; readers?: number; writers?: number },
  ) {
    const { rows } = await stack.owner.query<{ id: string }>(
      'select id from customer where company_id = $1 and email is not null',
      [stack.companyId],
    )
    const work = new Work(
      stack,
      token,
      rows.map(({ id }) => id),
    )
    work.writers = writers
    work.crew = Promise.all([
      ...Array.from({ length: readers }, (_, index) => work.reader(dice(seed + index))),
      ...Array.from({ length: writers }, (_, index) => work.writer(dice(seed + 100 + index))),
      work.watcher(),
    ])
    await sleep(warmingMs)
    work.phase = 'before'
    return work
  }

  async end() {
    this.over = true
    await this.crew
  }

  /**
   * How long something of this kind took until it succeeded for the first time after the moment.
   */
  async untilGood(kind: Kind, since: number, timeoutMs: number): Promise<number | null> {
    while (performance.now() - since < timeoutMs) {
      const found = this.seen.find(
        (one) => one.kind === kind && one.at >= since && one.status === 200,
      )
      if (found) return Math.round(found.at + found.ms - since)
      await sleep(50)
    }
    return null
  }

  /** How often each status was answered in the phase. */
  statuses(kind: Kind, phase: string): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const one of this.of(kind, phase)) counts[one.status] = (counts[one.status] ?? 0) + 1
    return counts
  }

  percentile(kind: Kind, phase: string, share: number): number {
    const sorted = this.of(kind, phase)
      .map(({ ms }) => ms)
      .sort((a, b) => a - b)
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  }

  p99(phases: string[]) {
    return Object.fromEntries(
      phases.map((phase) => [
        phase,
        {
          reads: this.percentile('read', phase, 0.99),
          writes: this.percentile('write', phase, 0.99),
        },
      ]),
    )
  }

  /** Nobody waited longer in these phases than 300 ms, or than twice as long as before them. */
  undisturbedIn(phases: string[]): boolean {
    return (['read', 'write'] as const).every((kind) => {
      const most = Math.max(mostMs, mostTimes * this.percentile(kind, 'before', 0.99))
      return phases.every((phase) => this.percentile(kind, phase, 0.99) <= most)
    })
  }

  /** What nobody may ever see: an answer that is neither a success nor a refusal for a while. */
  get wrong(): string[] {
    return this.seen
      .filter(({ status }) => ![200, 503, broken].includes(status))
      .map(({ what, status }) => `${what}: ${status}`)
  }

  private of = (kind: Kind, phase: string) =>
    this.seen.filter((one) => one.kind === kind && one.phase === phase)

  private async reader(random: () => number) {
    while (!this.over) {
      await this.ask('read', 'GET', reads[Math.floor(random() * reads.length)] as string)
      await sleep(30 + random() * 60)
    }
  }

  private async watcher() {
    while (!this.over) {
      await this.ask('live', 'GET', '/api/health/live')
      await sleep(250)
    }
  }

  private async writer(random: () => number) {
    const one = (list: string[]) => list[Math.floor(random() * list.length)]
    while (!this.over) {
      const key = randomUUID()
      const made = await this.insist<Bill>(key, '/api/payPalBill', {
        customerId: one(this.customers),
        currency: 'USD',
        title: 'Torture limits',
        items: [
          { name: 'Item', quantity: '1', unitAmountMinor: 100 + Math.floor(random() * 90_000) },
        ],
        term: 'net15',
        accountId: one(this.stack.accountIds),
      })
      if (!made) return
      const { id, number, version } = made.data
      this.made.set(key, { number, askedAt: made.askedAt })
      const sent = await this.insist<Bill>(randomUUID(), `/api/payPalBill/${id}/send`, {
        version,
        by: 'link',
      })
      if (sent) this.sent.push(sent.data.number)
      await sleep(100 + random() * 300)
    }
  }

  /** Repeats the call with its key until it is acknowledged. */
  private async insist<T>(
    key: string,
    path: string,
    body: object,
  ): Promise<{ data: T; askedAt: Date } | undefined> {
    for (;;) {
      const askedAt = new Date()
      const answer = await this.ask<T>('write', 'POST', path, { key, body })
      if (answer.data) return { data: answer.data, askedAt }
      // At the end a call may still be without an answer; whether it had an effect is then
      // nobody's promise.
      if (this.over || (answer.status !== 503 && answer.status !== broken)) return undefined
      await sleep(200)
    }
  }

  private async ask<T>(
    kind: Kind,
    method: string,
    path: string,
    write?: { key: string; body: object },
  ) {
    const [phase, at] = [this.phase, performance.now()]
    const note = (status: number) =>
      this.seen.push({
        kind,
        phase,
        status,
        ms: performance.now() - at,
        at,
        what: `${method} ${path.replace(/[0-9a-f-]{36}/, ':id')}`,
      })
    try {
      const response = await fetch(this.stack.api + path, {
        method,
        headers: {
          authorization: this.token,
          ...(write && { 'content-type': 'application/json', 'idempotency-key': write.key }),
        },
        ...(write && { body: JSON.stringify(write.body) }),
      })
      const text = await response.text()
      note(response.status)
      return {
        status: response.status,
        data: response.status === 200 ? (JSON.parse(text) as { data: T }).data : undefined,
      }
    } catch {
      note(broken)
      return { status: broken, data: undefined }
    }
  }
}

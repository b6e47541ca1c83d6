import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { dice } from '../../ground/dice.ts'

type Bill = { id: string; number: string; version: number }
type Seen = { accounts: string[]; customers: string[] }

/**
 * People at work. None of their calls is repeated: whatever a deployment does to a call, a
 * person would see.
 */
export class People {
  requests = 0
  readonly failures: string[] = []
  readonly slowMs: number[] = []
  /** Numbers of the bills whose sending was acknowledged. */
  readonly sent: string[] = []
  private over = false
  private readonly url: string
  private readonly token: string
  private readonly seen: Seen
  private work: Promise<unknown> = Promise.resolve()
  constructor(url: string, token: string, seen: Seen) {
    this.url = url
    this.token = token
    this.seen = seen
  }

  start(count: number, seed: number) {
    this.work = Promise.all(
      Array.from({ length: count }, (_, index) => this.person(dice(seed + index))),
    )
  }

  async end() {
    this.over = true
    await this.work
    this.slowMs.sort((a, b) => a - b)
  }

  private async person(random: () => number) {
    const reads = [
      '/api/payPalBill?current=1&pageSize=20',
      '/api/home',
      '/api/paypalTransaction?current=1&pageSize=20',
      '/api/currentUser',
    ]
    while (!this.over) {
      if (random() < 0.25) await this.makeAndSend(random)
      else await this.call('GET', reads[Math.floor(random() * reads.length)] as string)
      await sleep(20 + random() * 80)
    }
  }

  private async makeAndSend(random: () => number) {
    const one = (list: string[]) => list[Math.floor(random() * list.length)]
    const made = await this.call<Bill>('POST', '/api/payPalBill', {
      customerId: one(this.seen.customers),
      currency: 'USD',
      title: 'Torture',
      items: [
        { name: 'Item', quantity: '1', unitAmountMinor: 100 + Math.floor(random() * 90_000) },
      ],
      term: 'net15',
      accountId: one(this.seen.accounts),
    })
    if (!made) return
    const sent = await this.call<Bill>('POST', `/api/payPalBill/${made.id}/send`, {
      version: made.version,
      by: 'link',
    })
    if (sent) this.sent.push(sent.number)
  }

  private async call<T>(method: string, path: string, body?: object): Promise<T | undefined> {
    this.requests++
    const startedAt = performance.now()
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: {
          authorization: this.token,
          ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      this.slowMs.push(performance.now() - startedAt)
      if (response.status === 200) return (JSON.parse(text) as { data: T }).data
      this.failures.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
    } catch (error) {
      this.failures.push(
        `${method} ${path}: ${(error as Error).message} ${((error as Error).cause as Error | undefined)?.message ?? ''}`,
      )
    }
    return undefined
  }
}

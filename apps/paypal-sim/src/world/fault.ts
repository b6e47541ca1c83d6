import type { Random } from './random.ts'
import type { Collection } from './store.ts'

/** What can be made to go wrong. The numbers are those of docs/paypal-simulator.md. */
export const requestFaults = [
  'dropAfter', // F1: the effect stays, the connection drops
  'dropBefore', // F2: nothing happened, the connection drops
  'errorAfter', // F3: 5xx although it was done
  'errorBefore', // F3: 5xx and nothing happened
  'htmlAfter', // F3: 502 with HTML, done
  'htmlBefore', // F3: 502 with HTML, not done
  'rateLimit', // F4: one 429 (`ms` = Retry-After; none without)
  'ban', // F4: every call of the account answers 429 for `ms`
  'webhookFirst', // F8: the answer waits until its events were delivered
  'pageShift', // F11: a record is inserted before each page after the first
  'futureStatus', // F10: an invoice is read with a status that nobody knows
  'refundPending', // F18: a refund is PENDING and then completes after `ms`
  'refundFails', // F18: a refund is PENDING and then FAILED after `ms`
  'insufficientFunds', // F17
  'payBeforeCancel', // F24: the buyer pays just before our cancel is read
  'slow', // F26: the answer takes `ms`
] as const
export const eventFaults = [
  'duplicateWebhook', // F5: again 70 ms later
  'delayWebhook', // F6, F7: late by `ms`, so that later ones overtake it
  'dropWebhook', // F7: never delivered
  'nullInvoice', // F10
  'unknownEventType', // F10
  'unknownStatus', // F10
  'forgeSignature', // F9 and the next ones
  'forgeWebhookId',
  'forgeBody',
  'forgeCertHost',
  'forgeExpiredCert',
  'forgeSelfMadeCert',
  'forgeAlgorithm',
  'forgeHttpCert',
] as const
export type RequestFault = (typeof requestFaults)[number]
export type EventFault = (typeof eventFaults)[number]
export type FaultKind = RequestFault | EventFault
export const faultKinds: readonly FaultKind[] = [...requestFaults, ...eventFaults]

export interface FaultRule {
  id: string
  kind: FaultKind
  /** A filter that is absent lets any account, operation or event type through. */
  accountId?: string
  operation?: string
  eventType?: string
  /** How many more times it fires; −1 for ever. */
  times: number
  probability: number
  ms: number
  status: number
}

const defaultMs: Partial<Record<FaultKind, number>> = {
  ban: 300_000,
  slow: 10_000,
  delayWebhook: 3_600_000,
  refundPending: 86_400_000,
  refundFails: 86_400_000,
}

/**
 * A sentinel stands anywhere in a request body, e.g. in a memo: `sim:dropAfter`, `sim:slow:2000`.
 * It fires once per distinct body.
 */
const sentinel = /sim:([a-zA-Z]+)(?::(\d+))?/g

export class Faults {
  readonly #rules: Collection<FaultRule>
  readonly #random: Random
  readonly #seen = new Set<string>()

  constructor(rules: Collection<FaultRule>, random: Random) {
    this.#rules = rules
    this.#random = random
  }

  list(): FaultRule[] {
    return [...this.#rules.values()]
  }

  add(given: Partial<FaultRule> & { kind: FaultKind }): FaultRule {
    const rule: FaultRule = {
      id: String(this.#random.next()),
      times: 1,
      probability: 1,
      ms: defaultMs[given.kind] ?? 0,
      status: 500,
      ...given,
    }
    return this.#rules.put(rule.id, rule)
  }

  remove(id?: string): void {
    for (const rule of this.list()) if (!id || rule.id === id) this.#rules.delete(rule.id)
  }

  forRequest(accountId: string, operation: string, body: Buffer): FaultRule[] {
    const found = this.#draw(
      requestFaults,
      (rule) =>
        (!rule.accountId || rule.accountId === accountId) &&
        (!rule.operation || rule.operation === operation),
    )
    if (body.length < 100_000 && body.includes('sim:'))
      found.push(...this.#sentinels(operation, body.toString('utf8')))
    return found
  }

  forEvent(accountId: string, type: string): FaultRule | undefined {
    return this.#draw(
      eventFaults,
      (rule) =>
        (!rule.accountId || rule.accountId === accountId) &&
        (!rule.eventType || rule.eventType === type),
      true,
    )[0]
  }

  #draw(
    kinds: readonly FaultKind[],
    fits: (rule: FaultRule) => boolean,
    first = false,
  ): FaultRule[] {
    const drawn: FaultRule[] = []
    if (this.#rules.size === 0) return drawn
    for (const rule of this.#rules.values()) {
      if (rule.times === 0 || !kinds.includes(rule.kind) || !fits(rule)) continue
      if (rule.probability < 1 && this.#random.fraction() >= rule.probability) continue
      if (rule.times > 0) this.#rules.put(rule.id, { ...rule, times: rule.times - 1 })
      drawn.push(rule)
      if (first) break
    }
    return drawn
  }

  #sentinels(operation: string, text: string): FaultRule[] {
    const found: FaultRule[] = []
    for (const [mark, kind, ms] of text.matchAll(sentinel)) {
      const key = `${operation} ${mark} ${text}`
      if (!requestFaults.includes(kind as RequestFault) || this.#seen.has(key)) continue
      this.#seen.add(key)
      const name = kind as RequestFault
      found.push({
        id: mark,
        kind: name,
        times: 0,
        probability: 1,
        ms: ms ? Number(ms) : (defaultMs[name] ?? 0),
        status: 500,
      })
    }
    return found
  }
}

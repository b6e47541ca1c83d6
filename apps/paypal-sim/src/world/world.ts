import type { Account, App, TokenRecord } from '../record/account.ts'
import type { ReportingCaller } from '../record/caller.ts'
import type { CaptureRecord } from '../record/capture.ts'
import type { DisputeRecord } from '../record/dispute.ts'
import type { DeliveryRecord, EventRecord } from '../record/event.ts'
import type { InvoicePayment, InvoiceRecord } from '../record/invoice.ts'
import type { OrderRecord } from '../record/order.ts'
import type { RefundRecord } from '../record/refund.ts'
import type { RequestIdRecord } from '../record/requestId.ts'
import type { TemplateRecord } from '../record/template.ts'
import type { LookupRecord, WebhookRecord } from '../record/webhook.ts'
import { type Credentials, makeCredentials } from './authority.ts'
import { Clock } from './clock.ts'
import { defaultConfig, type SimConfig } from './config.ts'
import { type EventFault, type FaultRule, Faults } from './fault.ts'
import { newId } from './id.ts'
import { Ledger, type LedgerRow, lowerBound } from './ledger.ts'
import { Random } from './random.ts'
import { Schedule, type Task } from './schedule.ts'
import { Store } from './store.ts'

/**
 * One line for each request or act of a buyer that changed something: the ground truth of fault
 * tests.
 */
export interface JournalEntry {
  seq: number
  at: number
  by: 'api' | 'buyer' | 'paypal' | 'panel'
  accountId: string
  operation: string
  requestId?: string
  status?: number
  effects: string[]
  /** The caller never saw an answer. */
  unanswered?: boolean
}

interface Meta {
  starts: number
  clock: { offsetMs: number; frozenAtMs?: number }
  lastRefreshedAt?: number
}

/**
 * Making an RSA key takes up to a second on a busy core; worlds that keep nothing share one
 * set per process.
 */
let shared: Credentials | undefined
function sharedCredentials(): Credentials {
  shared ??= makeCredentials()
  return shared
}

/** Everything the simulator knows. Handlers get it as a parameter; there is no ambient state. */
export class World {
  readonly config: SimConfig
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly id: ReturnType<typeof newId>
  readonly schedule: Schedule
  readonly ledger: Ledger
  readonly faults: Faults
  readonly credentials: Credentials
  readonly accounts
  readonly apps
  readonly tokens
  readonly invoices
  readonly templates
  readonly orders
  readonly captures
  readonly refunds
  readonly disputes
  readonly webhooks
  readonly lookups
  readonly events
  readonly deliveries
  readonly requestIds
  readonly journal
  readonly #meta
  /** Newest last, per account. */
  readonly invoicesOf = new Map<string, InvoiceRecord[]>()
  /**
   * Payments of invoices, per account, oldest first; one that was taken back stays here and is gone
   * from its invoice.
   */
  readonly paymentsOf = new Map<string, { at: number; id: string; invoice: InvoiceRecord }[]>()
  readonly numbers = new Map<string, string>()
  /**
   * invoice_id values taken by refunds and captures: PayPal's second guard against doing it twice.
   */
  readonly usedIds = new Set<string>()
  readonly refundsOf = new Map<string, RefundRecord[]>()
  readonly eventOrder: string[] = []
  /** The store's epoch when an event of this run was made. */
  readonly madeAt = new WeakMap<EventRecord, number>()
  readonly forgeries = new Map<string, EventFault>()
  readonly bans = new Map<string, number>()
  /** By calling address. */
  readonly reportingCallers = new Map<string, ReportingCaller>()
  readonly inFlight = new Set<string>()
  readonly counters = { event: 0, journal: 0, invoice: 0 }
  /** What the request being handled has done so far. */
  effects: string[] = []
  emitted: string[] = []
  /** Hears of the body of every event that is made. */
  onEvent: (body: string) => void = () => {}
  baseUrl = 'http://127.0.0.1'
  certUrl = 'https://localhost/v1/notifications/certs/CERT-0'
  /** If set, reporting stands still at this moment (F12). */
  lastRefreshedAt: number | undefined

  constructor(given: Partial<SimConfig> = {}) {
    this.config = { ...defaultConfig, ...given }
    this.store = new Store(this.config.file)
    const { store } = this
    this.accounts = store.collection<Account>('account')
    this.apps = store.collection<App>('app')
    this.tokens = store.collection<TokenRecord>('token')
    this.invoices = store.collection<InvoiceRecord>('invoice')
    this.templates = store.collection<TemplateRecord>('template')
    this.orders = store.collection<OrderRecord>('order')
    this.captures = store.collection<CaptureRecord>('capture')
    this.refunds = store.collection<RefundRecord>('refund')
    this.disputes = store.collection<DisputeRecord>('dispute')
    this.webhooks = store.collection<WebhookRecord>('webhook')
    this.lookups = store.collection<LookupRecord>('lookup')
    this.events = store.collection<EventRecord>('event')
    this.deliveries = store.collection<DeliveryRecord>('delivery')
    this.requestIds = store.collection<RequestIdRecord>('requestId')
    this.journal = store.collection<JournalEntry>('journal')
    this.#meta = store.collection<Meta>('meta')
    const credentials = store.collection<Credentials>('credentials')
    const rules = store.collection<FaultRule>('fault')
    const tasks = store.collection<Task>('task')
    const rows = store.collection<LedgerRow>('row')
    store.load()
    const meta = this.#meta.get('meta') ?? {
      starts: 0,
      clock: { offsetMs: 0, ...(given.startsAt && { frozenAtMs: given.startsAt }) },
    }
    this.clock = new Clock(meta.clock.offsetMs, meta.clock.frozenAtMs)
    this.lastRefreshedAt = meta.lastRefreshedAt
    // Each start uses another random stream, or the next id would be one that exists.
    this.random = new Random(this.config.seed * 1_000_003 + meta.starts)
    this.id = newId(this.random)
    this.faults = new Faults(rules, new Random(this.config.seed + 7))
    this.ledger = new Ledger(
      rows,
      () => this.clock.now(),
      () => this.config.pendingMoves,
    )
    this.schedule = new Schedule(this.clock, tasks)
    this.credentials =
      credentials.get('all') ?? (this.config.file ? makeCredentials() : sharedCredentials())
    credentials.put('all', this.credentials)
    this.#meta.put('meta', { ...meta, starts: meta.starts + 1 })
    this.#loadIndexes()
  }

  #loadIndexes(): void {
    this.ledger.load()
    this.schedule.load()
    for (const invoice of [...this.invoices.values()].sort((a, b) => a.seq - b.seq)) {
      this.indexInvoice(invoice)
      this.counters.invoice = invoice.seq
    }
    for (const event of [...this.events.values()].sort((a, b) => a.seq - b.seq)) {
      this.eventOrder.push(event.id)
      const delivery = this.deliveries.get(event.id)
      if (delivery) event.transmissions = delivery.transmissions
      if (event.transmissions.some((t) => t.status === 'PENDING'))
        this.schedule.add(
          'deliver',
          event.id,
          delivery?.dueAt ?? event.dueAt ?? event.createdAt,
          true,
        )
      this.counters.event = event.seq
    }
    for (const refund of this.refunds.values()) this.indexRefund(refund)
    for (const capture of this.captures.values())
      if (capture.invoiceId && capture.orderId)
        this.usedIds.add(`capture ${capture.accountId} ${capture.invoiceId}`)
    for (const entry of this.journal.values())
      this.counters.journal = Math.max(this.counters.journal, entry.seq)
  }

  indexInvoice(invoice: InvoiceRecord): void {
    const list = this.invoicesOf.get(invoice.accountId)
    if (list) list.push(invoice)
    else this.invoicesOf.set(invoice.accountId, [invoice])
    this.numbers.set(`${invoice.accountId} ${invoice.number}`, invoice.id)
    for (const payment of invoice.payments) this.indexPayment(invoice, payment)
  }

  indexPayment(invoice: InvoiceRecord, { at, id }: InvoicePayment): void {
    const list = this.paymentsOf.get(invoice.accountId) ?? []
    this.paymentsOf.set(invoice.accountId, list)
    // Nearly always the newest; a payment outside of PayPal can be of an earlier day.
    list.splice(
      (list.at(-1)?.at ?? 0) <= at ? list.length : lowerBound(list, at, (one) => one.at),
      0,
      { at, id, invoice },
    )
  }

  indexRefund(refund: RefundRecord): void {
    const list = this.refundsOf.get(refund.captureId)
    if (list) list.push(refund)
    else this.refundsOf.set(refund.captureId, [refund])
    if (refund.invoiceId) this.usedIds.add(`refund ${refund.accountId} ${refund.invoiceId}`)
  }

  saveClock(): void {
    const meta = this.#meta.get('meta') ?? { starts: 1, clock: { offsetMs: 0 } }
    this.#meta.put('meta', {
      ...meta,
      clock: this.clock.save(),
      ...(this.lastRefreshedAt === undefined ? {} : { lastRefreshedAt: this.lastRefreshedAt }),
    })
  }

  /** Notes what was done, for the journal. */
  effect(what: string, id: string): void {
    this.effects.push(`${what} ${id}`)
  }

  record(entry: Omit<JournalEntry, 'seq' | 'at' | 'effects'>): void {
    const effects = this.effects
    this.effects = []
    if (effects.length === 0) return
    const seq = ++this.counters.journal
    this.journal.put(String(seq), { seq, at: this.clock.now(), effects, ...entry })
  }
}

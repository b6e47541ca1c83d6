import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/**
 * What this process counts, for Prometheus. Labels are names from our own code, never what
 * someone sends: patterns of calls, kinds of jobs, outcomes. So the number of series has a bound
 * that no stranger moves.
 */
export const registry = new Registry()
const registers = [registry]

export const httpSeconds = new Histogram({
  name: 'paydesk_http_request_seconds',
  help: 'Requests by pattern, method and class of status: how many, and how long they took',
  labelNames: ['route', 'method', 'status'],
  buckets: [0.025, 0.1, 0.5, 2.5, 10],
  registers,
})

export const liveStreams = new Gauge({
  name: 'paydesk_live_streams',
  help: 'Open streams of changes, one per browser',
  registers,
})

export const jobSeconds = new Histogram({
  name: 'paydesk_job_seconds',
  help: 'Runs of jobs by kind and outcome (done, later: it was not its turn at PayPal, failed), and how long they took',
  labelNames: ['job', 'outcome'],
  buckets: [0.05, 0.5, 5, 30, 120],
  registers,
})

export const paypalSeconds = new Histogram({
  name: 'paydesk_paypal_call_seconds',
  help:
    'Calls to PayPal by operation and outcome (ok, refused, unknown, tooMany: PayPal answered ' +
    '429, notAllowed: not its turn), and how long they took',
  labelNames: ['operation', 'outcome'],
  buckets: [0.1, 0.5, 2, 10, 30],
  registers,
})

const deliveryOutcomes = ['taken', 'known', 'forged', 'untrue', 'undecided', 'nobodys'] as const
const webhookDeliveries = new Counter({
  name: 'paydesk_webhook_deliveries_total',
  help:
    'Deliveries to the webhook: taken, known (told before), forged (no signature of PayPal), ' +
    'untrue (signed, and refused), undecided (PayPal repeats it), nobodys (no such account)',
  labelNames: ['outcome'],
  registers,
})
// A series that begins with its first forged delivery has no increase at that moment, and the alert
// would not see it.
for (const outcome of deliveryOutcomes) webhookDeliveries.inc({ outcome }, 0)
export const countDelivery = (outcome: (typeof deliveryOutcomes)[number]) =>
  webhookDeliveries.inc({ outcome })

const messagesSent = new Counter({
  name: 'paydesk_messages_total',
  help: 'Messages handed to mail server, text-message gateway and team chats, by outcome (ok, failed)',
  labelNames: ['channel', 'outcome'],
  registers,
})
const channels = ['mail', 'sms', 'chat'] as const
for (const channel of channels)
  for (const outcome of ['ok', 'failed']) messagesSent.inc({ channel, outcome }, 0)
export const countMessage = (channel: (typeof channels)[number], ok: boolean) =>
  messagesSent.inc({ channel, outcome: ok ? 'ok' : 'failed' })

/** Counts the sends of a channel that says by an exception that it failed. */
export const counted =
  <A extends unknown[]>(channel: (typeof channels)[number], send: (...args: A) => Promise<void>) =>
  async (...args: A): Promise<void> => {
    try {
      await send(...args)
      countMessage(channel, true)
    } catch (error) {
      countMessage(channel, false)
      throw error
    }
  }

type Pooled = {
  totalCount: number
  idleCount: number
  waitingCount: number
  options?: { max?: number }
}
const pools = new Map<string, Pooled>()
/** Names a pool of connections whose state is told from now on. */
export const watchPool = (name: string, pool: Pooled) => void pools.set(name, pool)
const ofPools = (name: string, help: string, read: (pool: Pooled) => number) =>
  new Gauge({
    name,
    help,
    labelNames: ['pool'],
    registers,
    collect() {
      this.reset()
      for (const [pool, state] of pools) this.set({ pool }, read(state))
    },
  })
ofPools(
  'paydesk_pool_connections',
  'Connections of this process to PostgreSQL',
  (pool) => pool.totalCount,
)
ofPools('paydesk_pool_idle', 'Connections that nobody uses at the moment', (pool) => pool.idleCount)
ofPools('paydesk_pool_waiting', 'Work that waits for a connection', (pool) => pool.waitingCount)
ofPools(
  'paydesk_pool_size',
  'The most connections that the pool may open',
  (pool) => pool.options?.max ?? 0,
)

const buildInfo = new Gauge({
  name: 'paydesk_build_info',
  help: 'Always 1; says which process and which release this is',
  labelNames: ['process', 'version', 'commit'],
  registers,
})

const ready = new Gauge({
  name: 'paydesk_ready',
  help: '1 while the process does its work: the database answers and, at a worker, job engine and event pump go on. 0 while it waits or stops',
  labelNames: ['process'],
  registers,
})
export const tellReady = (process: 'api' | 'worker', is: boolean) =>
  ready.set({ process }, is ? 1 : 0)

let begun = false
/**
 * Begins to measure the process itself (memory, processor time, event loop). It costs a timer, so
 * only a watched process does it.
 */
export function watchProcess(
  process: 'api' | 'worker',
  { version, commit }: { version: string; commit: string },
) {
  buildInfo.set({ process, version, commit }, 1)
  if (begun) return
  begun = true
  collectDefaultMetrics({ register: registry })
}

import type { Bill } from '@paydesk/contract/billing/bill'
import { billApi } from '@paydesk/contract/billing/bill'
import { afterAll, beforeAll, expect } from 'vitest'
import { make, type TestUser } from '../make.ts'
import { addAccount, Simulator } from '../server/simulator.ts'
import { type TestApp, testApp } from '../testApp.ts'
import { until } from '../until.ts'

export const dataOf = <T>(answer: { status: number; body: { data: unknown } }): T => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data as T
}

/**
 * PayPal has sent the bill, and the bill says PayPal's words about it. Until then it has another
 * version to come: a look for the event of the draft may begin after the sending began and read the
 * draft, and PayPal is asked once more.
 */
export const isSent = ({ status, busy, providerStatus }: Bill) =>
  status === 'sent' && !busy && providerStatus !== null && providerStatus !== 'DRAFT'

const item = { name: 'LED 灯具', quantity: '2', unitAmountMinor: 5000 }

/**
 * An operator with a customer, an account at the simulator, a worker, and the API on a port for
 * PayPal's deliveries.
 */
export class BillWorld {
  sim!: Simulator
  operator!: TestUser
  customerId!: string
  accountId!: string
  url!: string
  readonly t: TestApp
  constructor(t: TestApp) {
    this.t = t
  }

  async start() {
    await this.t.work()
    this.url = await this.t.app.listen({ host: '127.0.0.1', port: 0 })
    // A job looks at each account every five minutes and corrects a webhook whose
    // address is not ours.
    this.t.outside.publicUrl = this.url
    this.operator = await make.operator(this.t)
    this.customerId = await make.customer(this.t, this.operator)
    this.accountId = await addAccount(this.t, this.sim, this.operator.companyId, this.url)
  }

  input = () => ({
    customerId: this.customerId,
    currency: 'USD' as const,
    items: [item],
    term: 'net15' as const,
    allowPartial: true,
  })
  as = (user: TestUser = this.operator) => this.t.as(user)
  create = async (changes: Partial<ReturnType<typeof this.input>> = {}) =>
    dataOf<Bill>(await this.as().call(billApi.create, { body: { ...this.input(), ...changes } }))
  read = async (id: string) => dataOf<Bill>(await this.as().call(billApi.read, { params: { id } }))
  send = async ({ id, version }: Bill, by: 'email' | 'link' = 'email') =>
    dataOf<Bill>(await this.as().call(billApi.send, { params: { id }, body: { version, by } }))
  /**
   * The job engine repeats a look at PayPal that got no answer in time, later each time. On a busy
   * machine that adds up.
   */
  becomes = (id: string, fits: (bill: Bill) => boolean, ms = 50_000, meanwhile = async () => {}) =>
    until(async () => {
      await meanwhile()
      const bill = await this.read(id)
      return fits(bill) ? bill : undefined
    }, ms).catch(async (error: Error) => {
      throw new Error(`${error.message}: ${await this.waitingFor(id)}`)
    })
  /** What a bill that did not become what a test expects may be waiting for. */
  private waitingFor = async (id: string) => {
    const { status, busy, payments, refunds } = await this.read(id)
    const jobs = await this.t.owner(
      `select name, state, start_after, retry_count, output
       from pgboss.job
       where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_%'`,
    )
    const fees = await this.t.owner(
      `select provider_payment_id, created_at, fee_asked_at from bill_payment where bill_id = $1`,
      [id],
    )
    const feeJobs = await this.t.owner(
      `select state, singleton_on, created_on, started_on, completed_on, output
       from pgboss.job
       where name = 'bill.readFeesOfAccount'
       order by created_on desc
       limit 3`,
    )
    const events = await this.t.owner('select due_at from paypal_event_todo')
    const past = await this.t.owner(
      `select event_type, outcome, reason, received_at from paypal_event left join paypal_event_outcome
       using (company_id, account_id, event_id) order by received_at desc limit 8`,
    )
    const looks = await this.t.owner('select leased_until from event_look')
    const operations = await this.t.owner(
      `select kind, state, calls, looks, created_at, finished_at from operation where bill_id = $1`,
      [id],
    )
    const seen = await this.t.owner(
      `select provider_status, provider_looked_at, provider_seen_at, refresh_wanted_at
       from bill
       where id = $1`,
      [id],
    )
    return JSON.stringify({
      status,
      busy,
      payments,
      refunds,
      fees,
      feeJobs,
      jobs,
      events,
      past,
      looks,
      operations,
      seen,
    })
  }
  /**
   * Whatever waits for its time is due now: a look after a lost answer, one for an event that
   * PayPal's records did not bear out yet. That the looks come by themselves is shown in
   * flow.test.ts and confirm.test.ts. Jobs with `onceBy` keep their start time: pg-boss would drop
   * later requests of the same second. So do the ticks that look for accounts to read: a minute's
   * ticks would all run at once, and none would be left.
   */
  passWaits = async () => {
    await this.t.owner(
      `update pgboss.job
       set start_after = now()
       where start_after > now()
         and (state = 'retry' or (state = 'created' and singleton_on is null))
         and name <> 'transaction.readDue'
         and name not like '\\_\\_%'`,
    )
    await this.t.owner('update paypal_event_todo set due_at = now() where due_at > now()')
  }
  /** The same as `becomes`, without the waits before each look. */
  becomesSoon = (id: string, fits: (bill: Bill) => boolean) =>
    this.becomes(id, fits, 50_000, this.passWaits)
  /** A bill that PayPal has sent. */
  sent = async (changes: Partial<ReturnType<typeof this.input>> = {}) => {
    const draft = await this.create(changes)
    await this.send(draft)
    return this.becomes(draft.id, isSent)
  }
  /**
   * PayPal has delivered all of its events, each was looked at, and no look has yet to end. With an
   * invoice, events about others may still wait.
   */
  eventsDone = (invoiceId: string | null = null) =>
    until(async () => {
      const { open } = (await (await fetch(`${this.sim.url}/sim/deliveries`)).json()) as {
        open: string[]
      }
      const waiting = await this.t.owner(
        `select
         from paypal_event_todo
         join paypal_event using (company_id, account_id, event_id)
         where $1::text is null or resource_id = $1
         union all
         select from event_look where leased_until > now()`,
        [invoiceId],
      )
      return open.length === 0 && waiting.length === 0 ? true : undefined
    }, 50_000)
  /** Waits until no refresh of the bill is requested. */
  refreshDone = (billId: string) =>
    until(async () => {
      const requested = 'select from bill where id = $1 and refresh_wanted_at is not null'
      return (await this.t.owner(requested, [billId])).length === 0 ? true : undefined
    }, 50_000)
  /**
   * Makes a sent bill overdue. Each look at PayPal writes PayPal's own due date back, so what the
   * sending brought about has to be over.
   */
  makeOverdue = async (billId: string, days = 10) => {
    await this.refreshDone(billId)
    const { providerInvoiceId } = await this.read(billId)
    await this.eventsDone(providerInvoiceId)
    await this.t.owner(
      `update bill
       set due_date = current_date - $2::int, sent_at = now() - $2 * interval '2 days'
       where id = $1`,
      [billId, days],
    )
  }
  pay = (bill: Bill, amountMinor?: number) =>
    this.sim.act('payInvoice', {
      invoiceId: bill.providerInvoiceId,
      ...(amountMinor !== undefined && { amountMinor }),
    })
}

/**
 * `switches`: positions that a test is about or stands on; all others are the worse ones
 * (docs/paypal-simulator.md).
 */
export function billWorld(
  environment: Record<string, string> = {},
  switches: object = {},
): BillWorld {
  let sim: Simulator
  beforeAll(async () => {
    sim = await Simulator.start()
    await sim.act('configure', switches)
  })
  const t = testApp({
    environment: () => ({
      PAYPAL_SIMULATOR_URL: sim.url,
      PAYPAL_TIMEOUT_MS: '2000',
      ...environment,
    }),
  })
  const world = new BillWorld(t)
  beforeAll(async () => {
    world.sim = sim
    await world.start()
  })
  afterAll(() => sim?.stop())
  return world
}

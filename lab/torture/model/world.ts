import type { CallInput, Endpoint, Reply } from '@paydesk/contract/lib/endpoint'
import type { Id } from '@paydesk/contract/lib/id'
import fc from 'fast-check'
import type { TestApp } from '../../../apps/api/src/test/appInProcess.ts'
import { make, type TestUser } from '../../../apps/api/src/test/make.ts'
import { controlActions } from '../../../apps/paypal-sim/src/control/actions.ts'
import { Refused } from '../../../apps/paypal-sim/src/http/refusal.ts'
import type { Account } from '../../../apps/paypal-sim/src/record/account.ts'
import type { CaptureRecord } from '../../../apps/paypal-sim/src/record/capture.ts'
import type { InvoiceRecord } from '../../../apps/paypal-sim/src/record/invoice.ts'
import type { Sim } from '../../../apps/paypal-sim/src/sim/sim.ts'
import type { SimConfig } from '../../../apps/paypal-sim/src/world/config.ts'
import { connectAccount } from '../../world/connectAccount.ts'
import type { Stage } from './stage.ts'

const dayMs = 86_400_000
/**
 * PayPal's clock starts so far in the past, and steps move it towards ours. It crosses at least one
 * end of a month on the way.
 */
const historyMs = 62 * dayMs

/**
 * What a settling takes at the most: reporting is some hours behind, and each of its
 * rounds waits for it.
 */
const settleMs = dayMs

/** Something that must never be the case was the case. */
export class Broken extends Error {}

/**
 * `young`: the account is younger than its books are long, so that its beginning has to be looked
 * for, which costs fifty calls.
 */
export type WorldOptions = { young: boolean; switches: Partial<SimConfig> }

/**
 * Positions of the simulator's switches that change what the product is told, apart
 * from the worse ones.
 */
const switchesOf = fc.record(
  {
    invoiceRefund: fc.constant('allowed' as const),
    invoiceFollowsRefund: fc.boolean(),
    invoicePaymentFiresCapture: fc.boolean(),
    invoiceCapture: fc.constantFrom('hidden' as const, 'shown' as const, 'feeless' as const),
    invoiceRowIds: fc.constantFrom('none' as const, 'number' as const, 'both' as const),
    siteRefundFires: fc.boolean(),
    pendingMoves: fc.boolean(),
    reportingWindowBy: fc.constantFrom('initiated' as const, 'updated' as const),
    reportingLagMs: fc.constantFrom(0, 3 * 3_600_000),
  },
  { requiredKeys: ['invoiceRefund'] },
)
export const worldOptions: fc.Arbitrary<WorldOptions> = fc.record({
  young: fc.integer({ min: 0, max: 19 }).map((n) => n === 19),
  switches: switchesOf,
})

/** Two worlds must not share ids: PayPal's address tells them apart by their credentials. */
let worlds = 0

type Parts = Pick<
  World,
  | 't'
  | 'sim'
  | 'account'
  | 'companyId'
  | 'accountId'
  | 'operator'
  | 'finance'
  | 'second'
  | 'customers'
>

/**
 * One sequence's company with its people and customers, its account, and PayPal as the simulator
 * plays it: the model of the test.
 */
export class World {
  readonly t: TestApp
  readonly sim: Sim
  readonly account: Account
  readonly companyId: Id<'company'>
  readonly accountId: Id<'paypalAccount'>
  readonly operator: TestUser
  readonly finance: TestUser
  readonly second: TestUser
  readonly customers: { id: string; email: string }[]
  /** The next job, or the next reading of the account, is killed in the middle. */
  killNext: 'job' | 'reading' | undefined
  /** The steps that were done. */
  readonly story: string[] = []
  /**
   * Rows that a person explained, set aside or opened again: what they are matched with is
   * that person's word.
   */
  readonly decided = new Set<string>()
  /**
   * Rows that PayPal dated anew before we read them as settled: nothing tells when their money
   * moved, unless a month's end lies between.
   */
  readonly inDoubt = new Set<string>()
  checked = 0
  refused = 0
  isBroken = false

  private constructor(parts: Parts) {
    this.t = parts.t
    this.sim = parts.sim
    this.account = parts.account
    this.companyId = parts.companyId
    this.accountId = parts.accountId
    this.operator = parts.operator
    this.finance = parts.finance
    this.second = parts.second
    this.customers = parts.customers
  }

  static async open({ t, gateway }: Stage, { young, switches }: WorldOptions): Promise<World> {
    const startsAt = Math.floor(Date.now() / 1000) * 1000 - historyMs
    const seed = ++worlds
    const sim = gateway.open({ ...switches, seed }, startsAt)
    const createdAt = young ? startsAt : startsAt - 200 * dayMs
    const { account, app } = sim.addMerchant({
      held: ['USD', 'EUR', 'JPY'],
      refundFromBank: true,
      createdAt,
    })
    gateway.belongs(app.clientId, sim)
    const companyId = await make.company(t, { timezone: 'Asia/Shanghai' })
    const operator = await make.user(t, { companyId, roles: ['Operator'] })
    const finance = await make.user(t, { companyId, roles: ['Admin'] })
    const second = await make.user(t, { companyId, roles: ['Admin'] })
    const emails = ['one', 'two'].map((name) => `${name}-${seed}@customer.example`)
    const customers = await Promise.all(
      emails.map(async (email) => ({ email, id: await make.customer(t, operator, { email }) })),
    )
    const [row] = await t.owner<{ id: string }>(
      `insert into paypal_account (company_id, label, email, environment)
       values ($1, 'Shop', $2, 'sandbox')
       returning id`,
      [companyId, account.email],
    )
    const accountId = row?.id as string
    const joined = {
      id: account.id,
      email: account.email,
      clientId: app.clientId,
      secret: app.secret,
    }
    await connectAccount(t.pool, t.outside, {
      companyId,
      accountId,
      app: joined,
      deliverTo: t.outside.publicUrl,
    })
    // The account exists before anything happens in it.
    await sim.advance(600_000)
    return new World({
      t,
      sim,
      account,
      companyId,
      accountId,
      operator,
      finance,
      second,
      customers,
    })
  }

  /**
   * Calls the API in someone's name. A refusal is an answer (undefined); a failure of ours is not.
   */
  async call<E extends Endpoint>(
    user: TestUser,
    endpoint: E,
    input: CallInput<E>,
  ): Promise<Reply<E> | undefined> {
    const { status, body } = await this.t.as(user).call(endpoint, input)
    if (status >= 500)
      throw new Broken(
        `${endpoint.method} ${endpoint.path} failed with ${status}: ${JSON.stringify(body)}`,
      )
    if (status !== 200) this.refused++
    return status === 200 ? (body.data as Reply<E>) : undefined
  }

  /** Something happens at PayPal. False: PayPal does not allow it. */
  async act(name: string, input: object): Promise<unknown> {
    try {
      return (await controlActions[name]?.(this.sim, input as Record<string, unknown>)) ?? {}
    } catch (error) {
      this.sim.world.effects = []
      this.sim.world.emitted = []
      if (error instanceof Refused) return undefined
      throw error
    }
  }

  query<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return this.t.owner<R & Record<string, unknown>>(text, [this.companyId, ...values]) as Promise<
      R[]
    >
  }

  captures(): CaptureRecord[] {
    return [...this.sim.world.captures.values()]
  }

  invoices(): InvoiceRecord[] {
    return this.sim.world.invoicesOf.get(this.account.id) ?? []
  }

  /**
   * What is left of the time that PayPal's clock is behind ours; an hour is kept, because an event
   * must not come from the future.
   */
  #left(): number {
    return Date.now() - 3_600_000 - this.sim.world.clock.now()
  }

  /** Whether time is left for another settling besides the last one. */
  canSettle(): boolean {
    return this.#left() > 2 * settleMs
  }

  /**
   * Time passes at PayPal: events are delivered, eChecks clear and disputes end at their moments.
   */
  async pass(ms: number): Promise<void> {
    await this.sim.advance(Math.max(0, Math.min(ms, this.#left())))
  }

  /**
   * A step lets time pass, and leaves what the last settling takes: reporting must catch up with
   * the last step as well.
   */
  async wait(ms: number): Promise<void> {
    await this.pass(Math.min(ms, this.#left() - settleMs))
  }
}

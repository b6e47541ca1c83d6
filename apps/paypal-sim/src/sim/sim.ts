import { addAccount, addApp } from '../account/account.ts'
import { Conformance, type Exchange, sayFinding } from '../conformance/conformance.ts'
import { watchDisputes } from '../dispute/dispute.ts'
import { disputeRoutes } from '../dispute/routes.ts'
import { type Route, Router } from '../http/route.ts'
import { watchInvoices } from '../invoice/actions.ts'
import { watchPayments } from '../invoice/buyer.ts'
import { invoiceRoutes } from '../invoice/routes.ts'
import { templateRoutes } from '../invoice/template.ts'
import { captureRoutes } from '../payment/capture.ts'
import { orderRoutes } from '../payment/order.ts'
import type { Account, App } from '../record/account.ts'
import { watchRefunds } from '../refund/refund.ts'
import { refundRoutes } from '../refund/routes.ts'
import { reportingRoutes } from '../reporting/reporting.ts'
import { Delivery } from '../webhook/delivery.ts'
import { eventRoutes } from '../webhook/eventRoutes.ts'
import { webhookRoutes } from '../webhook/webhook.ts'
import type { SimConfig } from '../world/config.ts'
import { World } from '../world/world.ts'
import { dispatch, type SimAnswer, type SimRequest } from './dispatch.ts'

export const routes: Route[] = [
  ...invoiceRoutes,
  ...templateRoutes,
  ...orderRoutes,
  ...captureRoutes,
  ...refundRoutes,
  ...reportingRoutes,
  ...webhookRoutes,
  ...eventRoutes,
  ...disputeRoutes,
]

/**
 * The simulator without sockets. The server serves it, and property tests call it a
 * hundred thousand times.
 */
export class Sim {
  readonly world: World
  readonly delivery: Delivery
  readonly #router = new Router(routes)
  /** Requests to PayPal's API so far, by operation. */
  readonly requests: Record<string, number> = {}
  /** Sees all traffic. There is no way to switch it off, and `close` fails if it found anything. */
  readonly conformance = new Conformance()
  /** Hears of every request with its answer. */
  onExchange: ((exchange: Exchange) => void) | undefined

  constructor(config: Partial<SimConfig> = {}) {
    this.world = new World(config)
    this.delivery = new Delivery(this.world)
    this.world.onEvent = (body) => this.conformance.observeEvent(body)
    this.conformance.onFinding = (finding) =>
      process.stderr.write(`Not as PayPal publishes it: ${sayFinding(finding)}\n`)
    watchInvoices(this.world)
    watchPayments(this.world)
    watchRefunds(this.world)
    watchDisputes(this.world)
  }

  handle(request: SimRequest): SimAnswer {
    const answer = dispatch(this.world, this.#router, request)
    const operation = answer.operation ?? 'unknown'
    this.requests[operation] = (this.requests[operation] ?? 0) + 1
    this.conformance.observe({ request, answer })
    this.onExchange?.({ request, answer })
    return answer
  }

  async advance(ms: number): Promise<void> {
    await this.world.schedule.advanceTo(this.world.clock.now() + ms)
    this.world.saveClock()
    await this.world.store.saved()
  }

  addMerchant(
    account: Partial<Account> = {},
    app: Partial<App> = {},
  ): { account: Account; app: App } {
    const made = addAccount(this.world, account)
    return { account: made, app: addApp(this.world, made.id, app) }
  }

  async close(): Promise<void> {
    this.world.schedule.stop()
    await this.delivery.close()
    this.world.saveClock()
    this.world.store.close()
    const { count, findings } = this.conformance
    if (count > 0)
      throw new Error(
        `${count} times not as PayPal publishes it:\n${findings.map(sayFinding).join('\n')}`,
      )
  }
}

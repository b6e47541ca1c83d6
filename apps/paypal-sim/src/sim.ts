import { type Account, type App, addAccount, addApp } from './account.ts'
import { watchPayments } from './buyer.ts'
import { captureRoutes } from './capture.ts'
import type { SimConfig } from './config.ts'
import { Delivery } from './delivery.ts'
import { dispatch, type SimAnswer, type SimRequest } from './dispatch.ts'
import { watchDisputes } from './dispute.ts'
import { disputeRoutes } from './disputeRoutes.ts'
import { eventRoutes } from './eventRoutes.ts'
import { watchInvoices } from './invoiceActions.ts'
import { invoiceRoutes } from './invoiceRoutes.ts'
import { orderRoutes } from './order.ts'
import { refundRoutes, watchRefunds } from './refund.ts'
import { reportingRoutes } from './reporting.ts'
import { type Route, Router } from './route.ts'
import { templateRoutes } from './template.ts'
import { webhookRoutes } from './webhook.ts'
import { World } from './world.ts'

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

export interface Exchange {
  request: SimRequest
  answer: SimAnswer
}

/** The simulator without sockets: what the server serves, and what property tests drive a hundred thousand times. */
export class Sim {
  readonly world: World
  readonly delivery: Delivery
  readonly #router = new Router(routes)
  /** Sees every request with its answer; the conformance check listens here. */
  onExchange: ((exchange: Exchange) => void) | undefined

  constructor(config: Partial<SimConfig> = {}) {
    this.world = new World(config)
    this.delivery = new Delivery(this.world)
    watchInvoices(this.world)
    watchPayments(this.world)
    watchRefunds(this.world)
    watchDisputes(this.world)
  }

  handle(request: SimRequest): SimAnswer {
    const answer = dispatch(this.world, this.#router, request)
    this.onExchange?.({ request, answer })
    return answer
  }

  async advance(ms: number): Promise<void> {
    await this.world.schedule.advanceTo(this.world.clock.now() + ms)
    this.world.saveClock()
    await this.world.store.saved()
  }

  addMerchant(account: Partial<Account> = {}, app: Partial<App> = {}): { account: Account; app: App } {
    const made = addAccount(this.world, account)
    return { account: made, app: addApp(this.world, made.id, app) }
  }

  async close(): Promise<void> {
    this.world.schedule.stop()
    await this.delivery.close()
    this.world.saveClock()
    this.world.store.close()
  }
}

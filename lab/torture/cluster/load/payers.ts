import { setTimeout as sleep } from 'node:timers/promises'
import { dice } from '../../../ground/dice.ts'
import type { SimInvoice, Simulator } from '../../../world/simulator.ts'

const payEveryMs = 600
const lookEveryMs = 2000
/**
 * Small enough that something is left to pay when nothing new was sent for a while: a silence of
 * the payers would look like one of the product's.
 */
const parts = 10

/**
 * Buyers at the simulator. They pay in parts, so that there is always something to pay while the
 * product sends nothing new.
 */
export class Payers {
  paid = 0
  private readonly sim: Simulator
  private readonly random: () => number
  private readonly unpaid: ReadonlySet<string>
  private over = false
  private work: Promise<unknown> = Promise.resolve()

  /** `unpaid`: the numbers of bills that nobody is to pay. */
  constructor(sim: Simulator, seed: number, unpaid: ReadonlySet<string>) {
    this.sim = sim
    this.random = dice(seed)
    this.unpaid = unpaid
  }

  start() {
    this.work = this.pay()
  }

  async end() {
    this.over = true
    await this.work
  }

  private async pay() {
    let payable: SimInvoice[] = []
    for (let lookedAt = 0; !this.over; await sleep(payEveryMs)) {
      if (Date.now() - lookedAt > lookEveryMs) {
        payable = (await this.sim.invoices(20_000, 'payable')).filter(
          ({ number }) => !this.unpaid.has(number),
        )
        lookedAt = Date.now()
      }
      const [invoice] = payable.splice(Math.floor(this.random() * payable.length), 1)
      if (!invoice) continue
      const part = Math.ceil(invoice.totalMinor / parts)
      const paying = this.sim.act('payInvoice', {
        invoiceId: invoice.id,
        ...(part < invoice.dueMinor && { amountMinor: part }),
      })
      // An invoice that was cancelled since it was looked up takes no money.
      await paying.then(
        () => this.paid++,
        () => undefined,
      )
    }
  }
}

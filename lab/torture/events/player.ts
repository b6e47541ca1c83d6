import { setTimeout as sleep } from 'node:timers/promises'
import type { Simulator } from '../../world/simulator.ts'
import type { Plan, PlannedAct } from './plan.ts'

const tickMs = 50
/** So many acts go into one request to the simulator. */
const perRequest = 100

/**
 * Plays the plan at the simulator, which fires the events. It knows what each invoice's id is
 * and what was paid.
 */
export class Player {
  private readonly sim: Simulator
  private readonly plan: Plan
  private readonly ids: string[]
  private readonly captures = new Map<number, string>()
  private next = 0
  constructor(sim: Simulator, plan: Plan, ids: string[]) {
    this.sim = sim
    this.plan = plan
    this.ids = ids
  }

  /**
   * Plays on until so many events were fired, `perSecond` of them. Returns how many were fired
   * each second in fact.
   */
  async play(events: number, perSecond: number): Promise<{ events: number; perSecond: number }> {
    const begun = performance.now()
    let fired = 0
    while (fired < events && this.next < this.plan.acts.length) {
      const due = Math.min(events, ((performance.now() - begun) * perSecond) / 1000)
      const acts: PlannedAct[] = []
      while (fired < due && acts.length < perRequest && this.next < this.plan.acts.length) {
        const act = this.plan.acts[this.next++] as PlannedAct
        acts.push(act)
        fired += act.events
      }
      if (acts.length > 0) await this.perform(acts)
      if (acts.length < perRequest) await sleep(tickMs)
    }
    return { events: fired, perSecond: Math.round((fired * 1000) / (performance.now() - begun)) }
  }

  private async perform(acts: PlannedAct[]): Promise<void> {
    const { answers } = await this.sim.act<{ answers: ({ captureId?: string } | null)[] }>(
      'inOrder',
      {
        acts: acts.map((act) => this.leverOf(act)),
      },
    )
    for (const [n, { invoice }] of acts.entries()) {
      const captureId = answers[n]?.captureId
      if (captureId) this.captures.set(invoice, captureId)
    }
  }

  private leverOf({ invoice, what, share }: PlannedAct): object {
    const { totalMinor, number } = this.plan.invoices[invoice] as Plan['invoices'][number]
    const invoiceId = this.ids[invoice]
    // Payers use an address of their own, so that a row is matched by what PayPal's records say and
    // not by a likeness.
    const payerEmail = `${number.toLowerCase()}@personal.example`
    if (what === 'pay') return { lever: 'payInvoice', invoiceId, payerEmail }
    if (what === 'payPart')
      return {
        lever: 'payInvoice',
        invoiceId,
        payerEmail,
        amountMinor: Math.ceil(totalMinor * share),
      }
    if (what === 'cancel') return { lever: 'changeInPayPal', invoiceId, action: 'cancel' }
    if (what === 'change')
      return {
        lever: 'changeInPayPal',
        invoiceId,
        action: 'amount',
        amountMinor: Math.ceil(totalMinor * (1 + share)),
      }
    const amountMinor = share > 0.5 ? undefined : Math.ceil(totalMinor * share)
    return {
      lever: 'refundInPayPal',
      captureId: this.captures.get(invoice),
      ...(amountMinor && { amountMinor }),
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { dice, pooled } from '../ground/dice.ts'
import type { Client } from '../stack/client.ts'
import type { Simulator } from '../world/simulator.ts'

type Bill = { id: string; version: number; payments: { id: string }[] }

/** What each refund of the drill gives back, so that any other amount is one too many. */
export const refundMinor = 100

export type Place = {
  companyId: string
  accountIds: string[]
  owner: pg.Pool
  sim: Simulator
  admin: Client
  seed: number
}

/**
 * Those who work in the company, and their customers. What they asked for is theirs to know,
 * whatever the database forgets.
 */
export class People {
  readonly made = new Set<string>()
  /** By bill: each is asked for once. */
  readonly refunded = new Set<string>()
  readonly refundedElsewhere = new Set<string>()
  readonly reminded = new Set<string>()
  private readonly place: Place
  private readonly random: () => number
  private customers: string[] = []
  private working = true

  constructor(place: Place) {
    this.place = place
    this.random = dice(place.seed)
  }

  async begin(): Promise<void> {
    const { owner, companyId } = this.place
    const { rows } = await owner.query<{ id: string }>(
      'select id from customer where company_id = $1 and email is not null',
      [companyId],
    )
    this.customers = rows.map(({ id }) => id)
  }

  private async make(index: number, accounts: number): Promise<void> {
    const { admin, accountIds } = this.place
    const bill = await admin.call<Bill>('POST', '/api/payPalBill', {
      customerId: this.customers[index % this.customers.length],
      currency: 'USD',
      title: `Drill ${index}`,
      items: [{ name: 'Item', quantity: '1', unitAmountMinor: 1000 + index }],
      term: 'net15',
      allowPartial: true,
      accountId: accountIds[index % accounts],
    })
    if (bill.status !== 200) throw new Error(`create: ${bill.status} ${bill.errorMessage}`)
    this.made.add(bill.data.id)
    // One in ten stays a draft for now, and is sent after the moment.
    if (index % 10 !== 9) await this.send(bill.data)
  }

  private async send({ id, version }: { id: string; version: number }): Promise<void> {
    await this.place.admin.call('POST', `/api/payPalBill/${id}/send`, { version, by: 'email' })
  }

  /** Bills from one number to another, through the first so many accounts. */
  bills(from: number, to: number, accounts = this.place.accountIds.length): Promise<void> {
    const numbers = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
    return pooled(numbers, 6, (index) => this.make(index, accounts))
  }

  async sendDrafts(): Promise<void> {
    const { owner, companyId } = this.place
    const { rows } = await owner.query<{ id: string; version: number }>(
      `select id, version
       from bill
       where company_id = $1 and status = 'draft' and title like 'Drill %'`,
      [companyId],
    )
    await pooled(rows, 3, (draft) => this.send(draft))
  }

  /** Seven in ten pay what they get, until the day ends. */
  async pay(): Promise<void> {
    const { sim } = this.place
    const met = new Set<string>()
    while (this.working) {
      for (const invoice of await sim.invoices(20_000, 'payable')) {
        if (met.has(invoice.id) || !this.working) continue
        met.add(invoice.id)
        if (this.random() < 0.7) await sim.act('payInvoice', { invoiceId: invoice.id })
      }
      await sleep(300)
    }
  }

  goHome(): void {
    this.working = false
  }

  private async some(
    status: 'paid' | 'sent',
    not: Set<string>,
    accountIds: string[],
    limit: number,
  ): Promise<string[]> {
    const { owner, companyId } = this.place
    const { rows } = await owner.query<{ id: string }>(
      `select id
         from bill
         where company_id = $1
           and title like 'Drill %'
           and status = $2
           and operation_id is null
           and account_id = any($3)
         and not (id = any($4)) order by md5(id::text) limit $5`,
      [companyId, status, accountIds, [...not, ...this.refundedElsewhere], limit],
    )
    return rows.map(({ id }) => id)
  }

  /**
   * Asks for refunds of paid bills of these accounts until so many were asked for in all; waits for
   * customers who pay.
   */
  async refunds(most: number, accountIds = this.place.accountIds): Promise<void> {
    const until = Date.now() + 600_000
    while (this.refunded.size < most && Date.now() < until) {
      const ids = await this.some('paid', this.refunded, accountIds, most - this.refunded.size)
      const before = this.refunded.size
      await pooled(ids, 6, (id) => this.refund(id))
      if (this.refunded.size === before) await sleep(300)
    }
  }

  private async refund(id: string): Promise<void> {
    const { admin } = this.place
    const { data: bill } = await admin.call<Bill>('GET', `/api/payPalBill/${id}`)
    const [payment] = bill.payments
    if (!payment) return
    const body = {
      version: bill.version,
      paymentId: payment.id,
      amountMinor: refundMinor,
      reason: 'drill',
      noteToPayer: '',
    }
    const { status } = await admin.call('POST', `/api/payPalBill/${id}/refund`, body)
    if (status === 200) this.refunded.add(id)
  }

  async reminders(count: number): Promise<void> {
    const { admin } = this.place
    await pooled(
      await this.some('sent', this.reminded, this.place.accountIds, count),
      3,
      async (id) => {
        const { data: bill } = await admin.call<Bill>('GET', `/api/payPalBill/${id}`)
        const { status } = await admin.call('POST', `/api/payPalBill/${id}/remind`, {
          version: bill.version,
        })
        if (status === 200) this.reminded.add(id)
      },
    )
  }

  /** Somebody refunds on paypal.com, where Paydesk is not asked; meanwhile nobody asks here. */
  async refundAtPayPal(count: number): Promise<void> {
    const { owner, sim } = this.place
    const ids = await this.some('paid', this.refunded, this.place.accountIds, count)
    const { rows } = await owner.query<{ bill: string; capture: string }>(
      `select bill_id as bill, provider_payment_id as capture
       from bill_payment
       where bill_id = any($1) and source = 'paypal'`,
      [ids],
    )
    for (const { bill, capture } of rows) {
      await sim.act('refundInPayPal', { captureId: capture, amountMinor: refundMinor })
      this.refundedElsewhere.add(bill)
    }
  }
}

import { payInvoice, viewInvoice } from '../../apps/paypal-sim/src/invoice/buyer.ts'
import { dueMinor, isPayable } from '../../apps/paypal-sim/src/invoice/invoice.ts'
import { takePayment } from '../../apps/paypal-sim/src/payment/capture.ts'
import type { Account } from '../../apps/paypal-sim/src/record/account.ts'
import type { CaptureRecord } from '../../apps/paypal-sim/src/record/capture.ts'
import type { InvoiceRecord } from '../../apps/paypal-sim/src/record/invoice.ts'
import { makeRefund } from '../../apps/paypal-sim/src/refund/refund.ts'
import type { World } from '../../apps/paypal-sim/src/world/world.ts'
import type { CastCustomer } from './cast.ts'

export type Payer = { email: string; name: string; country: string }
export const payerOf = ({ email, name, country }: CastCustomer): Payer => ({ email, name, country })

/**
 * What customers do, and PayPal itself: all of it happens at PayPal, and the product hears of it
 * as it always does.
 */
export class Payers {
  readonly #world: World
  constructor(world: World) {
    this.#world = world
  }

  #done(accountId: string, operation: string): void {
    this.#world.emitted = []
    this.#world.record({ by: 'buyer', accountId, operation })
  }

  invoice(number: string): InvoiceRecord | undefined {
    for (const { id } of this.#world.accounts.values()) {
      const known = this.#world.numbers.get(`${id} ${number}`)
      if (known) return this.#world.invoices.get(known)
    }
    return undefined
  }

  /** The customer opens the invoice's page. */
  look(number: string): void {
    const invoice = this.invoice(number)
    if (invoice) viewInvoice(this.#world, invoice)
  }

  /** Pays the invoice, or a share of it. Undefined: it cannot be paid (any more). */
  pay(
    number: string,
    payer: Payer,
    { share = 1, how = 'balance' as 'balance' | 'echeck' | 'review' } = {},
  ): CaptureRecord | undefined {
    const invoice = this.invoice(number)
    if (!invoice || !isPayable(invoice) || dueMinor(invoice) <= 0) return undefined
    const amountMinor =
      share === 1 ? dueMinor(invoice) : Math.max(1, Math.round(dueMinor(invoice) * share))
    const capture = payInvoice(this.#world, invoice, { amountMinor, how, payer })
    this.#done(invoice.accountId, 'payInvoice')
    return capture
  }

  /** Sends money past any invoice, perhaps with a bill's number in it. */
  send(
    account: Account,
    payer: Payer,
    { currency = account.primaryCurrency, amountMinor = 0, number = '' },
  ): CaptureRecord {
    const capture = takePayment(this.#world, {
      accountId: account.id,
      currency,
      amountMinor,
      payer,
      ...(number && { invoiceId: number }),
    })
    this.#done(account.id, 'payDirectly')
    return capture
  }

  /** A refund on PayPal's own pages. */
  giveBack(capture: CaptureRecord, share: number): void {
    const amountMinor = Math.max(
      1,
      Math.round((capture.amountMinor - capture.refundedMinor) * share),
    )
    makeRefund(this.#world, capture, { amountMinor })
    this.#done(capture.accountId, 'refundInPayPal')
  }

  /**
   * A row that is no payment by a customer: a withdrawal, a reserve, a correction,
   * money that we sent.
   */
  row(
    account: Account,
    eventCode: string,
    amountMinor: number,
    more: { status?: 'P' | 'S'; payer?: Payer; subject?: string } = {},
  ): string {
    const transactionId = this.#world.id.transaction()
    const { payer, ...rest } = more
    this.#world.ledger.post(account.id, {
      transactionId,
      eventCode,
      currency: account.primaryCurrency,
      amountMinor,
      ...rest,
      ...(payer && { payer: { id: this.#world.id.account(), ...payer } }),
    })
    return transactionId
  }

  available(account: Account): number {
    return this.#world.ledger.balance(account.id, account.primaryCurrency).available
  }
}

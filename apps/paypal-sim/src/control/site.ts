import { currencyExponent } from '@paydesk/paypal/money'
import { unprocessable } from '../http/refusal.ts'
import { cancelInvoice, updateInvoice } from '../invoice/actions.ts'
import { recordPayment } from '../invoice/books.ts'
import { customerName } from '../invoice/buyer.ts'
import { totalsOf } from '../invoice/input.ts'
import { saveInvoice } from '../invoice/invoice.ts'
import type { InvoiceRecord } from '../record/invoice.ts'
import type { InvoiceInput } from '../record/invoiceInput.ts'
import { completeRefund, failRefund, makeRefund } from '../refund/refund.ts'
import { isHold, type RowStatus } from '../world/ledger.ts'
import type { World } from '../world/world.ts'
import {
  type Act,
  accountOf,
  captureOf,
  done,
  flag,
  type Input,
  invoiceOf,
  need,
  number,
  readMinor,
  text,
} from './input.ts'

type Edit = (world: World, invoice: InvoiceRecord, input: Input) => void

/** An edit in PayPal's screens keeps what it does not change. */
const edit = (world: World, invoice: InvoiceRecord, change: Partial<InvoiceInput>) => {
  const { totals: _, ...changed } = { ...invoice.input, ...change }
  updateInvoice(world, invoice, { ...changed, totals: totalsOf(changed, world.config) })
}

/** What people do to an invoice on paypal.com. */
const edits: Record<string, Edit> = {
  cancel: cancelInvoice,
  recordPayment: (world, invoice) => void recordPayment(world, invoice, { method: 'CASH' }),
  /** One item of the new amount takes the place of all. */
  amount: (world, invoice, input) => {
    const { invoiceDiscount: _, shipping: __, custom: ___, ...rest } = invoice.input
    const unitMinor = need(readMinor(rest.currency, input.amountMinor, input.amount))
    invoice.input = { ...rest }
    edit(world, invoice, {
      items: [{ name: rest.items[0]?.name ?? 'Item', quantity: '1', unitMinor }],
    })
  },
  currency: (world, invoice, input) => {
    const currency = text(input.currency) ?? ''
    if (currencyExponent[currency] === undefined)
      throw unprocessable('INVALID_CURRENCY_CODE', '/currency')
    edit(world, invoice, { currency })
  },
  recipient: (world, invoice, input) => {
    const email = need(text(input.email))
    edit(world, invoice, {
      recipients: [{ email, wire: { billing_info: { email_address: email } } }],
    })
  },
}

/**
 * Codes whose row gives back what an earlier one withheld (paypal §6.4); of T1500–T1503 the sign
 * tells.
 */
const releases = ['T1105', 'T1111', 'T2102', 'T2104', 'T2106', 'T2108', 'T2110', 'T2112']

/** What happens in PayPal's own screens and at PayPal itself: no call of an app makes it. */
export const siteActions: Record<string, Act> = {
  /** No app makes the change, so only a webhook lookup hears of it (F23). */
  changeInPayPal: ({ world }, input) => {
    const invoice = invoiceOf(world, input)
    const { appId } = invoice
    delete invoice.appId
    try {
      need(edits[text(input.action) ?? 'recordPayment'])(world, invoice, input)
    } finally {
      if (appId) invoice.appId = appId
      saveInvoice(world, invoice)
    }
    return done(world, invoice.accountId, 'panel', 'changeInPayPal', { status: invoice.status })
  },
  /**
   * A refund on paypal.com; `pending`: its money comes from the bank, and `settleRefund` ends it.
   */
  refundInPayPal: ({ world }, input) => {
    const capture = captureOf(world, input)
    const left = capture.amountMinor - capture.refundedMinor
    const amountMinor = readMinor(capture.currency, input.amountMinor, input.amount) ?? left
    if (amountMinor <= 0 || amountMinor > left || capture.status === 'PENDING')
      throw unprocessable('REFUND_NOT_ALLOWED')
    const refund = makeRefund(
      world,
      capture,
      { amountMinor },
      flag(input.pending) ? 'untilSettled' : undefined,
    )
    return done(world, capture.accountId, 'panel', 'refundInPayPal', {
      refundId: refund.id,
      status: refund.status,
    })
  },
  settleRefund: ({ world }, input) => {
    const refund = need(world.refunds.get(text(input.refundId) ?? ''))
    if (text(input.how) === 'fail') failRefund(world, refund)
    else completeRefund(world, refund)
    return done(world, refund.accountId, 'paypal', 'settleRefund', { status: refund.status })
  },
  /** `pending`: the bank has not confirmed it; `changeRow` with S or D ends it. */
  withdraw: ({ world }, input) => {
    const account = accountOf(world, input)
    const currency = text(input.currency) ?? account.primaryCurrency
    const amountMinor = -(
      readMinor(currency, input.amountMinor, input.amount) ??
      world.ledger.balance(account.id, currency).available
    )
    const transactionId = world.id.transaction()
    const eventCode = text(input.code) ?? 'T0403'
    world.ledger.post(account.id, {
      transactionId,
      eventCode,
      currency,
      amountMinor,
      status: flag(input.pending) ? 'P' : 'S',
    })
    return { transactionId }
  },
  /** A row of any code and status, as PayPal itself might write one. */
  addRow: ({ world }, input) => {
    const account = accountOf(world, input)
    const currency = text(input.currency) ?? account.primaryCurrency
    const transactionId = text(input.transactionId) ?? world.id.transaction()
    const reference = text(input.referenceId)
    world.ledger.post(account.id, {
      transactionId,
      eventCode: need(text(input.eventCode)),
      currency,
      amountMinor: need(number(input.amountMinor)),
      feeMinor: number(input.feeMinor) ?? 0,
      status: (text(input.status) ?? 'S') as RowStatus,
      ...(reference ? { referenceId: reference, referenceType: 'TXN' as const } : {}),
    })
    return { transactionId }
  },
  /**
   * A hold, a reserve or its release. The code says which; `release` says it for a code that
   * is used for both.
   */
  hold: ({ world }, input) => {
    const account = accountOf(world, input)
    const eventCode = text(input.code) ?? 'T2103'
    if (!isHold(eventCode)) throw unprocessable('NO_HOLD', '/code')
    const currency = text(input.currency) ?? account.primaryCurrency
    const amount = need(readMinor(currency, input.amountMinor, input.amount))
    const isRelease =
      input.release === undefined ? releases.includes(eventCode) : flag(input.release)
    const transactionId = world.id.transaction()
    const reference = text(input.referenceId)
    world.ledger.post(account.id, {
      transactionId,
      eventCode,
      currency,
      amountMinor: isRelease ? amount : -amount,
      ...(reference ? { referenceId: reference, referenceType: 'TXN' as const } : {}),
    })
    return { transactionId, ...world.ledger.balance(account.id, currency) }
  },
  /**
   * Money that a payer sends past any invoice, with a bill's number in it or only the payer's name;
   * or, by `code`, what happens to it later.
   */
  payDirectly: ({ world }, input) => {
    const account = accountOf(world, input)
    const currency = text(input.currency) ?? account.primaryCurrency
    const transactionId = world.id.transaction()
    const [number_, reference, email] = [
      text(input.number),
      text(input.referenceId),
      text(input.email),
    ]
    const nameOf = (address: string) =>
      text(input.name) ?? customerName(world, account.id, address) ?? 'Test Buyer'
    world.ledger.post(account.id, {
      transactionId,
      eventCode: text(input.code) ?? 'T0000',
      currency,
      amountMinor: need(number(input.amountMinor)),
      feeMinor: number(input.feeMinor) ?? 0,
      ...(number_ ? { invoiceId: number_ } : {}),
      ...(reference ? { referenceId: reference, referenceType: 'TXN' as const } : {}),
      ...(email
        ? {
            payer: {
              id: world.id.account(),
              email,
              name: nameOf(email),
              country: text(input.country) ?? 'US',
            },
          }
        : {}),
    })
    return { transactionId }
  },
}

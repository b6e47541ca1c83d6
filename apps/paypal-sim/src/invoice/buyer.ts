import { unprocessable } from '../http/refusal.ts'
import { completeCapture, declineCapture, takePayment } from '../payment/capture.ts'
import type { CaptureRecord, Payer } from '../record/capture.ts'
import type { InvoiceRecord } from '../record/invoice.ts'
import type { InvoiceInput } from '../record/invoiceInput.ts'
import { day, dayMs } from '../world/clock.ts'
import { given } from '../world/given.ts'
import type { World } from '../world/world.ts'
import { addPayment, dueMinor, isPayable, saveInvoice, settledStatus } from './invoice.ts'

export interface BuyerPayment {
  /** If undefined, the buyer pays all that is due. */
  amountMinor?: number | undefined
  tipMinor?: number | undefined
  how?: 'balance' | 'echeck' | 'review' | 'declined' | undefined
  payer?: Partial<Payer> | undefined
  /** The payment's id, if the caller chooses it. */
  id?: string | undefined
  /** Nobody is told of it. */
  silent?: boolean | undefined
}

/** The customer opens the invoice's page. Nobody is told: who reads the invoice sees it. */
export function viewInvoice(world: World, invoice: InvoiceRecord): void {
  if (invoice.viewed) return
  invoice.viewed = true
  saveInvoice(world, invoice)
}

/** Whom the invoice is for is who pays it, unless somebody else does. */
function recipientOf({ input }: InvoiceRecord): Partial<Payer> {
  const [recipient] = input.recipients
  const name = recipient && nameOf(recipient)
  return { ...(recipient?.email && { email: recipient.email }), ...(name && { name }) }
}

/** What an account's invoices call the customer with this address. */
export const customerName = (world: World, accountId: string, email: string): string | undefined =>
  world.invoicesOf
    .get(accountId)
    ?.flatMap(({ input }) => input.recipients)
    .filter((recipient) => recipient.email === email)
    .map(nameOf)
    .findLast(Boolean)

function nameOf({ wire }: InvoiceInput['recipients'][number]): string {
  const { business_name, name } = (wire.billing_info ?? {}) as {
    business_name?: string
    name?: { given_name?: string; surname?: string }
  }
  return business_name || [name?.given_name, name?.surname].filter(Boolean).join(' ')
}

const clearsAfterMs = { echeck: 4 * dayMs, review: dayMs }

/**
 * The customer pays on the invoice's page. A declined payment changes nothing, and the
 * invoice stays payable.
 */
export function payInvoice(
  world: World,
  invoice: InvoiceRecord,
  payment: BuyerPayment,
): CaptureRecord | undefined {
  const { input } = invoice
  const due = dueMinor(invoice)
  const amountMinor = payment.amountMinor ?? due
  if (!isPayable(invoice)) throw unprocessable('CANNOT_PROCESS_PAYMENTS')
  if (amountMinor <= 0 || amountMinor > due)
    throw unprocessable('PAYMENT_AMOUNT_GREATER_THAN_AMOUNT_DUE', '/amount')
  if (amountMinor < due && !input.allowPartial)
    throw unprocessable('PARTIAL_PAYMENT_NOT_ALLOWED', '/amount')
  if (amountMinor < due && amountMinor < (input.minimumDueMinor ?? 0))
    throw unprocessable('AMOUNT_BELOW_MINIMUM', '/amount')
  const tipMinor = input.allowTip ? Math.max(0, payment.tipMinor ?? 0) : 0
  if (payment.how === 'declined') return undefined
  const pending =
    payment.how === 'echeck' ? 'ECHECK' : payment.how === 'review' ? 'PENDING_REVIEW' : undefined
  const capture = takePayment(world, {
    id: payment.id,
    accountId: invoice.accountId,
    appId: invoice.appId,
    paypalInvoiceId: invoice.id,
    currency: input.currency,
    amountMinor: amountMinor + tipMinor,
    tipMinor,
    invoiceId: invoice.number,
    payer: { ...recipientOf(invoice), ...payment.payer },
    pending,
  })
  addPayment(
    world,
    invoice,
    given({
      id: capture.id,
      type: 'PAYPAL' as const,
      method: 'PAYPAL',
      date: day(world.clock.now()),
      at: world.clock.now(),
      amountMinor,
      tipMinor: tipMinor || undefined,
      pending: capture.status === 'PENDING',
    }) as InvoiceRecord['payments'][number],
  )
  invoice.viewed = true
  invoice.status = settledStatus(world, invoice)
  world.effect('invoice.paid', invoice.id)
  saveInvoice(world, invoice, payment.silent ? undefined : 'PAID')
  if (capture.status === 'PENDING' && (payment.how === 'echeck' || payment.how === 'review'))
    world.schedule.add('clearPayment', capture.id, world.clock.now() + clearsAfterMs[payment.how])
  return capture
}

/** Ends a pending payment: an eCheck clears or bounces, a review ends, a currency is accepted. */
export function settlePending(
  world: World,
  capture: CaptureRecord,
  how: 'complete' | 'decline',
): void {
  if (capture.status !== 'PENDING') return
  const invoice = capture.paypalInvoiceId ? world.invoices.get(capture.paypalInvoiceId) : undefined
  if (how === 'complete') completeCapture(world, capture)
  else declineCapture(world, capture)
  const payment = invoice?.payments.find((p) => p.id === capture.id)
  if (!invoice || !payment) return
  if (how === 'complete') payment.pending = false
  else invoice.payments = invoice.payments.filter((p) => p !== payment)
  invoice.status = settledStatus(world, invoice)
  saveInvoice(world, invoice, how === 'complete' ? 'PAID' : 'UPDATED')
}

export function watchPayments(world: World): void {
  world.schedule.on('clearPayment', (task) => {
    const capture = world.captures.get(task.subject)
    if (!capture) return
    settlePending(world, capture, 'complete')
    world.record({ by: 'paypal', accountId: capture.accountId, operation: 'clearPayment' })
  })
}

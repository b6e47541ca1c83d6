import type { InvoiceDraft } from '@paydesk/paypal/invoicing'
import { unwrap } from '@paydesk/paypal/outcome'
import { NotAnswered } from './answer.ts'
import { later, minuteMs, type Probe, secondMs, until } from './context.ts'

/** Things that the probe makes in PayPal for its questions, each once. */

export const usd = (amountMinor: number) => ({ currency: 'USD', amountMinor })

export function draftOf(probe: Probe, more: Partial<InvoiceDraft> = {}): InvoiceDraft {
  return {
    currency: 'USD',
    number: probe.memory.number(),
    reference: probe.memory.state.run,
    items: [{ name: 'Paydesk probe', quantity: '1', unitAmount: usd(1000) }],
    ...more,
  }
}

/** Remembers an invoice, so that it is taken away at the end. */
export function note(probe: Probe, invoiceId: string): string {
  probe.memory.state.invoices.push(invoiceId)
  probe.memory.save()
  return invoiceId
}

export const makeInvoice = async (
  probe: Probe,
  more: Partial<InvoiceDraft> = {},
): Promise<string> =>
  note(probe, unwrap(await probe.paypal.invoices.create(draftOf(probe, more))).id)

/** An invoice that is payable by its link, without any mail. */
export async function shareInvoice(
  probe: Probe,
  more: Partial<InvoiceDraft> = {},
): Promise<{ id: string; link: string; status: string }> {
  const id = await makeInvoice(probe, more)
  unwrap(await probe.paypal.invoices.send(id, { sendToRecipient: false, sendToInvoicer: false }))
  const { status, detail } = unwrap(await probe.paypal.invoices.get(id))
  return { id, status, link: detail.metadata?.recipient_view_url ?? '' }
}

export type PaidInvoice = {
  invoiceId: string
  paymentId: string
  statusBefore: string
  paidAt: string
}

/** How long a person may take for one step in the browser. */
const patience = { withinMs: 15 * minuteMs, everyMs: 5 * secondMs }

async function payInvoice(
  probe: Probe,
  more: Partial<InvoiceDraft>,
  amountMinor?: number,
): Promise<PaidInvoice> {
  const { paypal, hand } = probe
  const { id, link, status } = await shareInvoice(probe, more)
  await hand.pay({ id, link }, amountMinor)
  const paymentId = await until(
    probe,
    patience,
    async () => unwrap(await paypal.invoices.get(id)).payments?.transactions?.[0]?.payment_id,
  )
  if (!paymentId) throw new NotAnswered('the invoice was not paid within 15 minutes')
  return {
    invoiceId: id,
    paymentId,
    statusBefore: status,
    paidAt: (await hand.now()).toISOString(),
  }
}

export const paidInvoice = (probe: Probe) =>
  probe.memory.once('paidInvoice', () => payInvoice(probe, {}))
export const partPaidInvoice = (probe: Probe) =>
  probe.memory.once('partPaidInvoice', async () => {
    const part = await payInvoice(probe, { partial: { allow: true } }, 400)
    const { status } = unwrap(await probe.paypal.invoices.get(part.invoiceId))
    if (status !== 'PARTIALLY_PAID')
      throw new NotAnswered(`the invoice was to be paid in part, and is ${status}`)
    return part
  })

export const refundedMinor = async ({ paypal }: Probe, invoiceId: string): Promise<number> =>
  unwrap(await paypal.invoices.get(invoiceId)).refunds?.refund_amount?.amountMinor ?? 0

/** The person refunds an invoice's payment, or a part of it, on PayPal's own pages. */
export const refundOnSite = (
  probe: Probe,
  { invoiceId, paymentId }: PaidInvoice,
  amountMinor?: number,
) =>
  probe.memory.once(`siteRefund ${paymentId}`, async () => {
    const before = await refundedMinor(probe, invoiceId)
    const begunAt = (await probe.hand.now()).toISOString()
    await probe.hand.refundOnSite(paymentId, amountMinor)
    const seen = await until(probe, patience, async () =>
      (await refundedMinor(probe, invoiceId)) > before ? true : undefined,
    )
    if (!seen) throw new NotAnswered('the invoice did not show the refund within 15 minutes')
    return { begunAt }
  })

export type CapturedOrder = { captureId: string; capturedAt: string }

/** A payment by checkout: its refund belongs to our app whatever PayPal says of invoices. */
export const makeOrder = async (probe: Probe): Promise<CapturedOrder> => {
  const { raw, hand } = probe
  const made = await raw('POST', '/v2/checkout/orders', {
    headers: { prefer: 'return=representation' },
    body: {
      intent: 'CAPTURE',
      purchase_units: [
        { amount: { currency_code: 'USD', value: '10.00' }, description: 'Paydesk probe' },
      ],
      application_context: {
        return_url: 'https://example.com/',
        cancel_url: 'https://example.com/',
      },
    },
  })
  if (made.status >= 300) throw new NotAnswered(`PayPal refused a checkout order: ${made.words}`)
  const path = `/v2/checkout/orders/${made.json.id}`
  const link = made.json.links.find(
    ({ rel }: { rel: string }) => rel === 'approve' || rel === 'payer-action',
  )?.href
  await hand.approve({ id: made.json.id, link })
  const approved = await until(probe, patience, async () =>
    (await raw('GET', path)).json.status === 'APPROVED' ? true : undefined,
  )
  if (!approved) throw new NotAnswered('the payment was not approved within 15 minutes')
  const captured = await raw('POST', `${path}/capture`, {
    headers: { prefer: 'return=representation' },
    body: {},
  })
  const captureId = captured.json?.purchase_units?.[0]?.payments?.captures?.[0]?.id
  if (!captureId) throw new NotAnswered(`PayPal refused to capture the payment: ${captured.words}`)
  return { captureId, capturedAt: (await hand.now()).toISOString() }
}

export const capturedOrder = (probe: Probe) =>
  probe.memory.once('capturedOrder', () => makeOrder(probe))

/**
 * Refunds the rest of the order, long enough after its payment for the two to be told
 * apart by their times.
 */
export const refundedOrder = (probe: Probe) =>
  probe.memory.once('refundedOrder', async () => {
    const { captureId, capturedAt } = await capturedOrder(probe)
    const waitMs = later(capturedAt, 10 * minuteMs).getTime() - (await probe.hand.now()).getTime()
    if (waitMs > 0) {
      if (probe.hand.kind !== 'simulator')
        probe.say(`  Waiting ${Math.ceil(waitMs / minuteMs)} min before the payment is refunded.`)
      await probe.hand.pass(waitMs)
    }
    unwrap(await probe.paypal.payments.refund(captureId, {}, `${probe.memory.state.run}-rest`))
    return { captureId, refundedAt: (await probe.hand.now()).toISOString() }
  })

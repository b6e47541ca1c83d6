import { hasIssue, unwrap } from '@paydesk/paypal/outcome'
import { type Answer, NotAnswered } from './answer.ts'
import { dayMs, later, minuteMs, type Probe, passHours, secondMs, until } from './context.ts'
import type { Question } from './question.ts'
import { type RawAnswer, refusalWords } from './raw.ts'
import {
  capturedOrder,
  makeOrder,
  paidInvoice,
  partPaidInvoice,
  refundedMinor,
  refundOnSite,
  usd,
} from './things.ts'

const refundPath = (captureId: string) => `/v2/payments/captures/${captureId}/refund`
const amount = (value: string) => ({ amount: { currency_code: 'USD', value } })

function otherAnswer(first: RawAnswer, second: RawAnswer): Answer {
  if (first.status >= 300) throw new NotAnswered(`PayPal refused the first call: ${first.words}`)
  if (second.status >= 400) return { position: 'refuse', seen: second.words }
  if (second.json?.id === first.json?.id)
    return { position: 'replay', seen: `${second.status} with the first call's result` }
  return { strange: 'PayPal did the second payload as well' }
}

/** Asked by a refund, which is where the product uses ids; without a buyer by a checkout order. */
async function otherPayload(probe: Probe): Promise<Answer> {
  const { raw, hand, memory } = probe
  const headers = { 'paypal-request-id': `${memory.number()}-id` }
  const call =
    hand.kind === 'nobody'
      ? (value: string) =>
          raw('POST', '/v2/checkout/orders', {
            headers,
            body: { intent: 'CAPTURE', purchase_units: [amount(value)] },
          })
      : await capturedOrder(probe).then(
          ({ captureId }) =>
            (value: string) =>
              raw('POST', refundPath(captureId), { headers, body: amount(value) }),
        )
  return otherAnswer(await call('1.00'), await call('2.00'))
}

async function invoiceCapture(probe: Probe): Promise<Answer> {
  const { paymentId } = await paidInvoice(probe)
  const shown = await probe.paypal.payments.getCapture(paymentId)
  if (shown.outcome === 'unknown') throw new NotAnswered('PayPal gave no clear answer')
  if (shown.outcome === 'refused') {
    if (![403, 404].includes(shown.refusal.status ?? 0))
      return { strange: refusalWords(shown.refusal) }
    return { position: 'hidden', seen: refusalWords(shown.refusal) }
  }
  const { status, seller_receivable_breakdown: parts } = shown.value
  if (!parts && status === 'PENDING')
    throw new NotAnswered('the payment is pending: a fee would come later')
  return parts?.paypal_fee
    ? { position: 'shown', seen: 'with its fee' }
    : { position: 'feeless', seen: `status ${status}, without its fee` }
}

/** Refunds one dollar of the paid invoice by Payments v2, once for both questions about it. */
const refundByApi = (probe: Probe) =>
  probe.memory.once('refundByApi', async () => {
    const { paymentId } = await paidInvoice(probe)
    const made = await probe.paypal.payments.refund(
      paymentId,
      { amount: usd(100) },
      `${probe.memory.state.run}-invoice`,
    )
    if (made.outcome === 'unknown') throw new NotAnswered('PayPal gave no clear answer')
    if (made.outcome === 'done')
      return { position: 'allowed', words: `the refund is ${made.value.status}` }
    const denied = [403, 404].includes(made.refusal.status ?? 0)
    const restricted = hasIssue(made.refusal, 'REFUND_IS_RESTRICTED', 'REFUND_NOT_ALLOWED')
    return {
      position: denied ? 'denied' : restricted ? 'restricted' : undefined,
      words: refusalWords(made.refusal),
    }
  })

async function invoiceRefund(probe: Probe): Promise<Answer> {
  const { position, words } = await refundByApi(probe)
  return position ? { position, seen: words } : { strange: words }
}

/**
 * Looked at once: a refund on PayPal's own pages comes later, and the invoice shows that one too.
 */
const follows = (probe: Probe): Promise<boolean> =>
  probe.memory.once('invoiceFollows', async () => {
    const { invoiceId } = await paidInvoice(probe)
    const shown = await until(probe, { withinMs: minuteMs, everyMs: 5 * secondMs }, async () =>
      (await refundedMinor(probe, invoiceId)) > 0 ? true : undefined,
    )
    return shown ?? false
  })

async function invoiceFollowsRefund(probe: Probe): Promise<Answer> {
  if ((await refundByApi(probe)).position !== 'allowed')
    throw new NotAnswered('PayPal did not make the refund, so there is nothing to follow')
  const position = await follows(probe)
  return {
    position,
    seen: position ? 'the invoice shows the refund' : 'the invoice shows no refund a minute later',
  }
}

/**
 * Refunds a part payment wholly: by the API where the invoice follows it, on PayPal's own
 * pages otherwise.
 */
async function partRefundStatus(probe: Probe): Promise<Answer> {
  const part = await partPaidInvoice(probe)
  const isFollowed = (await refundByApi(probe)).position === 'allowed' && (await follows(probe))
  if (!isFollowed) await refundOnSite(probe, part)
  else
    await probe.memory.once(
      'partRefund',
      async () =>
        unwrap(
          await probe.paypal.payments.refund(part.paymentId, {}, `${probe.memory.state.run}-part`),
        ).id,
    )
  const read = async () => unwrap(await probe.paypal.invoices.get(part.invoiceId)).status
  const status =
    (await until(probe, { withinMs: minuteMs, everyMs: 5 * secondMs }, async () => {
      const now = await read()
      return now === 'PARTIALLY_PAID' ? undefined : now
    })) ?? (await read())
  if (status === part.statusBefore)
    return { position: 'open', seen: `${status}, as before the payment` }
  if (status === 'REFUNDED' || status === 'PARTIALLY_REFUNDED')
    return { position: status, seen: 'the status after it' }
  return { strange: `the status is ${status}` }
}

async function uniqueInvoiceId(probe: Probe): Promise<Answer> {
  const { captureId } = await capturedOrder(probe)
  const run = probe.memory.number()
  const refund = (time: number) =>
    probe.paypal.payments.refund(
      captureId,
      { amount: usd(100), invoiceId: `R-${run}` },
      `${run}-unique-${time}`,
    )
  unwrap(await refund(1))
  const second = await refund(2)
  if (second.outcome === 'unknown') throw new NotAnswered('PayPal gave no clear answer')
  if (second.outcome === 'done')
    return { position: false, seen: 'the second refund with the same invoice_id was made' }
  if (!hasIssue(second.refusal, 'DUPLICATE_INVOICE_ID'))
    return { strange: refusalWords(second.refusal) }
  return { position: true, seen: refusalWords(second.refusal) }
}

async function refundWindow(probe: Probe): Promise<Answer> {
  const { paypal, hand } = probe
  let captureId = probe.oldPayment
  if (!captureId) {
    if (hand.kind !== 'simulator')
      throw new NotAnswered(
        'it needs a payment of more than 180 days ago: give its id as --old-payment',
      )
    captureId = (await makeOrder(probe)).captureId
    await passHours(probe, 181 * dayMs, '')
  }
  const { create_time } = unwrap(await paypal.payments.getCapture(captureId))
  const ageDays = Math.floor(
    ((await hand.now()).getTime() - later(create_time ?? '', 0).getTime()) / dayMs,
  )
  if (!(ageDays > 180))
    throw new NotAnswered(`the payment is ${ageDays} days old, not more than 180`)
  const made = await paypal.payments.refund(captureId, { amount: usd(1) }, probe.memory.number())
  if (made.outcome === 'unknown') throw new NotAnswered('PayPal gave no clear answer')
  if (made.outcome === 'done')
    return { position: 'longer', seen: `a payment of ${ageDays} days ago was refunded` }
  if (!hasIssue(made.refusal, 'REFUND_TIME_LIMIT_EXCEEDED'))
    return { strange: refusalWords(made.refusal) }
  return { position: '180days', seen: refusalWords(made.refusal) }
}

export const paymentQuestions: Question[] = [
  {
    number: 1,
    name: 'otherPayload',
    phase: 'buyer',
    words: 'What does another payload under one PayPal-Request-Id give?',
    assumes: 'nothing: an id is never used for a second payload',
    ask: otherPayload,
  },
  {
    number: 3,
    name: 'invoiceCapture',
    phase: 'buyer',
    words: 'Does Payments v2 show the payment of an invoice, with its fee?',
    assumes: 'nothing: a fee that it does not show is taken from reporting',
    ask: invoiceCapture,
  },
  {
    number: 3,
    name: 'invoiceRefund',
    phase: 'buyer',
    words: 'Does Payments v2 refund the payment of an invoice?',
    assumes:
      'nothing: a refund that PayPal restricts to its own pages is refused, and its reservation is free again',
    ask: invoiceRefund,
  },
  {
    number: 3,
    name: 'invoiceFollowsRefund',
    phase: 'buyer',
    words: 'Does the invoice show such a refund?',
    assumes: "nothing: what was refunded comes from the refund's own record as well",
    ask: invoiceFollowsRefund,
  },
  {
    number: 6,
    name: 'partRefundStatus',
    phase: 'buyer',
    words: 'Which status has an invoice whose part payment was refunded wholly?',
    assumes: "any of the three: PayPal's amounts are taken over with its status",
    ask: partRefundStatus,
  },
  {
    number: 18,
    name: 'uniqueInvoiceId',
    phase: 'buyer',
    words: 'Is an invoice_id refused that an earlier refund used? (A setting of the account.)',
    assumes:
      'nothing: the request id keeps a refund from happening twice, this would be a second guard',
    ask: uniqueInvoiceId,
  },
  {
    number: 17,
    name: 'refundWindow',
    phase: 'days',
    words: 'Is a payment refunded that is older than 180 days?',
    assumes: 'no: 180 days is what PayPal documents',
    ask: refundWindow,
  },
]

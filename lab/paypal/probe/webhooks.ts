import { unwrap } from '@paydesk/paypal/outcome'
import type { WebhookEvent } from '@paydesk/paypal/webhooks'
import { type Answer, NotAnswered } from './answer.ts'
import { dayMs, hourMs, later, minuteMs, type Probe, secondMs, until } from './context.ts'
import { type Deliveries, type Delivery, failMark, hangMark } from './deliveries.ts'
import type { Question } from './question.ts'
import { draftOf, makeInvoice, note, paidInvoice, refundOnSite } from './things.ts'

/**
 * The events of an invoice or a payment, as the event list shows them. It shows them even if no
 * delivery reached us.
 */
async function eventsOf({ paypal }: Probe, ids: string[], since: string): Promise<WebhookEvent[]> {
  const { events } = unwrap(
    await paypal.webhooks.listEvents({ start: later(since, -minuteMs), pageSize: 100 }),
  )
  return events.filter((event) =>
    ids.some((id) => JSON.stringify(event.resource ?? null).includes(id)),
  )
}

/** Events come within half a minute; what has not come after three is not coming. */
const eventsCome = { withinMs: 3 * minuteMs, everyMs: 10 * secondMs }

/** The absence of an event says something only if the list shows the invoice's other events. */
async function needPaidEvent(probe: Probe): Promise<{ ids: string[]; paidAt: string }> {
  const { invoiceId, paymentId, paidAt } = await paidInvoice(probe)
  const ids = [invoiceId, paymentId]
  const seen = await until(probe, eventsCome, async () =>
    (await eventsOf(probe, ids, paidAt)).find(
      ({ event_type }) => event_type === 'INVOICING.INVOICE.PAID',
    ),
  )
  if (!seen)
    throw new NotAnswered(
      'the event list does not even show INVOICING.INVOICE.PAID: the app needs a webhook for PayPal to make events, run with --deliveries',
    )
  return { ids, paidAt }
}

async function invoicePaymentFiresCapture(probe: Probe): Promise<Answer> {
  const { ids, paidAt } = await needPaidEvent(probe)
  const fired = await until(probe, { ...eventsCome, withinMs: minuteMs }, async () =>
    (await eventsOf(probe, ids, paidAt)).find(({ event_type }) =>
      /^PAYMENT\.(CAPTURE|SALE)\.(COMPLETED|PENDING)/.test(event_type),
    ),
  )
  const types = [
    ...new Set((await eventsOf(probe, ids, paidAt)).map(({ event_type }) => event_type)),
  ]
    .sort()
    .join(', ')
  return { position: fired !== undefined, seen: `the events were ${types}` }
}

async function siteRefundFires(probe: Probe): Promise<Answer> {
  const { ids } = await needPaidEvent(probe)
  const { begunAt } = await refundOnSite(probe, await paidInvoice(probe), 100)
  const fired = await until(probe, eventsCome, async () => {
    const events = await eventsOf(probe, ids, begunAt)
    return events.find(
      ({ event_type, create_time }) =>
        event_type.includes('REFUND') && later(create_time ?? '', 0) >= later(begunAt, 0),
    )
  })
  return {
    position: fired !== undefined,
    seen: fired ? `it fired ${fired.event_type}` : 'no event of a refund within three minutes',
  }
}

function needDeliveries({ deliveries }: Probe): Deliveries {
  if (deliveries) return deliveries
  throw new NotAnswered(
    'PayPal must be able to deliver to this machine: run with --deliveries and the https address of a tunnel',
  )
}

/** Makes an invoice whose number tells the receiver how to answer. */
async function provoke(probe: Probe, mark: string): Promise<string> {
  const number = probe.memory.number(mark)
  note(probe, unwrap(await probe.paypal.invoices.create(draftOf(probe, { number }))).id)
  return number
}

async function deliveryTimeoutMs(probe: Probe): Promise<Answer> {
  const deliveries = needDeliveries(probe)
  const number = await provoke(probe, hangMark)
  const hungUp = await until(
    probe,
    { withinMs: 5 * minuteMs, everyMs: 2 * secondMs },
    () => deliveries.of(number)[0]?.hungUpAfterMs,
  )
  if (hungUp === undefined)
    throw new NotAnswered(
      deliveries.of(number).length
        ? 'PayPal waited longer than the probe'
        : 'nothing was delivered within 5 minutes',
    )
  // The way adds to what PayPal waits and never takes from it.
  return {
    position: Math.floor(hungUp / 500) * 500,
    seen: `it hung up after ${(hungUp / 1000).toFixed(1)} s`,
  }
}

/** The first delivery and its first retry, which the receiver has both answered with an error. */
async function firstRetry(probe: Probe): Promise<[Delivery, Delivery]> {
  const deliveries = needDeliveries(probe)
  const number = await provoke(probe, failMark)
  const isHours = probe.hand.kind === 'simulator'
  if (!isHours) probe.say('  Waiting up to 20 min for PayPal to deliver an event again.')
  const both = await until(
    probe,
    {
      withinMs: isHours ? 12 * hourMs : 20 * minuteMs,
      everyMs: isHours ? 5 * minuteMs : 5 * secondMs,
    },
    () => {
      const [first, ...rest] = deliveries.of(number)
      // PayPal was seen to deliver twice within a moment (paypal §7.4): that is no retry.
      const second =
        first && rest.find(({ at }) => at.getTime() - first.at.getTime() > 5 * secondMs)
      return second ? ([first, second] as [Delivery, Delivery]) : undefined
    },
  )
  if (both) return both
  throw new NotAnswered(
    deliveries.of(number).length
      ? 'no retry came within 20 minutes, so the first gap is longer'
      : 'nothing was delivered within 20 minutes',
  )
}

type Retry = { gapMs: number; isNew: boolean }
const retry = (probe: Probe): Promise<Retry> =>
  probe.memory.once('retry', async () => {
    const [first, second] = await firstRetry(probe)
    const isNew =
      first.transmissionId !== second.transmissionId ||
      first.transmissionTime !== second.transmissionTime
    return { gapMs: second.at.getTime() - first.at.getTime(), isNew }
  })

async function retrySpacing(probe: Probe): Promise<Answer> {
  const { gapMs } = await retry(probe)
  const seen = `the first retry came after ${(gapMs / minuteMs).toFixed(1)} min; later ones take days and were not watched`
  return { position: gapMs < hourMs ? 'growing' : 'even', seen }
}

async function retryResigns(probe: Probe): Promise<Answer> {
  const { isNew } = await retry(probe)
  return {
    position: isNew,
    seen: isNew
      ? 'the retry has a new transmission id or time'
      : 'the retry has the same transmission id and time',
  }
}

/** The simulator's clock is moved day by day; a person comes back with --resume. */
async function eventsKeptMs(probe: Probe): Promise<Answer> {
  const { hand, memory } = probe
  const { invoiceId, madeAt } = await memory.once('firstEvent', async () => {
    const madeAt = (await hand.now()).toISOString()
    const invoiceId = await makeInvoice(probe)
    const seen = await until(
      probe,
      eventsCome,
      async () => (await eventsOf(probe, [invoiceId], madeAt))[0],
    )
    if (!seen)
      throw new NotAnswered(
        'the event list does not show the event of a new invoice: run with --deliveries',
      )
    return { invoiceId, madeAt }
  })
  const isGone = async () => {
    const listed = await probe.paypal.webhooks.listEvents({
      start: later(madeAt, -minuteMs),
      end: later(madeAt, hourMs),
      pageSize: 100,
    })
    if (listed.outcome !== 'done') return true
    return !listed.value.events.some((event) =>
      JSON.stringify(event.resource ?? null).includes(invoiceId),
    )
  }
  const ageDays = async () =>
    Math.round(((await hand.now()).getTime() - later(madeAt, 0).getTime()) / dayMs)
  while (hand.kind === 'simulator' && (await ageDays()) < 40 && !(await isGone()))
    await hand.pass(dayMs)
  if (await isGone())
    return {
      position: (await ageDays()) * dayMs,
      seen: `an event was gone after ${await ageDays()} days`,
    }
  throw new NotAnswered(
    `an event is still there after ${await ageDays()} days: run again with --resume in some days`,
    true,
  )
}

export const webhookQuestions: Question[] = [
  {
    number: 5,
    name: 'invoicePaymentFiresCapture',
    phase: 'buyer',
    words: 'Does the payment of an invoice fire PAYMENT.CAPTURE.* besides INVOICING.INVOICE.PAID?',
    assumes: "nothing: the invoice's own event is enough",
    ask: invoicePaymentFiresCapture,
  },
  {
    number: 5,
    name: 'siteRefundFires',
    phase: 'buyer',
    words: "Does a refund on PayPal's own pages fire an event to our app, with a lookup?",
    assumes: 'no: such refunds are found by reading as well',
    ask: siteRefundFires,
  },
  {
    number: 9,
    name: 'deliveryTimeoutMs',
    phase: 'deliveries',
    words: 'How long may a receiver take to answer a delivery?',
    assumes: 'a few seconds: an event is stored and answered at once',
    ask: deliveryTimeoutMs,
  },
  {
    number: 9,
    name: 'retrySpacing',
    phase: 'deliveries',
    words: 'How are retries of a delivery spaced?',
    assumes: 'nothing: what no delivery told is found by the sweeper',
    ask: retrySpacing,
  },
  {
    number: 9,
    name: 'retryResigns',
    phase: 'deliveries',
    words: 'Is a retry signed anew?',
    assumes: 'nothing: an event is known by its id, and the age of a signature does not matter',
    ask: retryResigns,
  },
  {
    number: 12,
    name: 'eventsKeptMs',
    phase: 'days',
    words: 'How long does webhooks-events keep events?',
    assumes: 'nothing: what no delivery told is found by asking for the invoices themselves',
    ask: eventsKeptMs,
  },
]

import { formatInstant } from '@paydesk/paypal/instant'
import { unwrap } from '@paydesk/paypal/outcome'
import { type Answer, NotAnswered } from './answer.ts'
import { dayMs, hourMs, later, minuteMs, type Probe, secondMs, until } from './context.ts'
import type { Question } from './question.ts'
import type { RawAnswer } from './raw.ts'
import { refreshedAt, reportedThrough, rowOf, rowsBetween } from './reportingData.ts'
import { paidInvoice, refundedOrder } from './things.ts'

const search = ({ raw }: Probe, start: Date, end: Date): Promise<RawAnswer> =>
  raw(
    'GET',
    `/v1/reporting/transactions?start_date=${formatInstant(start)}&end_date=${formatInstant(end)}&page_size=1`,
  )

async function invoicePaymentCode(probe: Probe): Promise<Answer> {
  const { paymentId, paidAt } = await paidInvoice(probe)
  const code = (await rowOf(probe, paymentId, paidAt)).transaction_info.transaction_event_code
  if (code !== 'T0006' && code !== 'T0000') return { strange: `the code is ${code}` }
  return { position: code, seen: 'the code of its row' }
}

async function invoiceRowIds(probe: Probe): Promise<Answer> {
  const { paymentId, paidAt } = await paidInvoice(probe)
  const { transaction_info: row, cart_info: cart } = await rowOf(probe, paymentId, paidAt)
  const number = row.invoice_id !== undefined
  const paypal = cart?.paypal_invoice_id !== undefined
  const seen = `invoice_id ${number ? 'is there' : 'is absent'}, paypal_invoice_id ${paypal ? 'is there' : 'is absent'}`
  return {
    position: number && paypal ? 'both' : number ? 'number' : paypal ? 'paypal' : 'none',
    seen,
  }
}

/** Looks for one row in a window around its first date and in one around its last change. */
async function reportingWindowBy(probe: Probe): Promise<Answer> {
  const { captureId, refundedAt } = await refundedOrder(probe)
  await reportedThrough(probe, refundedAt)
  const rows = await rowsBetween(
    probe,
    later(refundedAt, -2 * dayMs),
    later(refundedAt, minuteMs),
    captureId,
  )
  const row = rows.find(
    ({ transaction_info }) => transaction_info.transaction_id === captureId,
  )?.transaction_info
  if (!row) throw new NotAnswered('reporting does not list the payment yet', true)
  const { transaction_initiation_date: initiated, transaction_updated_date: updated } = row
  if (updated.getTime() - initiated.getTime() < 3 * minuteMs)
    throw new NotAnswered(
      'the refund left the date of the payment as it was, so no window can tell',
    )
  const isIn = async (instant: Date) =>
    (await rowsBetween(probe, later(instant, -minuteMs), later(instant, minuteMs))).some(
      ({ transaction_info }) => transaction_info.transaction_id === captureId,
    )
  const [byFirst, byLast] = [await isIn(initiated), await isIn(updated)]
  if (byFirst === byLast)
    return {
      strange: byFirst
        ? 'windows around both dates show it'
        : 'windows around neither date show it',
    }
  return byFirst
    ? { position: 'initiated', seen: 'only the window of its first date shows it' }
    : { position: 'updated', seen: 'only the window of its last change shows it' }
}

/**
 * PayPal has no data for that time, which is something else than a call that it does not
 * understand (paypal §6.1).
 */
const isNotAvailable = ({ status, json }: RawAnswer) =>
  (status === 400 || status === 404) &&
  /DATA_NOT_AVAILABLE|date is not available/i.test(JSON.stringify(json ?? ''))

async function tooFreshStatus(probe: Probe): Promise<Answer> {
  const [reached, now] = [await refreshedAt(probe), await probe.hand.now()]
  const lag = now.getTime() - reached.getTime()
  if (lag < 10 * secondMs)
    throw new NotAnswered('reporting is complete up to now, so no start date is too late')
  const answer = await search(probe, later(reached, lag / 2), now)
  if (isNotAvailable(answer)) return { position: answer.status, seen: answer.words }
  return { strange: answer.words }
}

async function beforeAccount(probe: Probe): Promise<Answer> {
  const start = later(await probe.hand.now(), -1000 * dayMs)
  const answer = await search(probe, start, later(start, 30 * dayMs))
  if (isNotAvailable(answer)) return { position: 'refused', seen: answer.words }
  if (answer.status !== 200) return { strange: answer.words }
  if (answer.json?.total_items) throw new NotAnswered('the account is older than 1000 days')
  return { position: 'empty', seen: 'an empty list' }
}

async function asOfEcho(probe: Probe): Promise<Answer> {
  const reached = await refreshedAt(probe)
  // Within a minute: an answer that is rounded to minutes must not look exact.
  const asked = new Date(Math.floor(reached.getTime() / minuteMs - 1) * minuteMs + 37 * secondMs)
  const { as_of_time: told } = unwrap(await probe.paypal.reporting.balances({ asOf: asked }))
  const seen = `asked for ${formatInstant(asked)}, told for ${told ? formatInstant(told) : 'no moment'}`
  return {
    position: told && formatInstant(told) === formatInstant(asked) ? 'same' : 'differs',
    seen,
  }
}

const totalAt = async (probe: Probe, asOf: Date) =>
  unwrap(await probe.paypal.reporting.balances({ asOf, currency: 'USD' })).balances.find(
    ({ currency }) => currency === 'USD',
  )?.total_balance.amountMinor ?? 0

/**
 * Compares the balance before and after a withdrawal that is still pending. Whole minutes, in case
 * PayPal tells balances by minutes.
 */
async function pendingMoves(probe: Probe): Promise<Answer> {
  const { hand, memory } = probe
  const { askedAt } = await memory.once('withdrawal', async () => {
    const askedAt = (await hand.now()).toISOString()
    await hand.withdraw(100)
    return { askedAt }
  })
  await reportedThrough(probe, later(askedAt, 15 * minuteMs))
  const rows = (
    await rowsBetween(probe, later(askedAt, -minuteMs), later(askedAt, 20 * minuteMs))
  ).map((row) => row.transaction_info)
  const withdrawal = rows.find((row) => row.transaction_event_code.startsWith('T04'))
  if (!withdrawal)
    throw new NotAnswered('reporting lists no withdrawal in the 20 minutes after it was asked for')
  if (withdrawal.transaction_status !== 'P')
    throw new NotAnswered('the withdrawal was settled before reporting listed it')
  const at = withdrawal.transaction_initiation_date.getTime()
  const [before, after] = [
    new Date(Math.floor(at / minuteMs) * minuteMs),
    new Date(Math.floor(at / minuteMs + 2) * minuteMs),
  ]
  const moved = (await totalAt(probe, after)) - (await totalAt(probe, before))
  const others = rows
    .filter(
      (row) =>
        row.transaction_status !== 'P' &&
        row.transaction_status !== 'D' &&
        row.transaction_amount.currency === 'USD',
    )
    .filter(
      (row) => row.transaction_initiation_date > before && row.transaction_initiation_date <= after,
    )
    .reduce(
      (sum, row) => sum + row.transaction_amount.amountMinor + (row.fee_amount?.amountMinor ?? 0),
      0,
    )
  const own = moved - others
  if (own === 0) return { position: false, seen: 'the balance is as before' }
  if (own === withdrawal.transaction_amount.amountMinor)
    return { position: true, seen: 'the amount has left the balance' }
  return {
    strange: `the balance moved by ${own} cents, the withdrawal is ${withdrawal.transaction_amount.amountMinor}`,
  }
}

/** In the simulator the feature is ticked anew; a person says when it was ticked. */
async function reportingEnabledAfterMs(probe: Probe): Promise<Answer> {
  const { hand, paypal } = probe
  const works = async () => {
    unwrap(await paypal.token({ fresh: true }))
    const now = await hand.now()
    return (await paypal.reporting.balances()).outcome === 'done' ? now : undefined
  }
  if (hand.tickReporting) {
    await hand.tickReporting()
    const from = await hand.now()
    const at = await until(probe, { withinMs: 2 * dayMs, everyMs: hourMs / 2 }, works)
    if (!at) throw new NotAnswered('it does not work after two days')
    const ms = Math.round((at.getTime() - from.getTime()) / minuteMs) * minuteMs
    return { position: ms, seen: `it worked ${ms / hourMs} h after it was ticked` }
  }
  const at = await works()
  if (!at)
    throw new NotAnswered(
      'Transaction Search does not work: tick it on the app (Features), and run again with --resume',
      true,
    )
  if (!probe.tickedAt)
    throw new NotAnswered(
      'it works now; when it was ticked is not known: give the time as --ticked-at',
    )
  const ms = Math.max(0, at.getTime() - probe.tickedAt.getTime())
  if (ms < 15 * minuteMs) return { position: 0, seen: 'it worked within 15 minutes' }
  return {
    position: Math.ceil(ms / hourMs) * hourMs,
    seen: `it worked after ${(ms / hourMs).toFixed(1)} h at most`,
  }
}

export const reportingQuestions: Question[] = [
  {
    number: 11,
    name: 'reportingEnabledAfterMs',
    phase: 'reporting',
    words: 'How long after it was ticked does Transaction Search work?',
    assumes:
      'nothing: the account shows that the feature is missing, and asks again with a new token',
    ask: reportingEnabledAfterMs,
  },
  {
    number: 7,
    name: 'tooFreshStatus',
    phase: 'reporting',
    words: 'Which status has the answer for a start date after the last refresh?',
    assumes: 'either: both mean that there is no data yet',
    ask: tooFreshStatus,
  },
  {
    number: 15,
    name: 'beforeAccount',
    phase: 'reporting',
    words: 'What does reporting answer for a time before the account existed?',
    assumes: 'either: a time of which PayPal has no data is passed over',
    ask: beforeAccount,
  },
  {
    number: 16,
    name: 'asOfEcho',
    phase: 'reporting',
    words: 'Are balances told for exactly the moment that was asked for?',
    assumes: 'nothing: a balance proves nothing for another moment than PayPal names',
    ask: asOfEcho,
  },
  {
    number: 4,
    name: 'invoicePaymentCode',
    phase: 'reporting',
    words: "Which event code has an invoice's payment in reporting?",
    assumes: 'any code of T00: all are payments',
    ask: invoicePaymentCode,
  },
  {
    number: 4,
    name: 'invoiceRowIds',
    phase: 'reporting',
    words: 'Which ids of the invoice does that row carry?',
    assumes: "none: it is matched by the payment's own id first",
    ask: invoiceRowIds,
  },
  {
    number: 7,
    name: 'reportingWindowBy',
    phase: 'reporting',
    words: 'By which date does a reporting window filter?',
    assumes: 'either: windows overlap, and rows that can still change are asked for by their ids',
    ask: reportingWindowBy,
  },
  {
    number: 14,
    name: 'pendingMoves',
    phase: 'reporting',
    words: 'Has a pending withdrawal left the balance already?',
    assumes: 'no: pending rows are not in the books',
    ask: pendingMoves,
  },
]

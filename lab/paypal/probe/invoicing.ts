import { formatInstant } from '@paydesk/paypal/instant'
import { writeInvoice } from '@paydesk/paypal/invoicing'
import { type Outcome, unwrap } from '@paydesk/paypal/outcome'
import { type Answer, NotAnswered } from './answer.ts'
import { hourMs, later, minuteMs, type Probe } from './context.ts'
import type { Question } from './question.ts'
import { refusalWords } from './raw.ts'
import { draftOf, makeInvoice, note, paidInvoice, shareInvoice, usd } from './things.ts'

const path = '/v2/invoicing/invoices'

async function requestId(probe: Probe): Promise<Answer> {
  const { raw, memory } = probe
  // Without a number of our own: two invoices of one number would be refused, whatever PayPal
  // makes of the id.
  const { number: _, ...draft } = draftOf(probe)
  const headers = { 'paypal-request-id': `${memory.number()}-id`, prefer: 'return=representation' }
  const ids: string[] = []
  for (let time = 1; time <= 2; time++) {
    const answer = await raw('POST', path, { body: writeInvoice(draft), headers })
    if (answer.status >= 300)
      return { strange: `the call no. ${time} with this id was refused: ${answer.words}` }
    ids.push(note(probe, answer.json.id))
  }
  const same = ids[0] === ids[1]
  return same
    ? { position: 'honoured', seen: 'two calls made one invoice' }
    : { position: 'ignored', seen: 'two calls made two invoices' }
}

async function numberTaken(probe: Probe): Promise<Answer> {
  const number = probe.memory.number()
  await makeInvoice(probe, { number })
  const second = await probe.paypal.invoices.create(draftOf(probe, { number }))
  if (second.outcome === 'done') {
    note(probe, second.value.id)
    return { strange: 'PayPal accepted a second invoice with the same number' }
  }
  if (second.outcome === 'unknown') throw new NotAnswered('PayPal gave no clear answer')
  const named = second.refusal.issues.some(({ field }) => field?.includes('invoice_number'))
  return { position: named ? 'named' : 'unnamed', seen: refusalWords(second.refusal) }
}

/** Does it three times; the first two must go well for the third to say anything. */
async function third(act: (time: number) => Promise<Outcome<unknown>>): Promise<Answer> {
  for (let time = 1; time <= 2; time++) unwrap(await act(time))
  const last = await act(3)
  if (last.outcome === 'unknown') throw new NotAnswered('PayPal gave no clear answer')
  if (last.outcome === 'done')
    return { position: 'accepted', seen: `the third was accepted (${last.status})` }
  return { position: 'refused', seen: refusalWords(last.refusal) }
}

async function thirdReminder(probe: Probe): Promise<Answer> {
  const { invoices } = probe.paypal
  const id = await makeInvoice(probe, { recipients: [{ email: probe.recipient }] })
  unwrap(await invoices.send(id, { sendToRecipient: true, sendToInvoicer: false }))
  return third(() => invoices.remind(id, { sendToInvoicer: false }))
}

async function thirdRecipient(probe: Probe): Promise<Answer> {
  const { invoices } = probe.paypal
  const [name, host] = probe.recipient.split('@')
  const draft = draftOf(probe, { recipients: [{ email: probe.recipient }] })
  const { id } = unwrap(await invoices.create(draft))
  note(probe, id)
  unwrap(await invoices.send(id, { sendToRecipient: true, sendToInvoicer: false }))
  return third((time) =>
    invoices.update(
      id,
      { ...draft, recipients: [{ email: `${name}-${time}@${host}` }] },
      { recipient: false, invoicer: false },
    ),
  )
}

async function sharedStatus(probe: Probe): Promise<Answer> {
  const { status } = await shareInvoice(probe)
  if (status !== 'SHARED' && status !== 'UNPAID') return { strange: `the status is ${status}` }
  return { position: status, seen: 'the status after it' }
}

async function externalPaidStatus(probe: Probe): Promise<Answer> {
  const { id } = await shareInvoice(probe)
  unwrap(await probe.paypal.invoices.recordPayment(id, { method: 'CASH' }))
  const { status } = unwrap(await probe.paypal.invoices.get(id))
  if (!['PAID', 'MARKED_AS_PAID', 'PAID_EXTERNAL'].includes(status))
    return { strange: `the status is ${status}` }
  return { position: status, seen: 'the status after it' }
}

/** Taxes of 10.5 and 11.5 yen: each way of rounding gives another sum. */
async function zeroDecimalRounding(probe: Probe): Promise<Answer> {
  const yen = (amountMinor: number) => ({
    name: 'Paydesk probe',
    quantity: '1',
    unitAmount: { currency: 'JPY', amountMinor },
    tax: { name: 'Tax', percent: '10' },
  })
  const id = await makeInvoice(probe, { currency: 'JPY', items: [yen(105), yen(115)] })
  const tax = unwrap(await probe.paypal.invoices.get(id)).amount?.breakdown?.tax_total?.amountMinor
  const seen = `10 % of JPY 105 and of JPY 115 are together ${tax}`
  if (tax === 23) return { position: 'halfUp', seen }
  if (tax === 21) return { position: 'down', seen }
  return { strange: `${seen}: neither half up (23) nor down (21); half to even would be 22` }
}

/** 7.25 % inside 9.99 are 0.67531…; on top they are 0.72. */
async function taxInclusiveRounding(probe: Probe): Promise<Answer> {
  const item = {
    name: 'Paydesk probe',
    quantity: '1',
    unitAmount: usd(999),
    tax: { name: 'Tax', percent: '7.25' },
  }
  const id = await makeInvoice(probe, { items: [item], taxInclusive: true })
  const { amount } = unwrap(await probe.paypal.invoices.get(id))
  const [total, tax] = [amount?.amountMinor, amount?.breakdown?.tax_total?.amountMinor]
  const seen = `a price of 9.99 with 7.25 % inside: total ${total} cents, tax ${tax} cents`
  if (total === 999 && tax === 68) return { position: 'halfUp', seen }
  if (total === 999 && tax === 67) return { position: 'down', seen }
  return total === 1071
    ? { position: 'added', seen: `${seen}, so it was added on top` }
    : { strange: seen }
}

/**
 * Asks for ten minutes shortly before and shortly after the payment, which are the same day: one of
 * them is, even around midnight.
 */
async function paymentRangeBy(probe: Probe): Promise<Answer> {
  const { invoiceId, paidAt } = await paidInvoice(probe)
  const { number } = await probe.memory.once('paidNumber', async () => ({
    number: unwrap(await probe.paypal.invoices.get(invoiceId)).detail.invoice_number ?? '',
  }))
  const finds = async (fromMs: number, toMs: number) => {
    const range = {
      start: formatInstant(later(paidAt, fromMs)),
      end: formatInstant(later(paidAt, toMs)),
    }
    const page = unwrap(await probe.paypal.invoices.search({ number, paymentRange: range }))
    return page.items.some(({ id }) => id === invoiceId)
  }
  if (!(await finds(-48 * hourMs, 48 * hourMs)))
    throw new NotAnswered('the search does not find the paid invoice at all')
  const near =
    (await finds(-50 * minuteMs, -40 * minuteMs)) || (await finds(40 * minuteMs, 50 * minuteMs))
  return near
    ? { position: 'day', seen: 'a range of ten minutes on the same day finds it' }
    : { position: 'instant', seen: 'ranges of ten minutes beside the payment do not find it' }
}

export const invoicingQuestions: Question[] = [
  {
    number: 1,
    name: 'invoicingRequestId',
    phase: 'alone',
    words: 'Does invoicing honour PayPal-Request-Id?',
    assumes:
      'no: after an unclear answer it searches for its own invoice number before it creates again',
    ask: requestId,
  },
  {
    number: 2,
    name: 'numberTaken',
    phase: 'alone',
    words: 'With which issue is a taken invoice number refused?',
    assumes:
      'nothing about the words: a search for the number tells whether the invoice is its own',
    ask: numberTaken,
  },
  {
    number: 2,
    name: 'thirdReminder',
    phase: 'alone',
    words: 'What happens to the third reminder of a day?',
    assumes: 'it is refused: the bill shows the refusal, and nothing is repeated',
    ask: thirdReminder,
  },
  {
    number: 2,
    name: 'thirdRecipient',
    phase: 'alone',
    words: 'What happens to the third change of recipient within 72 hours?',
    assumes: 'it is refused: the bill keeps its former recipient and shows the refusal',
    ask: thirdRecipient,
  },
  {
    number: 6,
    name: 'sharedStatus',
    phase: 'alone',
    words: 'Which status has an invoice that was sent without mail?',
    assumes: 'either: both words mean sent',
    ask: sharedStatus,
  },
  {
    number: 6,
    name: 'externalPaidStatus',
    phase: 'alone',
    words: 'Which status has an invoice whose whole amount was paid outside of PayPal?',
    assumes: 'any of the three: all mean paid',
    ask: externalPaidStatus,
  },
  {
    number: 8,
    name: 'zeroDecimalRounding',
    phase: 'alone',
    words: 'How do percentages round in HUF, JPY and TWD?',
    assumes: 'half up, as in currencies with decimals',
    ask: zeroDecimalRounding,
  },
  {
    number: 8,
    name: 'taxInclusiveRounding',
    phase: 'alone',
    words: 'How does tax_inclusive round?',
    assumes: 'nothing: it never sends tax_inclusive, so the simulator has no switch for it',
    ask: taxInclusiveRounding,
  },
  {
    number: 13,
    name: 'paymentRangeBy',
    phase: 'buyer',
    words: 'Does payment_date_range of a search compare days or instants?',
    assumes: 'either: an invoice that a search does not find is read by its id',
    ask: paymentRangeBy,
  },
]

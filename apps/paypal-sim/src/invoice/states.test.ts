import { type InvoiceStatus, invoiceStatuses } from '@paydesk/paypal/invoice'
import { describe, expect, test } from 'vitest'
import { Refused } from '../http/refusal.ts'
import type { InvoiceRecord } from '../record/invoice.ts'
import { directSim, issueOf } from '../test/directSim.ts'
import { payInvoice, settlePending } from './buyer.ts'

// The states are those of paypal §3.4, reached by the words and ways that it names;
// switches.test.ts has the other positions.
const t = directSim({
  sharedStatus: 'UNPAID',
  externalPaidStatus: 'MARKED_AS_PAID',
  invoiceRefund: 'allowed',
  invoiceFollowsRefund: true,
  numberTaken: 'named',
})
const body = {
  detail: { currency_code: 'USD' },
  primary_recipients: [{ billing_info: { email_address: 'customer@example.com' } }],
  items: [{ name: 'Thing', quantity: '1', unit_amount: { currency_code: 'USD', value: '100.00' } }],
  configuration: { partial_payment: { allow_partial_payment: true } },
}
const part = { currency_code: 'USD', value: '40.00' }
const at = (invoice: InvoiceRecord, action = '') => `/v2/invoicing/invoices/${invoice.id}${action}`

function make(over: object = {}): InvoiceRecord {
  const answer = t.call('POST', '/v2/invoicing/invoices', { ...body, ...over })
  const invoice = t.world.invoices.get(answer.body.id)
  if (!invoice) throw new Error('not created')
  return invoice
}
const sent = (notice: object = {}) => {
  const invoice = make()
  t.call('POST', at(invoice, '/send'), notice)
  return invoice
}
const paid = () => {
  const invoice = sent()
  payInvoice(t.world, invoice, {})
  return invoice
}
const refunded = (amount?: object) => {
  const invoice = paid()
  t.call(
    'POST',
    `/v2/payments/captures/${invoice.payments[0]?.id}/refund`,
    amount ? { amount } : {},
  )
  return invoice
}
const recorded = (then: (invoice: InvoiceRecord) => void = () => {}) => {
  const invoice = sent()
  t.call('POST', at(invoice, '/payments'), { method: 'CASH' })
  then(invoice)
  return invoice
}
/** Statuses that no call of ours leads to are set by hand. */
const forced = (invoice: InvoiceRecord, status: InvoiceStatus) => Object.assign(invoice, { status })

/** How each status is reached. */
const inStatus: Record<InvoiceStatus, () => InvoiceRecord> = {
  DRAFT: () => make(),
  SCHEDULED: () => {
    const invoice = make({ detail: { currency_code: 'USD', invoice_date: '2099-01-01' } })
    t.call('POST', at(invoice, '/send'), {})
    return invoice
  },
  SENT: () => sent(),
  UNPAID: () => sent({ send_to_recipient: false }),
  SHARED: () => forced(sent({ send_to_recipient: false }), 'SHARED'),
  PARTIALLY_PAID: () => {
    const invoice = sent()
    payInvoice(t.world, invoice, { amountMinor: 4000 })
    return invoice
  },
  PAYMENT_PENDING: () => {
    const invoice = sent()
    payInvoice(t.world, invoice, { how: 'echeck' })
    return invoice
  },
  PAID: paid,
  MARKED_AS_PAID: () => recorded(),
  PAID_EXTERNAL: () => recorded((invoice) => forced(invoice, 'PAID_EXTERNAL')),
  PARTIALLY_REFUNDED: () => refunded(part),
  REFUNDED: () => refunded(),
  MARKED_AS_REFUNDED: () =>
    recorded((invoice) => t.call('POST', at(invoice, '/refunds'), { method: 'CASH' })),
  REFUNDED_EXTERNAL: () =>
    recorded((invoice) => {
      t.call('POST', at(invoice, '/refunds'), { method: 'CASH' })
      forced(invoice, 'REFUNDED_EXTERNAL')
    }),
  CANCELLED: () => {
    const invoice = sent()
    t.call('POST', at(invoice, '/cancel'), {})
    return invoice
  },
  AUTO_CANCELLED: () => forced(sent(), 'AUTO_CANCELLED'),
}

const api =
  (path: string, payload: unknown = {}) =>
  (invoice: InvoiceRecord) =>
    issueOf(t.call('POST', at(invoice, path), payload))
const pay = (payment: Parameters<typeof payInvoice>[2]) => (invoice: InvoiceRecord) => {
  try {
    payInvoice(t.world, invoice, payment)
    return '200'
  } catch (error) {
    if (error instanceof Refused)
      return `${error.status} ${(error.body.details as { issue: string }[])[0]?.issue}`
    throw error
  }
}
const actions = {
  send: api('/send'),
  remind: api('/remind'),
  cancel: api('/cancel'),
  delete: (invoice: InvoiceRecord) => issueOf(t.call('DELETE', at(invoice))),
  update: (invoice: InvoiceRecord) =>
    issueOf(
      t.call('PUT', at(invoice), { ...body, detail: { currency_code: 'USD', note: 'changed' } }),
    ),
  recordAll: api('/payments', { method: 'CASH' }),
  recordPart: api('/payments', { method: 'CASH', amount: part }),
  refundAll: api('/refunds', { method: 'CASH' }),
  refundPart: api('/refunds', { method: 'CASH', amount: { currency_code: 'USD', value: '10.00' } }),
  qr: api('/generate-qr-code'),
  payAll: pay({}),
  payPart: pay({ amountMinor: 1000 }),
  payLater: pay({ how: 'echeck' }),
}
type Action = keyof typeof actions

/**
 * The answer of paypal §3.4–3.5, and the status afterwards. `no X` is 422 X with nothing changed.
 */
const no = (issue: string) => `422 ${issue}`
const dead: Record<Action, string> = {
  send: no('INVOICE_ALREADY_SENT'),
  remind: no('CANNOT_REMIND_INVOICE'),
  cancel: no('INVOICE_CANCELED_ALREADY'),
  delete: no('INVOICE_CANNOT_BE_DELETED'),
  update: no('CANNOT_UPDATE_INVOICE'),
  recordAll: no('CANNOT_PROCESS_PAYMENTS'),
  recordPart: no('CANNOT_PROCESS_PAYMENTS'),
  refundAll: no('CANNOT_PROCESS_REFUNDS'),
  refundPart: no('CANNOT_PROCESS_REFUNDS'),
  qr: no('INVOICE_NOT_PAYABLE'),
  payAll: no('CANNOT_PROCESS_PAYMENTS'),
  payPart: no('CANNOT_PROCESS_PAYMENTS'),
  payLater: no('CANNOT_PROCESS_PAYMENTS'),
}
const unpaid = (own: InvoiceStatus): Record<Action, string> => ({
  ...dead,
  remind: `204 → ${own}`,
  cancel: '204 → CANCELLED',
  update: `200 → ${own}`,
  recordAll: '200 → MARKED_AS_PAID',
  recordPart: '200 → PARTIALLY_PAID',
  qr: `200 → ${own}`,
  payAll: '200 → PAID',
  payPart: '200 → PARTIALLY_PAID',
  payLater: '200 → PAYMENT_PENDING',
})
const settled = {
  ...dead,
  cancel: no('CANNOT_CANCEL_PAID_INVOICE'),
  refundAll: '200 → MARKED_AS_REFUNDED',
  refundPart: '200 → PARTIALLY_REFUNDED',
}
const returned = { ...dead, cancel: no('CANNOT_CANCEL_REFUNDED_INVOICE') }

const expected: Record<InvoiceStatus, Record<Action, string>> = {
  DRAFT: {
    ...dead,
    send: '200 → SENT',
    cancel: no('CANNOT_CANCEL_DRAFT_INVOICE'),
    delete: '204 → gone',
    update: '200 → DRAFT',
    recordAll: '200 → MARKED_AS_PAID',
    recordPart: '200 → PARTIALLY_PAID',
  },
  SCHEDULED: {
    ...dead,
    cancel: no('CANNOT_CANCEL_SCHEDULED_INVOICE'),
    delete: '204 → gone',
    update: '200 → SCHEDULED',
  },
  SENT: unpaid('SENT'),
  UNPAID: unpaid('UNPAID'),
  SHARED: unpaid('SHARED'),
  PARTIALLY_PAID: {
    ...unpaid('PARTIALLY_PAID'),
    cancel: no('CANNOT_CANCEL_PAID_INVOICE'),
    update: no('CANNOT_UPDATE_INVOICE'),
  },
  PAYMENT_PENDING: { ...dead, cancel: no('CANNOT_CANCEL_PAID_INVOICE') },
  PAID: settled,
  MARKED_AS_PAID: settled,
  PAID_EXTERNAL: settled,
  PARTIALLY_REFUNDED: { ...settled, cancel: no('CANNOT_CANCEL_REFUNDED_INVOICE') },
  REFUNDED: returned,
  MARKED_AS_REFUNDED: returned,
  REFUNDED_EXTERNAL: returned,
  CANCELLED: dead,
  AUTO_CANCELLED: dead,
}

describe.each(invoiceStatuses)('%s', (status) => {
  test.each(Object.keys(actions) as Action[])('%s', (action) => {
    const invoice = inStatus[status]()
    expect(invoice.status).toBe(status)
    const answer = actions[action](invoice)
    const now = t.world.invoices.get(invoice.id)?.status ?? 'gone'
    const wanted = expected[status][action]
    expect(wanted.startsWith('422') ? `${answer} → ${now}` : `${answer} → ${now}`).toBe(
      wanted.startsWith('422') ? `${wanted} → ${status}` : wanted,
    )
  })
})

test('a scheduled invoice is sent when its day comes', async () => {
  const tomorrow = new Date(t.world.clock.now() + 86_400_000).toISOString().slice(0, 10)
  const invoice = make({ detail: { currency_code: 'USD', invoice_date: tomorrow } })
  expect(t.call('POST', at(invoice, '/send'), {}).status).toBe(202)
  await t.sim.advance(86_400_000)
  expect(invoice.status).toBe('SENT')
})

test('an invoice with a pending payment becomes PAID or falls back to its earlier status', () => {
  for (const [how, status] of [
    ['complete', 'PAID'],
    ['decline', 'SENT'],
  ] as const) {
    const invoice = inStatus.PAYMENT_PENDING()
    const capture = t.world.captures.get(invoice.payments[0]?.id ?? '')
    if (!capture) throw new Error('no capture')
    settlePending(t.world, capture, how)
    expect(invoice.status).toBe(status)
  }
})

test('limits: the third reminder of a day, a number twice, the third change of recipient', () => {
  const invoice = sent()
  expect([1, 2, 3].map(() => actions.remind(invoice))).toEqual([
    '204',
    '204',
    no('REMINDER_LIMIT_EXCEEDED'),
  ])
  const other = t.call('POST', '/v2/invoicing/invoices', {
    ...body,
    detail: { currency_code: 'USD', invoice_number: invoice.number },
  })
  expect(other.status).toBe(400)
  expect(other.body.details[0].field).toBe('/detail/invoice_number')
  const change = (email: string) =>
    t.call('PUT', at(invoice), {
      ...body,
      primary_recipients: [{ billing_info: { email_address: email } }],
    }).status
  expect(['a@example.com', 'b@example.com', 'c@example.com'].map(change)).toEqual([200, 200, 409])
})

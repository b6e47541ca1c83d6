import { expect, test } from 'vitest'
import { Sim } from '../sim/sim.ts'
import { directSim } from '../test/directSim.ts'
import { Conformance, type Exchange } from './conformance.ts'

const direct = directSim({ beforeAccount: 'empty' })
const path = '/v2/invoicing/invoices'
const draft = {
  detail: { currency_code: 'USD' },
  items: [{ name: 'Hat', quantity: '1', unit_amount: { currency_code: 'USD', value: '9.00' } }],
}

type Change = (exchange: Exchange) => void

/** Makes one genuine exchange, changes it, and returns what the check says about it alone. */
function judge(method: string, target: string, body: unknown, change: Change) {
  let seen: Exchange | undefined
  direct.sim.onExchange = (exchange) => {
    seen = exchange
  }
  direct.call(method, target, body)
  direct.sim.onExchange = undefined
  if (!seen) throw new Error('nothing was exchanged')
  const { request, answer } = seen
  const exchange = {
    request: { ...request, headers: { ...request.headers } },
    answer: { ...answer, headers: { ...answer.headers } },
  }
  change(exchange)
  const conformance = new Conformance()
  conformance.observe(exchange)
  return conformance.findings.map(({ direction, what }) => `${direction} ${what}`)
}

// biome-ignore lint/suspicious/noExplicitAny: a wire body in a test
const rewrite = (part: { body: Buffer }, change: (body: any) => void) => {
  const body = JSON.parse(part.body.toString())
  change(body)
  part.body = Buffer.from(JSON.stringify(body))
}
const list = `${path}?page=1&page_size=5`
const byClient: Change = ({ request }) => {
  request.headers['user-agent'] = 'paydesk-paypal/1'
}

test('an exchange as published passes', () => {
  expect(judge('POST', path, draft, byClient)).toEqual([])
  expect(judge('GET', list, undefined, () => {})).toEqual([])
})

test.each<[string, Change, string]>([
  [
    'an answer without what is required',
    ({ answer }) => rewrite(answer, (body) => delete body.detail),
    "answer 201: / must have required property 'detail'",
  ],
  [
    'an answer of another type',
    ({ answer }) => rewrite(answer, (body) => (body.items[0].name = 7)),
    'answer 201: /items/*/name must be string',
  ],
  [
    'an answer with a value outside of the list',
    ({ answer }) => rewrite(answer, (body) => (body.status = 'LOST')),
    'answer 201: /status must be equal',
  ],
  [
    'an unknown name',
    ({ answer }) => rewrite(answer, (body) => (body.detail.currency = 'USD')),
    'answer 201: /detail/currency is not a property',
  ],
  [
    'noise that is not at the top',
    ({ answer }) => rewrite(answer, (body) => (body.detail.x_future_abcd = null)),
    'answer 201: /detail/x_future_abcd is not a property',
  ],
  [
    'a success that is not published',
    ({ answer }) => (answer.status = 203),
    'answer 203: the status is not published',
  ],
  [
    'a redirection',
    ({ answer }) => (answer.status = 301),
    'answer 301: the status is not published',
  ],
  [
    'an answer without a body',
    ({ answer }) => (answer.body = Buffer.alloc(0)),
    'answer 201: the body is missing',
  ],
  [
    'an answer of another media type',
    ({ answer }) => (answer.headers['content-type'] = 'text/plain'),
    'answer 201: text/plain is not published',
  ],
  [
    'a request without what is required',
    ({ request }) => rewrite(request, (body) => delete body.detail),
    "request / must have required property 'detail'",
  ],
  [
    'a request against a pattern',
    ({ request }) => rewrite(request, (body) => (body.items[0].unit_amount.value = 'nine')),
    'request /items/*/unit_amount/value must match pattern',
  ],
  [
    'a request that is too long',
    ({ request }) => rewrite(request, (body) => (body.detail.note = 'x'.repeat(4001))),
    'request /detail/note must NOT have more than 4000 characters',
  ],
  [
    'a request with an unknown name',
    ({ request }) => rewrite(request, (body) => (body.items[0].amount = 1)),
    'request /items/*/amount is not a property',
  ],
  [
    'a request without its body',
    ({ request }) => (request.body = Buffer.alloc(0)),
    'request the body is missing',
  ],
  [
    'a request of another media type',
    ({ request }) => (request.headers['content-type'] = 'text/plain'),
    'request text/plain is not published for this call',
  ],
  [
    'a header with a wrong value',
    ({ request }) => (request.headers.prefer = 'return=all'),
    'request Prefer must be equal',
  ],
])('%s is reported', (_, change, expected) => {
  expect(judge('POST', path, draft, change)).toEqual([expect.stringContaining(expected)])
})

test.each([
  ['page', 'many', 'request page must be'],
  ['page_size', '1000', 'request page_size must be'],
  ['sise', '5', 'request sise is not a parameter'],
])('the query %s=%s is reported', (name, value, expected) => {
  const change: Change = ({ request }) => {
    request.query = new URLSearchParams(request.query)
    request.query.set(name, value)
  }
  expect(judge('GET', list, undefined, change)).toEqual([expect.stringContaining(expected)])
})

test('a header that PayPal does not know is reported if our client sends it', () => {
  const change: Change = (exchange) => {
    byClient(exchange)
    exchange.request.headers['paypal-requestid'] = '1'
  }
  expect(judge('POST', path, draft, change)).toEqual([
    'request paypal-requestid is not a header of this call',
  ])
})

test('an error with a status that is not published must have the shape of errors', () => {
  const change: Change = ({ answer }) => {
    answer.status = 418
  }
  expect(judge('GET', '/v1/notifications/webhooks-event-types', undefined, change)).toEqual([
    "answer 418: / must have required property 'name'",
    'answer 418: /event_types is not a property',
  ])
})

test('a request that a test sends wrong to be refused is no finding, one of our client is', () => {
  const wrong = { ...draft, detial: {} }
  const refuse: Change = ({ answer }) => {
    answer.drop = true
    answer.status = 400
  }
  const byTest: Change = (exchange) => {
    refuse(exchange)
    rewrite(exchange.request, (body) => Object.assign(body, wrong))
  }
  expect(judge('POST', path, draft, byTest)).toEqual([])
  const byOurs: Change = (exchange) => {
    byTest(exchange)
    byClient(exchange)
  }
  expect(judge('POST', path, draft, byOurs)).toEqual(['request /detial is not a property'])
})

test('a path that is no operation is a finding only of our client', () => {
  expect(judge('GET', '/v2/invoicing/bills', undefined, () => {})).toEqual([])
  expect(judge('GET', '/v2/invoicing/bills', undefined, byClient)).toEqual([
    'request is no operation',
  ])
})

test('a row with a status of its own is reported', () => {
  direct.world.ledger.post(direct.account.id, {
    transactionId: 'A1234567890123456',
    eventCode: 'T0000',
    currency: 'USD',
    amountMinor: 100,
  })
  const now = Date.now()
  const at = (ms: number) => new Date(ms).toISOString().replace(/\.\d+/, '')
  const rows = `/v1/reporting/transactions?start_date=${at(now - 3_600_000)}&end_date=${at(now + 60_000)}`
  const change: Change = ({ answer }) =>
    rewrite(
      answer,
      (body) => (body.transaction_details[0].transaction_info.transaction_status = 'X'),
    )
  expect(judge('GET', rows, undefined, () => {})).toEqual([])
  expect(judge('GET', rows, undefined, change)).toEqual([
    'answer 200: /transaction_details/*/transaction_info/transaction_status must be equal to one of the allowed values',
  ])
})

test('equal findings are kept once and counted all; closing a simulator that has one fails', async () => {
  const heard: string[] = []
  const conformance = new Conformance()
  conformance.onFinding = ({ what }) => heard.push(what)
  const event = {
    id: 'WH-1',
    event_type: 'INVOICING.INVOICE.PAID',
    resource: { invoice: null },
    sumary: '',
  }
  for (let times = 0; times < 3; times++) conformance.observeEvent(JSON.stringify(event))
  expect(conformance.count).toBe(3)
  expect(heard).toEqual(['/sumary is not a property'])
  const other = new Sim()
  other.conformance.observeEvent(JSON.stringify(event))
  await expect(other.close()).rejects.toThrow('/sumary is not a property')
})

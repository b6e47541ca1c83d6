import { expect, test } from 'vitest'
import type { Exchange } from '../sim/sim.ts'
import { directSim } from '../test/directSim.ts'
import { Conformance } from './conformance.ts'

const direct = directSim()
const path = '/v2/invoicing/invoices'
const draft = {
  detail: { currency_code: 'USD' },
  items: [{ name: 'Hat', quantity: '1', unit_amount: { currency_code: 'USD', value: '9.00' } }],
}

/** Makes one genuine exchange, changes it, and returns what the check says about it alone. */
function judge(method: string, target: string, body: unknown, change: (exchange: Exchange) => void) {
  const watcher = direct.sim.onExchange
  let seen: Exchange | undefined
  direct.sim.onExchange = (exchange) => {
    seen = exchange
  }
  direct.call(method, target, body)
  direct.sim.onExchange = watcher
  if (!seen) throw new Error('nothing was exchanged')
  const exchange = { request: { ...seen.request }, answer: { ...seen.answer } }
  change(exchange)
  const conformance = new Conformance()
  conformance.observe(exchange)
  expect(conformance.checked).toBe(1)
  return conformance.deviations.map(({ direction, what }) => `${direction} ${what}`)
}

// biome-ignore lint/suspicious/noExplicitAny: a wire body in a test
const rewrite = (part: { body: Buffer }, change: (body: any) => void) => {
  const body = JSON.parse(part.body.toString())
  change(body)
  part.body = Buffer.from(JSON.stringify(body))
}
const list = `${path}?page=1&page_size=5`

test('an exchange as published passes', () => {
  expect(judge('POST', path, draft, () => {})).toEqual([])
  expect(judge('GET', list, undefined, () => {})).toEqual([])
})

test.each<[string, (exchange: Exchange) => void, string]>([
  [
    'an answer without what is required',
    ({ answer }) => rewrite(answer, (body) => delete body.detail),
    "answer / must have required property 'detail'",
  ],
  ['an answer of another type', ({ answer }) => rewrite(answer, (body) => (body.items[0].name = 7)), 'answer /items/0/name must be string'],
  [
    'an answer with a value outside of the list',
    ({ answer }) => rewrite(answer, (body) => (body.status = 'LOST')),
    'answer /status must be equal',
  ],
  [
    'a request without what is required',
    ({ request }) => rewrite(request, (body) => delete body.detail),
    "request / must have required property 'detail'",
  ],
  [
    'a request against a pattern',
    ({ request }) => rewrite(request, (body) => (body.items[0].unit_amount.value = 'nine')),
    'request /items/0/unit_amount/value must match pattern',
  ],
  [
    'a request that is too long',
    ({ request }) => rewrite(request, (body) => (body.detail.note = 'x'.repeat(4001))),
    'request /detail/note must NOT have more than 4000 characters',
  ],
])('%s is reported', (_, change, expected) => {
  expect(judge('POST', path, draft, change)).toEqual([expect.stringContaining(expected)])
})

test.each([
  ['page', 'many', 'request page must be'],
  ['page_size', '1000', 'request page_size must be'],
  ['sise', '5', 'request sise is not a parameter'],
])('the query %s=%s is reported', (name, value, expected) => {
  const change = ({ request }: Exchange) => {
    request.query = new URLSearchParams(request.query)
    request.query.set(name, value)
  }
  expect(judge('GET', list, undefined, change)).toEqual([expect.stringContaining(expected)])
})

test('an answer with a status that is not declared is judged as an error', () => {
  const change = ({ answer }: Exchange) => {
    answer.status = 418
  }
  expect(judge('GET', '/v1/notifications/webhooks-event-types', undefined, change)).toEqual(["answer / must have required property 'name'"])
})

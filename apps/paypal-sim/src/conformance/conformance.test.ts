import { unwrap } from '@paydesk/paypal/outcome'
import { beforeAll, expect, test } from 'vitest'
import { openDispute } from '../dispute/dispute.ts'
import { payInvoice } from '../invoice/buyer.ts'
import { approveOrder } from '../payment/order.ts'
import { jsonOf, misspelt, type Place, placesIn, withJson } from '../test/misspell.ts'
import { testSim } from '../test/testSim.ts'
import { Random } from '../world/random.ts'
import { Conformance, type Exchange } from './conformance.ts'
import { noisePrefix } from './deviations.ts'
import { isOurs } from './request.ts'

// Every call is to be answered with what it asks for, not with a refusal.
const sim = testSim({
  invoiceRefund: 'allowed',
  invoiceCapture: 'shown',
  beforeAccount: 'empty',
  externalPaidStatus: 'MARKED_AS_PAID',
})
const seen: Exchange[] = []
beforeAll(() => {
  sim.running.sim.onExchange = (exchange) => seen.push(exchange)
})
const usd = (amountMinor: number) => ({ currency: 'USD', amountMinor })
const draft = (number?: string) => ({
  currency: 'USD',
  ...(number ? { number } : {}),
  reference: 'op-1',
  note: 'Thank you',
  terms: 'No returns',
  memo: 'internal',
  term: { type: 'NET_30' },
  recipients: [
    { email: 'customer@example.com', givenName: 'An', surname: 'Li', countryCode: 'C2' },
  ],
  ccEmails: ['cc@example.com'],
  items: [
    {
      name: 'Shirt',
      quantity: '2',
      unitAmount: usd(2500),
      tax: { name: 'VAT', percent: '7.25' },
      discount: { percent: '5' },
    },
    { name: 'Hat', quantity: '1.5', unitAmount: usd(1000), discount: { amount: usd(100) } },
  ],
  discount: { percent: '5' },
  shipping: { amount: usd(1000), tax: { name: 'VAT', percent: '7.25' } },
  custom: { label: 'Packing', amount: usd(500) },
  partial: { allow: true, minimumDue: usd(100) },
  allowTip: true,
})

const invoiceOf = (id: string) => {
  const invoice = sim.running.sim.world.invoices.get(id)
  if (!invoice) throw new Error(`no invoice ${id}`)
  return invoice
}

async function paid() {
  const { id } = unwrap(await sim.paypal.invoices.create(draft()))
  unwrap(await sim.paypal.invoices.send(id))
  const capture = payInvoice(sim.running.sim.world, invoiceOf(id), {})
  if (!capture) throw new Error('declined')
  return { id, capture }
}

test('invoicing: every call of the client', async () => {
  const { invoices } = sim.paypal
  expect(unwrap(await invoices.nextNumber()).invoice_number).toBe('0001')
  const made = unwrap(await invoices.create(draft('A-001')))
  expect(made.invoice?.status).toBe('DRAFT')
  unwrap(await invoices.update(made.id, draft('A-002'), { recipient: false, invoicer: false }))
  unwrap(await invoices.send(made.id, { sendToRecipient: true }))
  unwrap(await invoices.remind(made.id))
  expect(
    unwrap(await invoices.qrCode(made.id, { width: 200, height: 200 }))
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  const part = unwrap(
    await invoices.recordPayment(made.id, {
      method: 'BANK_TRANSFER',
      amount: usd(500),
      date: '2026-01-05',
    }),
  )
  unwrap(await invoices.deletePayment(made.id, part.payment_id))
  unwrap(await invoices.recordPayment(made.id, { method: 'CASH' }))
  const refund = unwrap(await invoices.recordRefund(made.id, { method: 'CASH', amount: usd(100) }))
  unwrap(await invoices.deleteRefund(made.id, refund.refund_id))
  expect(unwrap(await invoices.get(made.id)).status).toBe('MARKED_AS_PAID')
  const second = unwrap(await invoices.create(draft()))
  unwrap(await invoices.send(second.id, { sendToRecipient: false }))
  unwrap(await invoices.cancel(second.id))
  const third = unwrap(await invoices.create(draft()))
  unwrap(await invoices.delete(third.id))
  expect(unwrap(await invoices.list({ total: true })).total_items).toBe(2)
  expect(
    unwrap(await invoices.search({ number: 'A-002', status: ['MARKED_AS_PAID'] })).items,
  ).toHaveLength(1)
  const [template] = unwrap(await invoices.listTemplates()).templates
  unwrap(await invoices.getTemplate(template?.id ?? ''))
  for (const [id, expected] of [
    [made.id, 'CANNOT_CANCEL_PAID_INVOICE'],
    [second.id, 'INVOICE_CANCELED_ALREADY'],
  ] as const) {
    const refused = await invoices.cancel(id)
    expect(refused.outcome === 'refused' && refused.refusal.issues[0]?.issue).toBe(expected)
  }
})

test('payments and reporting', async () => {
  const { capture } = await paid()
  const { payments, reporting } = sim.paypal
  expect(unwrap(await payments.getCapture(capture.id)).status).toBe('COMPLETED')
  const refund = unwrap(
    await payments.refund(
      capture.id,
      { amount: usd(100), invoiceId: 'R-1', note: 'sorry' },
      'req-1',
    ),
  )
  const again = await payments.refund(
    capture.id,
    { amount: usd(100), invoiceId: 'R-1', note: 'sorry' },
    'req-1',
  )
  expect(again).toMatchObject({ outcome: 'done', status: 200, value: { id: refund.id } })
  expect(unwrap(await payments.getRefund(refund.id)).amount).toEqual(usd(100))
  const end = new Date(Date.now() + 60_000)
  const page = unwrap(
    await reporting.transactions({ start: new Date(Date.now() - 86_400_000), end, fields: 'all' }),
  )
  expect(page.transaction_details.length).toBeGreaterThan(1)
  const [balance] = unwrap(await reporting.balances()).balances
  expect(balance?.currency).toBe('USD')
})

test('disputes: every call of the client', async () => {
  const { disputes } = sim.paypal
  const world = sim.running.sim.world
  const open = async (reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED' | 'UNAUTHORISED') => {
    const { capture } = await paid()
    return openDispute(world, capture, { reason, message: 'Where is it?' }).id
  }
  const inquiry = await open('MERCHANDISE_OR_SERVICE_NOT_RECEIVED')
  unwrap(await disputes.sendMessage(inquiry, 'On its way'))
  unwrap(await disputes.makeOffer(inquiry, { note: 'Half?', type: 'REFUND', amount: usd(1000) }))
  unwrap(
    await disputes.patch(inquiry, [
      { op: 'add', path: '/communication_details/email', value: 'care@example.com' },
    ]),
  )
  unwrap(await disputes.escalate(inquiry, 'Please decide'))
  unwrap(await disputes.provideSupportingInfo(inquiry, 'Tracking attached'))
  const claim = await open('UNAUTHORISED')
  const file = {
    name: 'proof.txt',
    type: 'text/plain',
    bytes: new Uint8Array(Buffer.from('signed for')),
  }
  unwrap(
    await disputes.provideEvidence(
      claim,
      [{ evidence_type: 'PROOF_OF_FULFILLMENT', notes: 'Signed' }],
      [file],
    ),
  )
  const token = await rawToken()
  const post = (path: string, body: unknown) =>
    fetch(`${sim.running.baseUrl}/v1/customer/disputes/${claim}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await post('require-evidence', { action: 'SELLER_EVIDENCE' })).status).toBe(200)
  unwrap(await disputes.provideEvidence(claim, [{ evidence_type: 'OTHER' }]))
  expect((await post('adjudicate', { adjudication_outcome: 'BUYER_FAVOR' })).status).toBe(200)
  unwrap(await disputes.appeal(claim, [{ evidence_type: 'OTHER', notes: 'Look again' }]))
  const accepted = await open('UNAUTHORISED')
  unwrap(await disputes.acceptClaim(accepted, { note: 'Our fault' }))
  const returned = await open('MERCHANDISE_OR_SERVICE_NOT_RECEIVED')
  unwrap(
    await disputes.makeOffer(returned, {
      note: 'Send it back',
      type: 'REFUND_WITH_RETURN',
      amount: usd(500),
    }),
  )
  const record = world.disputes.get(returned)
  expect(record?.status).toBe('WAITING_FOR_BUYER_RESPONSE')
  const accept = await fetch(
    `${sim.running.baseUrl}/v1/customer/disputes/${returned}/accept-offer`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ note: 'Fine' }),
    },
  )
  expect(accept.status).toBe(200)
  unwrap(await disputes.acknowledgeReturn(returned, { type: 'ITEM_RECEIVED' }))
  const page = unwrap(
    await disputes.list({ start: new Date(Date.now() - 86_400_000), pageSize: 2 }),
  )
  expect(page.items).toHaveLength(2)
  expect(unwrap(await disputes.get(accepted)).dispute_outcome?.outcome_code).toBe('ACCEPTED')
})

test('webhooks: every call of the client', async () => {
  const { webhooks } = sim.paypal
  const hook = unwrap(await webhooks.create('https://127.0.0.1:9/none', ['INVOICING.INVOICE.PAID']))
  unwrap(await webhooks.change(hook.id, { types: ['*'] }))
  unwrap(await webhooks.get(hook.id))
  unwrap(await webhooks.list())
  unwrap(await webhooks.eventTypes(hook.id))
  unwrap(await webhooks.availableEventTypes())
  const lookup = unwrap(await webhooks.createLookup())
  unwrap(await webhooks.getLookup(lookup.id))
  unwrap(await webhooks.listLookups())
  unwrap(await webhooks.deleteLookup(lookup.id))
  unwrap(await webhooks.simulate({ type: 'INVOICING.INVOICE.PAID', webhookId: hook.id }))
  const [event] = unwrap(await webhooks.listEvents({ pageSize: 5 })).events
  unwrap(await webhooks.getEvent(event?.id ?? ''))
  unwrap(await webhooks.resend(event?.id ?? ''))
  const transmission = {
    authAlgo: 'SHA256withRSA',
    certUrl: sim.running.sim.world.certUrl,
    transmissionId: 'a1b2',
    transmissionSig: 'abcd',
    transmissionTime: '2026-01-01T00:00:00Z',
  }
  const raw = JSON.stringify({ id: 'WH-1', event_type: 'X' })
  expect(unwrap(await webhooks.verifyOnline(transmission, hook.id, raw)).verification_status).toBe(
    'FAILURE',
  )
  unwrap(await webhooks.delete(hook.id))
})

test('orders and templates, which the client does not use', async () => {
  const token = await rawToken()
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${sim.running.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : undefined }
  }
  const order = await call('POST', '/v2/checkout/orders', {
    intent: 'CAPTURE',
    purchase_units: [{ amount: { currency_code: 'USD', value: '12.00' }, invoice_id: 'O-1' }],
  })
  expect(order.status).toBe(201)
  const id = order.body.id
  expect(
    (
      await call('PATCH', `/v2/checkout/orders/${id}`, [
        { op: 'replace', path: "/purchase_units/@reference_id=='default'/custom_id", value: 'c' },
      ])
    ).status,
  ).toBe(204)
  expect((await call('POST', `/v2/checkout/orders/${id}/capture`, {})).body.details[0].issue).toBe(
    'ORDER_NOT_APPROVED',
  )
  const record = sim.running.sim.world.orders.get(id)
  if (!record) throw new Error('no order')
  approveOrder(sim.running.sim.world, record, 'balance')
  expect((await call('POST', `/v2/checkout/orders/${id}/capture`, {})).body.status).toBe(
    'COMPLETED',
  )
  expect(
    (await call('GET', `/v2/checkout/orders/${id}`)).body.purchase_units[0].payments.captures[0]
      .status,
  ).toBe('COMPLETED')
  const template = await call('POST', '/v2/invoicing/templates', {
    name: 'Mine',
    unit_of_measure: 'HOURS',
  })
  expect(template.status).toBe(201)
  expect(
    (
      await call('PUT', `/v2/invoicing/templates/${template.body.id}`, {
        name: 'Yours',
        unit_of_measure: 'HOURS',
      })
    ).status,
  ).toBe(200)
  expect((await call('DELETE', `/v2/invoicing/templates/${template.body.id}`)).status).toBe(204)
})

test('coverage: every operation that the client uses is exercised and conforms', () => {
  const { conformance } = sim.running.sim
  const coverage = conformance.coverage()
  const lines = coverage.map(
    (c) =>
      `${c.api}: ${c.covered}/${c.operations} operations, ${c.usedAndCovered}/${c.usedByClient} of those the client uses`,
  )
  process.stdout.write(
    `\n${lines.join('\n')}\n${conformance.checked} exchanges and events checked\n`,
  )
  expect(conformance.findings).toEqual([])
  expect(coverage.flatMap((c) => c.missing)).toEqual([])
})

const seed = Date.now() % 1_000_000
const random = new Random(seed)
/** One letter too many, anywhere in the name. */
const wrong = (name: string) => {
  const at = Math.floor(random.fraction() * (name.length + 1))
  return `${name.slice(0, at)}q${name.slice(at)}`
}
const findingsOf = (observe: (conformance: Conformance) => void) => {
  const conformance = new Conformance()
  observe(conformance)
  return conformance.findings.map(({ what }) => what)
}
const ofClient = () => seen.filter(({ request }) => isOurs(request))
/** The one exception: the field that the simulator adds to the top of every answer. */
const isExcepted = ([first = '']: Place) => first.startsWith(noisePrefix)

test('every property of every answer is missed when it is misspelt', () => {
  let excepted = 0
  const places = ofClient().flatMap((exchange) => {
    const json = jsonOf(exchange.answer)
    const all = placesIn(json)
    const checked = all.filter((place) => !isExcepted(place))
    excepted += all.length - checked.length
    return checked.map((place) => ({ exchange, json, place }))
  })
  const passed = places.filter(({ exchange, json, place }) => {
    const answer = withJson(exchange.answer, misspelt(json, place, wrong))
    return findingsOf((conformance) => conformance.observe({ ...exchange, answer })).length === 0
  })
  process.stdout.write(`${places.length} properties of answers misspelt, ${excepted} excepted\n`)
  expect(places.length).toBeGreaterThan(1000)
  expect({
    seed,
    passed: passed.map(({ exchange, place }) => `${exchange.request.path} ${place.join('/')}`),
  }).toEqual({ seed, passed: [] })
})

test('every property and parameter of every request is refused when it is misspelt', () => {
  const bodies = ofClient().flatMap((exchange) => {
    const json = jsonOf(exchange.request)
    return placesIn(json).map((place) => ({
      exchange,
      name: place.join('/'),
      request: withJson(exchange.request, misspelt(json, place, wrong)),
    }))
  })
  const queries = ofClient().flatMap((exchange) =>
    [...exchange.request.query.keys()].map((name) => {
      const query = new URLSearchParams(exchange.request.query)
      query.delete(name)
      query.set(wrong(name), exchange.request.query.get(name) ?? '')
      return { exchange, name, request: { ...exchange.request, query } }
    }),
  )
  const passed = [...bodies, ...queries].filter(
    ({ exchange, request }) =>
      findingsOf((conformance) => conformance.observe({ ...exchange, request })).length === 0,
  )
  process.stdout.write(
    `${bodies.length} properties and ${queries.length} parameters of requests misspelt\n`,
  )
  expect(bodies.length).toBeGreaterThan(100)
  expect(queries.length).toBeGreaterThan(10)
  expect({
    seed,
    passed: passed.map(({ exchange, name }) => `${exchange.request.path} ${name}`),
  }).toEqual({ seed, passed: [] })
})

test('every property of every event is missed when it is misspelt', () => {
  const places = [...sim.running.sim.world.events.values()].flatMap(({ body }) => {
    const json: unknown = JSON.parse(body)
    return placesIn(json).map((place) => ({ json, place }))
  })
  const passed = places.filter(({ json, place }) => {
    const body = JSON.stringify(misspelt(json, place, wrong))
    return findingsOf((conformance) => conformance.observeEvent(body)).length === 0
  })
  process.stdout.write(`${places.length} properties of events misspelt\n`)
  expect({ seed, passed: passed.map(({ place }) => place.join('/')) }).toEqual({ seed, passed: [] })
})

async function rawToken() {
  const { app, running } = sim
  const answer = await fetch(`${running.baseUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${app.clientId}:${app.secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

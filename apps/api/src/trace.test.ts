import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { billApi } from '@paydesk/contract/billing/bill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './lib/config.ts'
import { closeTraces, inSpan, openSpan, openTraces, pastSpan, traceNow } from './lib/watch/trace.ts'
import { make } from './test/make.ts'
import { accountSim } from './test/server/accountSim.ts'
import { testApp } from './test/testApp.ts'
import { until } from './test/until.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
  status?: { code?: number }
}
type Request = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

const received: Span[] = []
const bodies: string[] = []
const paths: string[] = []
const receive = async (request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  paths.push(`${request.method} ${request.url} ${request.headers['content-type']}`)
  bodies.push(text)
  received.push(
    ...(JSON.parse(text) as Request).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  )
  response.setHeader('content-type', 'application/json').end('{}')
}
const receiver = createServer((request, response) => void receive(request, response))
const log = { info: () => {}, warn: () => {} } as never
const config = (more: Record<string, string> = {}) =>
  readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://x@127.0.0.1:9/x',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    ...more,
  })

const sim = await accountSim()
const t = testApp({ environment: () => sim.environment })
beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)))
afterAll(() => void receiver.close())

const named = (name: string) => received.find((span) => span.name === name)
const attributesOf = (span: Span | undefined) =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [
      key,
      value.stringValue ?? Number(value.intValue),
    ]),
  )

test('one trace leads from the request through its job to PayPal’s call, and names nobody', async () => {
  const admin = await make.admin(t)
  const app = await sim.addAccount()
  const accountId = await make.paypalAccount(t, admin.companyId, { as: app })
  const customerId = await make.customer(t, admin, { email: 'someone@personal.example' })
  await t.work()
  await openTraces(config(), log, 'api', '9.9.9')
  const made = await t.as(admin).call(billApi.create, {
    body: {
      customerId,
      currency: 'USD',
      items: [{ name: 'Secret lamp', quantity: '1', unitAmountMinor: 500 }],
      term: 'net15',
      accountId,
    },
  } as never)
  const { id, version } = made.body.data as { id: string; version: number }
  const sent = await t
    .as(admin)
    .call(billApi.send, { params: { id }, body: { version, by: 'link' } } as never)
  expect(sent.status).toBe(200)
  await until(
    async () => (await t.owner(`select true from bill where id = $1 and status = 'sent'`, [id]))[0],
  )
  await t.send({
    method: 'GET',
    url: '/api/payPalBill?keyword=query-canary',
    headers: { authorization: admin.token },
  })
  await closeTraces()

  const request = named(`POST ${billApi.send.path}`)
  const job = received.find(
    (span) => span.name === 'job operation.perform' && span.parentSpanId === request?.spanId,
  )
  const call = received.find(
    (span) =>
      span.name.startsWith('PayPal ') &&
      span.traceId === request?.traceId &&
      span.parentSpanId === job?.spanId,
  )
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': billApi.send.path,
    'http.response.status_code': 200,
  })
  expect([job?.traceId, call?.traceId]).toEqual([request?.traceId, request?.traceId])
  expect(attributesOf(call)).toMatchObject({
    'paydesk.outcome': 'ok',
    'http.response.status_code': expect.any(Number),
  })
  expect(
    received.filter((span) => span.name === 'transaction' && span.parentSpanId === request?.spanId)
      .length,
  ).toBeGreaterThan(0)
  expect(new Set(paths)).toEqual(new Set(['POST /v1/traces application/json']))
  expect(bodies[0]).toContain('paydesk-api')
  for (const hidden of [
    admin.userId,
    admin.username,
    admin.token,
    admin.companyId,
    id,
    accountId,
    customerId,
    '@',
    'Secret',
    'query-canary',
    'keyword',
  ])
    expect(bodies.join('\n')).not.toContain(hidden)
}, 40_000)

test('a job that the release before queued, or one with nonsense for a trace, runs all the same', async () => {
  await openTraces(config(), log, 'worker', '9.9.9')
  received.length = 0
  await inSpan('job x', 'CONSUMER', async () => undefined, {}, 'nonsense')
  await inSpan(
    'job y',
    'CONSUMER',
    async () => undefined,
    {},
    `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  )
  await inSpan('job z', 'CONSUMER', async () =>
    Promise.reject(new TypeError('someone@personal.example')),
  ).catch(() => undefined)
  await closeTraces()
  expect(named('job x')?.parentSpanId ?? '').toBe('')
  expect(named('job y')).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) })
  expect([named('job z')?.status?.code, attributesOf(named('job z'))['error.type']]).toEqual([
    2,
    'TypeError',
  ])
  expect(bodies.at(-1)).not.toContain('someone@')
})

test('without an endpoint nothing is loaded, opened or carried along', async () => {
  await openTraces(config({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }), log, 'api', '9.9.9')
  expect(openSpan('x', 'SERVER')).toBeUndefined()
  expect(await inSpan('x', 'SERVER', async () => traceNow() ?? 'none')).toBe('none')
  pastSpan('x', 'CLIENT', 1, {})
})

test('a share of the traces is kept whole or not at all', async () => {
  await openTraces(config({ OTEL_TRACES_SAMPLER_ARG: '0' }), log, 'api', '9.9.9')
  received.length = 0
  const carried = await inSpan('outer', 'SERVER', async () => traceNow() ?? '')
  expect(carried).toMatch(/-00$/)
  await inSpan('later', 'CONSUMER', async () => undefined, {}, carried)
  await closeTraces()
  expect(received).toEqual([])
})

test('a collector that is away holds up nobody', async () => {
  await openTraces(
    config({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }),
    log,
    'api',
    '9.9.9',
  )
  await inSpan('x', 'SERVER', async () => undefined)
  const begun = performance.now()
  await closeTraces()
  expect(performance.now() - begun).toBeLessThan(4000)
})

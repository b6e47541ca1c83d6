import { readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect as connectSocket } from 'node:net'
import { Agent } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CertificateStore } from './certificateStore.ts'

/** The certificate of a delivery that PayPal's sandbox made in 2017; it is its own anchor here. */
const pem = readFileSync(new URL('./vector/leaf-cert.pem', import.meta.url)).toString()
const in2017 = Date.parse('2017-03-30T20:05:00Z')
const at = (path: string) => `https://api.sandbox.paypal.com/v1/notifications/${path}`

let server: Server
let agent: Agent
let asked: string[] = []
let waiting: ServerResponse[] = []
beforeAll(async () => {
  // This server plays PayPal's host: the agent leads every socket here.
  server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/v1/notifications/', '')
    asked.push(path)
    if (path.startsWith('slow')) waiting.push(response)
    else if (path.startsWith('good')) response.end(pem)
    else if (path === 'large') response.end(pem + 'x'.repeat(64 * 1024))
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  agent = new Agent({
    connect: (_, callback) => {
      const socket = connectSocket(port, '127.0.0.1', () => callback(null, socket))
    },
  })
})
afterAll(async () => {
  await agent.close()
  server.close()
})
beforeEach(() => {
  asked = []
  waiting = []
  vi.useFakeTimers({ toFake: ['Date'], now: in2017 })
})
afterEach(() => vi.useRealTimers())

const open = () =>
  new CertificateStore({
    name: 'messageverificationcerts.sandbox.paypal.com',
    production: false,
    testRoots: [pem],
    dispatcher: agent,
  })
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
const undecided = { ok: false, reason: 'certificateUnavailable', undecided: true }

test('made-up addresses push no good certificate out, and few of them are asked', async () => {
  const store = open()
  expect(await store.find(at('good'))).toMatchObject({ ok: true })
  const found = []
  for (let n = 0; n < 300; n++) found.push(await store.find(at(`made-up-${n}`)))
  expect(found.filter(({ ok }) => ok)).toEqual([])
  expect(asked).toHaveLength(10)
  expect(found.at(-1)).toEqual(undecided)
  // Not even when they go on for a day.
  for (let hour = 0; hour < 24; hour++) {
    later(3_600_000)
    for (let n = 0; n < 20; n++) await store.find(at(`made-up-${hour}-${n}`))
  }
  asked = []
  expect(await store.find(at('good'))).toMatchObject({ ok: true })
  expect(asked).toEqual([])
  // A new certificate of PayPal's is found as soon as there is room.
  expect(await store.find(at('good-too'))).toEqual(undecided)
  later(61_000)
  expect(await store.find(at('good-too'))).toMatchObject({ ok: true })
})

test('few are asked at once, and one address only once', async () => {
  const store = open()
  const slow = [0, 1, 2].map((n) => store.find(at(`slow-${n}`)))
  const same = store.find(at('slow-0'))
  expect(await store.find(at('good'))).toEqual(undecided)
  await vi.waitFor(() => expect(waiting).toHaveLength(3))
  for (const response of waiting) response.end(pem)
  expect(await Promise.all([...slow, same])).toMatchObject([
    { ok: true },
    { ok: true },
    { ok: true },
    { ok: true },
  ])
  expect(asked).toHaveLength(3)
  expect(await store.find(at('good'))).toMatchObject({ ok: true })
})

test('more than a certificate’s size is not read', async () => {
  expect(await open().find(at('large'))).toEqual(undecided)
})

test('a missing certificate is remembered for some seconds, one that has expired is asked for again', async () => {
  const store = open()
  const missing = { ok: false, reason: 'certificateMissing' }
  expect([await store.find(at('x')), await store.find(at('x'))]).toEqual([missing, missing])
  expect(asked).toEqual(['x'])
  later(11_000)
  await store.find(at('x'))
  expect(asked).toEqual(['x', 'x'])

  expect(await store.find(at('good'))).toMatchObject({ ok: true })
  asked = []
  vi.setSystemTime(Date.parse('2031-01-01T00:00:00Z'))
  expect(await store.find(at('good'))).toEqual({ ok: false, reason: 'certificateExpired' })
  expect(asked).toEqual(['good'])
})

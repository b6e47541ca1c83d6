import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect as connectSocket } from 'node:net'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowedCertificateUrl, CertificateStore } from './certificateStore.ts'
import { verifyDelivery } from './signature.ts'

/** A delivery that PayPal's sandbox really made in 2017 (vector/README.md). */
const recorded = (name: string) => readFileSync(new URL(`./vector/${name}`, import.meta.url))

interface Vector {
  headers: Record<string, string>
  webhook_id: string
}

describe('the recorded delivery', () => {
  const vector: Vector = JSON.parse(recorded('vector.json').toString())
  const body = recorded('body.json')
  const pem = recorded('leaf-cert.pem').toString()
  const connected = new Set<string>()
  let server: Server
  let agent: Agent
  let store: CertificateStore

  beforeAll(async () => {
    // This server plays PayPal's host: the agent below leads every socket here, whatever the host,
    // and writes the host down.
    server = createServer((request, response) => {
      const known =
        request.headers.host === 'api.sandbox.paypal.com' &&
        request.url === '/v1/notifications/test'
      response.writeHead(known ? 200 : 404)
      response.end(pem)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    agent = new Agent({
      connect: (options, callback) => {
        connected.add(options.hostname)
        const socket = connectSocket(port, '127.0.0.1', () => callback(null, socket))
      },
    })
    store = new CertificateStore({
      name: 'messageverificationcerts.sandbox.paypal.com',
      production: false,
      // The recording lacks the intermediate certificate, so the leaf itself is the anchor; its
      // dates are of 2017.
      testRoots: [pem],
      now: () => new Date('2017-03-30T20:05:00Z'),
      dispatcher: agent,
      // Among the altered copies are dozens of addresses at which there is no certificate.
      newPerMinute: 1000,
    })
  })
  afterAll(async () => {
    await agent.close()
    server.close()
  })

  const verdict = (headers: Record<string, string>, bytes: Buffer, webhookId = vector.webhook_id) =>
    verifyDelivery({ headers, body: bytes, webhookId }, store)

  test('verifies', async () => {
    expect(await verdict(vector.headers, body)).toMatchObject({ verdict: 'genuine' })
  })

  test('is refused after its certificate expired, and under the live name', async () => {
    const later = new CertificateStore({
      name: 'messageverificationcerts.sandbox.paypal.com',
      production: false,
      testRoots: [pem],
      dispatcher: agent,
    })
    expect(
      await verifyDelivery({ headers: vector.headers, body, webhookId: vector.webhook_id }, later),
    ).toEqual({
      verdict: 'forged',
      reason: 'certificateExpired',
    })
    const live = new CertificateStore({
      name: 'messageverificationcerts.paypal.com',
      production: false,
      testRoots: [pem],
      now: () => new Date('2017-03-30T20:05:00Z'),
      dispatcher: agent,
    })
    expect(
      await verifyDelivery({ headers: vector.headers, body, webhookId: vector.webhook_id }, live),
    ).toMatchObject({
      reason: 'certificateName',
    })
  })

  test('1,000 altered copies are refused, and no other host is asked', {
    timeout: 30_000,
  }, async () => {
    const altered: {
      what: string
      headers: Record<string, string>
      body: Buffer
      webhookId: string
    }[] = []
    const add = (
      what: string,
      change: { headers?: Record<string, string>; body?: Buffer; webhookId?: string },
    ) =>
      altered.push({ what, headers: vector.headers, body, webhookId: vector.webhook_id, ...change })
    const changeAt = (text: string, at: number) =>
      text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1)
    for (const [name, value] of Object.entries(vector.headers)) {
      const without = Object.fromEntries(
        Object.entries(vector.headers).filter(([key]) => key !== name),
      )
      add(`${name} missing`, { headers: without })
      add(`${name} empty`, { headers: { ...vector.headers, [name]: '' } })
      add(`${name} doubled`, { headers: { ...vector.headers, [name.toLowerCase()]: value } })
      for (let at = 0; at < value.length; at++)
        add(`${name} at ${at}`, { headers: { ...vector.headers, [name]: changeAt(value, at) } })
    }
    for (let at = 0; at < body.length; at += 5) {
      const bytes = Buffer.from(body)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      add(`body at ${at}`, { body: bytes })
    }
    // The last letter of a signature has bits that say nothing: another spelling of the same bytes.
    const [sigName, sig] = Object.entries(vector.headers).find(([name]) =>
      /transmission-sig$/i.test(name),
    ) as [string, string]
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    const last = letters.indexOf(sig.at(-3) as string)
    const spelled = `${sig.slice(0, -3)}${letters[(last & 0b110000) | ((last + 1) & 0b1111)]}==`
    expect(Buffer.from(spelled, 'base64').equals(Buffer.from(sig, 'base64'))).toBe(true)
    add('signature spelled otherwise', { headers: { ...vector.headers, [sigName]: spelled } })
    add('body re-encoded', {
      body: Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1)),
    })
    add('body shortened', { body: body.subarray(0, -1) })
    add('body lengthened', { body: Buffer.concat([body, Buffer.from(' ')]) })
    for (const webhookId of [
      '',
      'WEBHOOK_ID',
      '96605875FF6516634',
      vector.webhook_id.toLowerCase(),
      `${vector.webhook_id} `,
    ])
      add(`webhook id "${webhookId}"`, { webhookId })
    for (const algo of [
      'SHA1withRSA',
      'SHA512withRSA',
      'none',
      'HS256',
      'sha256withrsa',
      'SHA256withRSA ',
    ])
      add(`algorithm ${algo}`, { headers: { ...vector.headers, 'PAYPAL-AUTH-ALGO': algo } })
    for (const url of foreignUrls)
      add(`certificate at ${url}`, { headers: { ...vector.headers, 'PAYPAL-CERT-URL': url } })
    for (let at = 0; altered.length < 1000; at += 3) {
      const bytes = Buffer.from(body)
      bytes[at + 1] = (bytes[at + 1] ?? 0) ^ 0x80
      add(`body bit at ${at}`, { body: bytes })
    }
    const accepted: string[] = []
    for (const one of altered) {
      const result = await verdict(one.headers, one.body, one.webhookId)
      if (result.verdict !== 'forged') accepted.push(`${one.what}: ${result.verdict}`)
    }
    expect(altered.length).toBeGreaterThanOrEqual(1000)
    expect(accepted).toEqual([])
    for (const host of connected) expect(host).toMatch(/^([a-z0-9-]+\.)*paypal\.com$/)
    process.stdout.write(
      `${altered.length} altered deliveries refused; hosts asked: ${[...connected].slice(0, 5).join(', ')}\n`,
    )
  })
})

const foreignUrls = [
  'http://api.sandbox.paypal.com/v1/notifications/test',
  'https://api.sandbox.paypal.com:8443/v1/notifications/test',
  'https://api.sandbox.paypal.com.evil.example/v1/notifications/test',
  'https://evilpaypal.com/v1/notifications/test',
  'https://paypal.com.evil.example/',
  'https://paypal.co/',
  'https://раypal.com/v1/notifications/test',
  'https://api.paypal.com@evil.example/v1/notifications/test',
  'https://user:password@api.paypal.com/v1/notifications/test',
  'https://evil.example/?api.paypal.com',
  'https://evil.example#.paypal.com',
  'https://evil.example\\.paypal.com/',
  'https://127.0.0.1/v1/notifications/test',
  'https://[::1]/v1/notifications/test',
  'https://localhost/v1/notifications/test',
  'https://169.254.169.254/latest/meta-data',
  'https://paypal.com./v1/notifications/test',
  'ftp://api.paypal.com/x',
  'file:///etc/passwd',
  'data:text/plain,x',
  'javascript:alert(1)',
  '//api.paypal.com/x',
  'api.paypal.com/x',
  'https://',
  'https://paypal%2ecom.evil.example/x',
  'https://paypal。com.evil.example/x',
  'https://api_paypal.com/',
  'https://apipaypal.com/',
]

test.each(foreignUrls)('no certificate is fetched from %s', (url) => {
  const allowed = allowedCertificateUrl(url)
  // The store decides on the parsed host, so an address that it allows must have one of PayPal's.
  if (allowed) expect(allowed.hostname).toMatch(/^([a-z0-9-]+\.)*paypal\.com$/)
  else expect(allowed).toBeUndefined()
})

test('test roots and origins are refused in production', () => {
  expect(
    () => new CertificateStore({ name: 'x', production: true, testOrigins: ['https://localhost'] }),
  ).toThrow(TypeError)
})

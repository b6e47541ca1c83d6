import { generateKeyPairSync, sign } from 'node:crypto'
import type { Endpoint } from '@paydesk/contract/lib/endpoint'
import { signedMessage } from '@paydesk/paypal/signature'
import type { InjectOptions } from 'fastify'
import type { TestApp } from '../appInProcess.ts'

type Request = InjectOptions & { url: string }

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const certUrl = 'https://api.paypal.com/v1/notifications/certs/CERT-fuzz'
/** What the accounts of `inputs.ts` have. */
const webhookId = 'WH'

/**
 * The app then takes what `door` signs for PayPal's word. How a certificate is found and judged is
 * tested in packages/paypal.
 */
export function openDoor(t: TestApp) {
  const certificates = {
    find: async (url: string) =>
      url === certUrl ? { ok: true, leaf: { publicKey } } : { ok: false, reason: 'host' },
  }
  Object.assign(t.outside.paypal, { certificates: async () => certificates })
}

let delivered = 0

/**
 * Deliveries of PayPal's: most are signed, so that what is behind the signature meets
 * hostile bodies too.
 */
export function door(call: Endpoint, request: Request): Request {
  if (!call.path.startsWith('/api/webhook/')) return request
  const body = Buffer.from(
    (request.payload as Buffer | string | undefined) ?? bodies[delivered % bodies.length] ?? '',
  )
  const transmission = {
    transmissionId: `T-${delivered++}`,
    transmissionTime: '2026-01-01T00:00:00Z',
    transmissionSig: '',
    certUrl,
    authAlgo: 'SHA256withRSA',
  }
  const signature = sign(
    'sha256',
    Buffer.from(signedMessage(transmission, webhookId, body)),
    privateKey,
  ).toString('base64')
  const forged = delivered % 5
  const headers = {
    'paypal-transmission-id': transmission.transmissionId,
    'paypal-transmission-time': transmission.transmissionTime,
    'paypal-transmission-sig':
      forged === 0 ? String(request.headers?.['user-agent'] ?? 'AAAA') : signature,
    'paypal-cert-url': forged === 1 ? 'https://api.paypal.com.evil.example/cert' : certUrl,
    'paypal-auth-algo': transmission.authAlgo,
  }
  return {
    ...request,
    payload: body,
    headers: { ...request.headers, 'content-type': 'application/json', ...headers },
  }
}

const event = (values: object) =>
  JSON.stringify({
    id: `WH-${delivered}`,
    event_type: 'INVOICING.INVOICE.PAID',
    create_time: '2026-01-01T00:00:00Z',
    resource_type: 'invoices',
    resource: { invoice: { id: 'INV2-AAAA-BBBB-CCCC-DDDD' } },
    ...values,
  })
const bodies = [
  event({}),
  event({ id: '\u0000' }),
  event({ id: 'a'.repeat(60), resource: null }),
  event({ resource: { invoice: { id: '\u0000' } } }),
  event({ resource: { id: '\ud800' } }),
  event({ resource: { invoice: { id: 'x'.repeat(100_000) } } }),
  event({ create_time: '0000-00-00T00:00:00Z' }),
  event({ create_time: '9999-12-31T23:59:59Z' }),
  event({ summary: '\u0000', resource: { dispute_id: "'; drop table bill; --" } }),
  '{"id":"WH-1","__proto__":{"event_type":"X"}}',
  `${'['.repeat(100_000)}`,
  'null',
  '',
]

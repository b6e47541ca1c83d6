import { generateKeyPairSync, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { EventRecord } from '../record/event.ts'
import {
  issueCertificate,
  keyFrom,
  newAuthority,
  rootName,
  signingName,
} from '../world/authority.ts'
import type { World } from '../world/world.ts'
import type { SignedHeaders } from './signedHeaders.ts'

interface Sent {
  headers: SignedHeaders
  body: Buffer
}

/**
 * Certificates that look right and are not: one has expired, one is by an authority with our name
 * and another key.
 */
const wrongCertificates = new WeakMap<World, Map<string, { pem: string; keyPem: string }>>()

export function wrongCertificate(
  world: World,
  kind: 'EXPIRED' | 'SELFMADE',
): { pem: string; keyPem: string } {
  const held = wrongCertificates.get(world) ?? new Map<string, { pem: string; keyPem: string }>()
  wrongCertificates.set(world, held)
  const known = held.get(kind)
  if (known) return known
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ours = {
    commonName: rootName,
    privateKey: keyFrom(world.credentials.rootKeyPem),
    publicKey,
  }
  const day = 86_400_000
  const pem = issueCertificate(kind === 'EXPIRED' ? ours : newAuthority(rootName), {
    commonName: signingName,
    publicKey,
    authority: false,
    from: new Date(Date.now() - 800 * day),
    to: new Date(Date.now() + (kind === 'EXPIRED' ? -400 : 400) * day),
  })
  const made = { pem, keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string }
  held.set(kind, made)
  return made
}

function resign(headers: SignedHeaders, webhookId: string, body: Buffer, keyPem: string): string {
  const message = `${headers['paypal-transmission-id']}|${headers['paypal-transmission-time']}|${webhookId}|${crc32(body)}`
  return sign('sha256', Buffer.from(message), keyFrom(keyPem)).toString('base64')
}

/**
 * Makes a delivery wrong in the one way that a fault rule asks for (F9). Anything else passes
 * through.
 */
export function spoil(world: World, event: EventRecord, sent: Sent): Sent {
  const rule = world.forgeries.get(event.id)
  if (!rule) return sent
  const { headers, body } = sent
  const webhookId = event.transmissions[0]?.webhookId ?? ''
  const change = (changes: Record<string, string>) => ({
    headers: { ...headers, ...changes },
    body,
  })
  const certAt = (name: string) => world.certUrl.replace(/[^/]+$/, name)
  switch (rule) {
    case 'forgeSignature':
      return change({
        'paypal-transmission-sig': headers['paypal-transmission-sig'].replace(/^./, (c) =>
          c === 'A' ? 'B' : 'A',
        ),
      })
    case 'forgeWebhookId':
      return change({
        'paypal-transmission-sig': resign(
          headers,
          'ANOTHERWEBHOOKID0',
          body,
          world.credentials.signingKeyPem,
        ),
      })
    case 'forgeBody':
      return {
        headers,
        body: Buffer.from(event.body.replace('"event_version":"1.0"', '"event_version":"1.1"')),
      }
    case 'forgeCertHost':
      return change({
        'paypal-cert-url': 'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1',
      })
    case 'forgeExpiredCert':
    case 'forgeSelfMadeCert': {
      const kind = rule === 'forgeExpiredCert' ? 'EXPIRED' : 'SELFMADE'
      return change({
        'paypal-cert-url': certAt(kind),
        'paypal-transmission-sig': resign(
          headers,
          webhookId,
          body,
          wrongCertificate(world, kind).keyPem,
        ),
      })
    }
    case 'forgeAlgorithm':
      return change({ 'paypal-auth-algo': 'SHA1withRSA' })
    case 'forgeHttpCert':
      return change({ 'paypal-cert-url': world.certUrl.replace(/^https/, 'http') })
    default:
      return sent
  }
}

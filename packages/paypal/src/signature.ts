import { type KeyObject, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { CertificateStore } from './certificateStore.ts'
import type { Transmission } from './webhooks.ts'

export type Verdict =
  | { verdict: 'genuine'; transmission: Transmission }
  | { verdict: 'forged'; reason: string }
  /** The certificate cannot be fetched at the moment. Answer 5xx, and PayPal delivers again. */
  | { verdict: 'undecided'; reason: string }

type Headers = Record<string, string | string[] | undefined>

const headerOf = {
  transmissionId: 'paypal-transmission-id',
  transmissionTime: 'paypal-transmission-time',
  transmissionSig: 'paypal-transmission-sig',
  certUrl: 'paypal-cert-url',
  authAlgo: 'paypal-auth-algo',
} as const

/**
 * Returns undefined unless each header is there exactly once: whoever doubles a header is testing
 * which one we pick.
 */
export function readTransmission(headers: Headers): Transmission | undefined {
  const lower = new Map<string, string | undefined>()
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase()
    lower.set(key, lower.has(key) || Array.isArray(value) ? undefined : value)
  }
  const found: Partial<Transmission> = {}
  for (const [key, name] of Object.entries(headerOf) as [keyof Transmission, string][]) {
    const value = lower.get(name)
    if (!value) return undefined
    found[key] = value
  }
  return found as Transmission
}

/**
 * `id|time|webhook id|crc`: the CRC-32 of the raw bytes in unsigned decimal (the hex form
 * fails, paypal §7.5).
 */
export const signedMessage = (transmission: Transmission, webhookId: string, body: Uint8Array) =>
  `${transmission.transmissionId}|${transmission.transmissionTime}|${webhookId}|${crc32(body)}`

/** Steps 2, 3 and 6 of paypal §7.5: the whole check except the question whose key it is. */
export function signatureFits(
  transmission: Transmission,
  webhookId: string,
  body: Uint8Array,
  key: KeyObject,
): boolean {
  if (transmission.authAlgo !== 'SHA256withRSA') return false
  // Node's base64 decoder skips characters that it does not know; only the one canonical spelling
  // of a signature is accepted.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(transmission.transmissionSig)) return false
  const signature = Buffer.from(transmission.transmissionSig, 'base64')
  if (signature.toString('base64') !== transmission.transmissionSig) return false
  return verify('sha256', Buffer.from(signedMessage(transmission, webhookId, body)), key, signature)
}

/**
 * Is this delivery from PayPal, for our webhook? `body` is the raw bytes as they came; `webhookId`
 * is ours from the database, never from the request. Replay is not decided here: a genuine delivery
 * can be days late, and the receiver's unique event id stops a second one.
 */
export async function verifyDelivery(
  delivery: { headers: Headers; body: Uint8Array; webhookId: string },
  certificates: CertificateStore,
): Promise<Verdict> {
  const transmission = readTransmission(delivery.headers)
  if (!transmission) return { verdict: 'forged', reason: 'headers' }
  if (transmission.authAlgo !== 'SHA256withRSA') return { verdict: 'forged', reason: 'algorithm' }
  const certificate = await certificates.find(transmission.certUrl, delivery.webhookId)
  if (!certificate.ok)
    return {
      verdict: 'undecided' in certificate ? 'undecided' : 'forged',
      reason: certificate.reason,
    }
  return signatureFits(transmission, delivery.webhookId, delivery.body, certificate.leaf.publicKey)
    ? { verdict: 'genuine', transmission }
    : { verdict: 'forged', reason: 'signature' }
}

import { X509Certificate } from 'node:crypto'
import type { Dispatcher } from 'undici'
import { type CertificateCheck, checkCertificate } from './certificate.ts'
import { exchange } from './transport.ts'

export interface CertificateStoreOptions {
  /** CN that the signing certificate must carry. */
  name: string
  /** PEM roots instead of the public ones: a simulator's own authority. Refused in production. */
  testRoots?: string[]
  /** Origins allowed beside paypal.com, e.g. `https://localhost:4443`. Refused in production. */
  testOrigins?: string[]
  production: boolean
  dispatcher?: Dispatcher
  timeoutMs?: number
  now?: () => Date
}

export type StoredCertificate = CertificateCheck | { ok: false; reason: 'certificateUnavailable'; undecided: true }

/** PayPal uses a handful of certificates; only an attacker names more distinct addresses than this. */
const maxHeld = 50
const failureHeldMs = 10_000
/** Checking a chain costs ten times as much as checking a signature, and a certificate's validity is counted in days. */
const checkHeldMs = 60_000

type Held = { pem: Promise<string | undefined>; fetchedAt: number; failed: boolean; checked?: { at: number; check: CertificateCheck } }

/**
 * Returns the address if a certificate may come from it: https, the default port, no credentials, paypal.com or a subdomain. The
 * decision is made on the parsed URL that is then fetched, so that no two parsers can disagree.
 */
export function allowedCertificateUrl(text: string, testOrigins: string[] = []): URL | undefined {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return undefined
  }
  if (url.protocol !== 'https:' || url.username || url.password) return undefined
  if (testOrigins.includes(url.origin)) return url
  return url.port === '' && /^([a-z0-9-]+\.)*paypal\.com$/.test(url.hostname) ? url : undefined
}

export class CertificateStore {
  readonly #options: CertificateStoreOptions
  readonly #roots: X509Certificate[] | undefined
  readonly #held = new Map<string, Held>()

  constructor(options: CertificateStoreOptions) {
    if (options.production && (options.testRoots?.length || options.testOrigins?.length))
      throw new TypeError('test roots and origins are not for production')
    this.#options = options
    this.#roots = options.testRoots?.map((pem) => new X509Certificate(pem))
  }

  /** Makes a certificate known without a fetch: for PEM files that an operator pinned. The address must still be allowed. */
  remember(address: string, pem: string): void {
    const url = allowedCertificateUrl(address, this.#options.testOrigins)
    if (!url) throw new TypeError(`${address} is not an allowed certificate address`)
    this.#held.set(url.href, { pem: Promise.resolve(pem), fetchedAt: Date.now(), failed: false })
  }

  async find(address: string): Promise<StoredCertificate> {
    const url = allowedCertificateUrl(address, this.#options.testOrigins)
    if (!url) return { ok: false, reason: 'certificateHost' }
    const held = this.#load(url)
    const pem = await held.pem
    if (pem === 'missing') return { ok: false, reason: 'certificateMissing' }
    if (pem === undefined) return { ok: false, reason: 'certificateUnavailable', undecided: true }
    const now = this.#options.now?.() ?? new Date()
    // The check is repeated after a minute, because a cached certificate expires too.
    if (!held.checked?.check.ok || Math.abs(now.getTime() - held.checked.at) > checkHeldMs) {
      const check = checkCertificate(pem, { name: this.#options.name, now, ...(this.#roots ? { roots: this.#roots } : {}) })
      held.checked = { at: now.getTime(), check }
    }
    return held.checked.check
  }

  #load(url: URL): Held {
    const held = this.#held.get(url.href)
    if (held && !(held.failed && Date.now() - held.fetchedAt > failureHeldMs)) return held
    if (this.#held.size >= maxHeld) {
      // Failures go first: made-up addresses must not push out the certificate in use.
      const failed = [...this.#held].find(([, entry]) => entry.failed)?.[0]
      const oldest = failed ?? this.#held.keys().next().value
      if (oldest !== undefined) this.#held.delete(oldest)
    }
    const entry: Held = { pem: this.#fetch(url), fetchedAt: Date.now(), failed: false }
    this.#held.set(url.href, entry)
    void entry.pem.then((pem) => {
      entry.failed = pem === undefined || pem === 'missing'
    })
    return entry
  }

  async #fetch(url: URL): Promise<string | undefined> {
    const { dispatcher, timeoutMs } = this.#options
    const result = await exchange(
      { method: 'GET', url: url.href, headers: { accept: '*/*' } },
      { timeoutMs: timeoutMs ?? 10_000, ...(dispatcher ? { dispatcher } : {}) },
    )
    if (result.kind !== 'answered' || result.answer.status >= 500) return undefined
    // With any other status PayPal's own host says that there is no such certificate: this is an answer, not a passing fault.
    return result.answer.status === 200 ? result.answer.body.toString('latin1') : 'missing'
  }
}

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
  /** How many addresses that were never good are asked in a minute. */
  newPerMinute?: number
}

export type StoredCertificate =
  | CertificateCheck
  | { ok: false; reason: 'certificateUnavailable'; undecided: true }

/** PayPal uses a handful of certificates. */
const maxHeld = 50
/** A chain of certificates has a few kilobytes. */
const maxBytes = 64 * 1024
const failureHeldMs = 10_000
/**
 * Checking a chain costs ten times as much as checking a signature, and a certificate's validity is
 * counted in days.
 */
const checkHeldMs = 60_000
/**
 * Anyone can name addresses in a forged delivery. PayPal changes its certificates some times a
 * year.
 */
const newPerMinute = 10
const newAtOnce = 3

type Good = { pem: string; checkedAt: number; check: CertificateCheck & { ok: true } }
const missing: StoredCertificate = { ok: false, reason: 'certificateMissing' }
const unavailable: StoredCertificate = {
  ok: false,
  reason: 'certificateUnavailable',
  undecided: true,
}

/**
 * Returns the address if a certificate may come from it: https, the default port, no credentials,
 * paypal.com or a subdomain, nothing behind the path (one certificate has one address). The
 * decision is made on the parsed URL that is then fetched, so that no two parsers can disagree.
 */
export function allowedCertificateUrl(text: string, testOrigins: string[] = []): URL | undefined {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return undefined
  }
  if (url.protocol !== 'https:' || url.username || url.password || url.search || url.hash)
    return undefined
  if (testOrigins.includes(url.origin)) return url
  return url.port === '' && /^([a-z0-9-]+\.)*paypal\.com$/.test(url.hostname) ? url : undefined
}

/**
 * Only certificates that have proved to be good are kept, so that made-up addresses can push none
 * of them out. Addresses that were never good are asked a few times a minute; beyond that a
 * delivery stays undecided, and PayPal delivers it again.
 */
export class CertificateStore {
  readonly #options: CertificateStoreOptions
  readonly #roots: X509Certificate[] | undefined
  readonly #good = new Map<string, Good>()
  readonly #bad = new Map<string, { at: number; found: StoredCertificate }>()
  readonly #underWay = new Map<string, { asker: string; asking: Promise<StoredCertificate> }>()
  readonly #asked = new Map<string, number[]>()

  constructor(options: CertificateStoreOptions) {
    if (options.production && (options.testRoots?.length || options.testOrigins?.length))
      throw new TypeError('test roots and origins are not for production')
    this.#options = options
    this.#roots = options.testRoots?.map((pem) => new X509Certificate(pem))
  }

  /** `asker`: for whose webhook. Whoever sends made-up addresses to one keeps no other waiting. */
  async find(address: string, asker = ''): Promise<StoredCertificate> {
    const url = allowedCertificateUrl(address, this.#options.testOrigins)
    if (!url) return { ok: false, reason: 'certificateHost' }
    const now = this.#now().getTime()
    const good = this.#good.get(url.href)
    if (good && Math.abs(now - good.checkedAt) <= checkHeldMs) return good.check
    // The check is repeated after a minute, because a kept certificate expires too.
    const again = good && this.#check(good.pem)
    if (again?.ok) return this.#keep(url.href, good?.pem ?? '', again)
    this.#good.delete(url.href)
    const bad = this.#bad.get(url.href)
    if (bad && Date.now() - bad.at <= failureHeldMs) return bad.found
    const underWay = this.#underWay.get(url.href)
    if (underWay) return underWay.asking
    if (!this.#mayAsk(asker)) return unavailable
    const asking = this.#ask(url).finally(() => this.#underWay.delete(url.href))
    this.#underWay.set(url.href, { asker, asking })
    return asking
  }

  #now = () => this.#options.now?.() ?? new Date()

  #check = (pem: string) =>
    checkCertificate(pem, {
      name: this.#options.name,
      now: this.#now(),
      ...(this.#roots ? { roots: this.#roots } : {}),
    })

  #keep(href: string, pem: string, check: Good['check']): StoredCertificate {
    this.#good.delete(href)
    this.#good.set(href, { pem, check, checkedAt: this.#now().getTime() })
    const [oldest] = this.#good.keys()
    if (this.#good.size > maxHeld && oldest !== undefined) this.#good.delete(oldest)
    return check
  }

  #mayAsk(asker: string): boolean {
    const now = Date.now()
    for (const [one, times] of this.#asked)
      if (now - (times.at(-1) ?? 0) >= 60_000) this.#asked.delete(one)
    const asked = (this.#asked.get(asker) ?? []).filter((at) => now - at < 60_000)
    const atOnce = [...this.#underWay.values()].filter((one) => one.asker === asker).length
    if (atOnce >= newAtOnce || asked.length >= (this.#options.newPerMinute ?? newPerMinute))
      return false
    this.#asked.set(asker, [...asked, now])
    return true
  }

  async #ask(url: URL): Promise<StoredCertificate> {
    const pem = await this.#fetch(url)
    const found = pem === undefined ? unavailable : pem === 'missing' ? missing : this.#check(pem)
    if (pem !== undefined && found.ok) return this.#keep(url.href, pem, found)
    for (const [href, { at }] of this.#bad)
      if (Date.now() - at > failureHeldMs) this.#bad.delete(href)
    this.#bad.set(url.href, { at: Date.now(), found })
    return found
  }

  async #fetch(url: URL): Promise<string | undefined> {
    const { dispatcher, timeoutMs } = this.#options
    const result = await exchange(
      { method: 'GET', url: url.href, headers: { accept: '*/*' } },
      { timeoutMs: timeoutMs ?? 10_000, maxBytes, ...(dispatcher ? { dispatcher } : {}) },
    )
    if (result.kind !== 'answered' || result.answer.status >= 500) return undefined
    // With any other status PayPal's own host says that there is no such certificate: this is an
    // answer, not a passing fault.
    return result.answer.status === 200 ? result.answer.body.toString('latin1') : 'missing'
  }
}

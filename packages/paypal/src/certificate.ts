import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'

export type CertificateCheck = { ok: true; leaf: X509Certificate } | { ok: false; reason: string }

const maxChain = 5
let publicRoots: X509Certificate[] | undefined

/**
 * Node's own list of public roots (DigiCert, which PayPal uses, is in it). Parsed once:
 * there are about 150.
 */
const defaultRoots = () => {
  publicRoots ??= rootCertificates.map((pem) => new X509Certificate(pem))
  return publicRoots
}

const begin = '-----BEGIN CERTIFICATE-----'
const end = '-----END CERTIFICATE-----'

export function readBundle(pem: string): X509Certificate[] {
  const blocks = pem
    .split(begin)
    .slice(1)
    .flatMap((part) => {
      const body = part.slice(0, Math.max(0, part.indexOf(end)))
      return /^[A-Za-z0-9+/=\s]+$/.test(body) ? [begin + body + end] : []
    })
  return blocks.slice(0, maxChain).map((block) => new X509Certificate(block))
}

const inForce = (certificate: X509Certificate, now: Date) =>
  certificate.validFromDate <= now && now <= certificate.validToDate

const commonName = (certificate: X509Certificate) => /^CN=(.*)$/m.exec(certificate.subject)?.[1]

const issuedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

function chains(
  leaf: X509Certificate,
  bundle: X509Certificate[],
  roots: X509Certificate[],
  now: Date,
): string | undefined {
  let current = leaf
  for (let depth = 0; depth < maxChain; depth++) {
    if (!inForce(current, now)) return 'certificateExpired'
    if (roots.some((root) => root.fingerprint256 === current.fingerprint256)) return undefined
    if (roots.some((root) => inForce(root, now) && issuedBy(current, root))) return undefined
    const issuer = bundle.find(
      (candidate) => candidate.ca && candidate !== current && issuedBy(current, candidate),
    )
    if (!issuer) return 'certificateUntrusted'
    current = issuer
  }
  return 'certificateUntrusted'
}

/**
 * The signing certificate must chain to a trusted root, be in force, and be PayPal's
 * message-signing certificate of the right environment: any other certificate, however valid,
 * proves nothing about a webhook.
 */
export function checkCertificate(
  pem: string,
  expect: { name: string; now: Date; roots?: X509Certificate[] },
): CertificateCheck {
  let bundle: X509Certificate[]
  try {
    bundle = readBundle(pem)
  } catch {
    return { ok: false, reason: 'certificateUnreadable' }
  }
  const leaf = bundle[0]
  if (!leaf) return { ok: false, reason: 'certificateUnreadable' }
  if (commonName(leaf) !== expect.name || leaf.ca) return { ok: false, reason: 'certificateName' }
  const { asymmetricKeyType, asymmetricKeyDetails } = leaf.publicKey
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    return { ok: false, reason: 'certificateKey' }
  const reason = chains(leaf, bundle, expect.roots ?? defaultRoots(), expect.now)
  return reason ? { ok: false, reason } : { ok: true, leaf }
}

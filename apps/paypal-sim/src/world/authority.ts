import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/**
 * Just enough DER to issue X.509 certificates: Node can read and verify them, but not make them.
 */
const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content])
  const length = Buffer.from(
    content.length.toString(16).padStart(content.length > 0xff ? 4 : 2, '0'),
    'hex',
  )
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content])
}
const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts)
const set = (...parts: Buffer[]) => tlv(0x31, ...parts)
const octets = (content: Buffer) => tlv(0x04, content)
const bits = (content: Buffer, unused = 0) => tlv(0x03, Buffer.from([unused]), content)
const derTrue = Buffer.from([0x01, 0x01, 0xff])
const utf8 = (text: string) => tlv(0x0c, Buffer.from(text))
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'))

/**
 * A serial is positive and minimal in DER: a leading zero byte before a small one would make the
 * whole certificate unreadable.
 */
const newSerial = () => {
  const bytes = randomBytes(12)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return tlv(0x02, bytes)
}

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const name = (commonName: string) =>
  sequence(
    set(sequence(oid('55040a'), utf8('PayPal simulator'))),
    set(sequence(oid('550403'), utf8(commonName))),
  )

/** GeneralizedTime is right for every year; UTCTime would need a cut-off in 2050. */
const time = (date: Date) =>
  tlv(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))

const extension = (id: string, critical: boolean, value: Buffer) =>
  sequence(oid(id), ...(critical ? [derTrue] : []), octets(value))
const keyId = (key: KeyObject) =>
  createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()

export interface Issue {
  commonName: string
  publicKey: KeyObject
  authority: boolean
  from: Date
  to: Date
  hosts?: string[]
}

function alternativeName(host: string): Buffer {
  const isAddress = /^\d+\.\d+\.\d+\.\d+$/.test(host)
  return isAddress
    ? tlv(0x87, Buffer.from(host.split('.').map(Number)))
    : tlv(0x82, Buffer.from(host))
}

/**
 * An authority: a name and a P-256 key (quick to make; PayPal's own chain length and key types
 * prove nothing to us).
 */
export interface Authority {
  commonName: string
  privateKey: KeyObject
  publicKey: KeyObject
}

export function issueCertificate(authority: Authority, request: Issue): string {
  const extensions = [
    extension('551d13', true, sequence(...(request.authority ? [derTrue] : []))),
    extension(
      '551d0f',
      true,
      request.authority ? bits(Buffer.from([0x06]), 1) : bits(Buffer.from([0xa0]), 5),
    ),
    extension('551d0e', false, octets(keyId(request.publicKey))),
    extension('551d23', false, sequence(tlv(0x80, keyId(authority.publicKey)))),
  ]
  if (request.hosts?.length)
    extensions.push(extension('551d11', false, sequence(...request.hosts.map(alternativeName))))
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    newSerial(),
    ecdsaWithSha256,
    name(authority.commonName),
    sequence(time(request.from), time(request.to)),
    name(request.commonName),
    request.publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', body, authority.privateKey)
  const der = sequence(body, ecdsaWithSha256, bits(signature)).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${der.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`
}

export const newAuthority = (commonName: string): Authority => ({
  commonName,
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
})

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }) as string

/** Everything the simulator signs with. Kept in its store, so that a restart stays trusted. */
export interface Credentials {
  rootPem: string
  rootKeyPem: string
  signingPem: string
  signingKeyPem: string
  certId: string
  tlsPem: string
  tlsKeyPem: string
}

export const signingName = 'messageverificationcerts.sandbox.paypal.com'
export const rootName = 'PayPal simulator root'

export function makeCredentials(): Credentials {
  const root = newAuthority(rootName)
  const from = new Date(Date.now() - 86_400_000)
  const to = new Date(Date.now() + 20 * 365 * 86_400_000)
  const signing = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const tls = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issue = (commonName: string, publicKey: KeyObject, authority: boolean, hosts?: string[]) =>
    issueCertificate(root, {
      commonName,
      publicKey,
      authority,
      from,
      to,
      ...(hosts ? { hosts } : {}),
    })
  return {
    rootPem: issue(rootName, root.publicKey, true),
    rootKeyPem: pemOf(root.privateKey),
    signingPem: issue(signingName, signing.publicKey, false, [signingName]),
    signingKeyPem: pemOf(signing.privateKey),
    certId: `CERT-360caa42-${randomBytes(4).toString('hex')}`,
    tlsPem: issue('localhost', tls.publicKey, false, ['localhost', '127.0.0.1']),
    tlsKeyPem: pemOf(tls.privateKey),
  }
}

export const keyFrom = (pem: string) => createPrivateKey(pem)

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/**
 * A passkey in software. It makes what a browser's `credential.toJSON()` would return (WebAuthn
 * level 2, ES256, no attestation).
 */
export class Authenticator {
  readonly id = randomBytes(32)
  counter = 0
  verifiesUser = true
  private readonly privateKey: KeyObject
  private readonly coseKey: Buffer
  private userHandle = 'AAAA'
  private readonly origin: string
  constructor(origin: string) {
    this.origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' })
    this.privateKey = privateKey
    this.coseKey = cborMap([
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(Buffer.from(x as string, 'base64url'))],
      [cborInt(-3), cborBytes(Buffer.from(y as string, 'base64url'))],
    ])
  }

  create(options: Record<string, unknown>) {
    const { challenge, rp, user } = options as {
      challenge: string
      rp: { id: string }
      user: { id: string }
    }
    this.userHandle = user.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.coseKey])
    const attestationObject = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(Buffer.concat([this.authData(rp.id, 0x40), attested]))],
    ])
    const clientDataJSON = this.clientData('webauthn.create', challenge)
    return this.credential({
      clientDataJSON: clientDataJSON.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    })
  }

  get(options: Record<string, unknown>) {
    const { challenge, rpId } = options as { challenge: string; rpId: string }
    this.counter++
    const authenticatorData = this.authData(rpId, 0)
    const clientDataJSON = this.clientData('webauthn.get', challenge)
    const signed = Buffer.concat([
      authenticatorData,
      createHash('sha256').update(clientDataJSON).digest(),
    ])
    return this.credential({
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.privateKey).toString('base64url'),
      userHandle: this.userHandle,
    })
  }

  private credential<T>(response: T) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const, response, clientExtensionResults: {} }
  }

  private clientData(type: string, challenge: string) {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }

  private authData(rpId: string, flags: number) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const present = 0x01
    const verified = this.verifiesUser ? 0x04 : 0
    return Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.of(flags | present | verified),
      counter,
    ])
  }
}

const head = (major: number, value: number) =>
  value < 24
    ? Buffer.of((major << 5) | value)
    : value < 256
      ? Buffer.of((major << 5) | 24, value)
      : Buffer.of((major << 5) | 25, value >> 8, value & 255)
const cborInt = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const cborBytes = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes])
const cborText = (text: string) =>
  Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborMap = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])

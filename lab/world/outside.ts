/**
 * The services that the product talks to, real and on this machine: a mail server, an SMS gateway,
 * an OpenID Connect provider.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { SMTPServer } from 'smtp-server'

export type Outside = {
  environment: Record<string, string>
  outboxUrl: string
  stop: () => Promise<void>
}
export type Sent = { to: string; text: string }

export async function startOutside(publicUrl: string): Promise<Outside> {
  const sent: Sent[] = []
  const mail = await mailServer(sent)
  // The gateway takes codes at /sms. At / it shows everything that was sent, because the tests run
  // in another process.
  const gateway = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (url.pathname === '/sms')
      sent.push({
        to: url.searchParams.get('phone') ?? '',
        text: url.searchParams.get('code') ?? '',
      })
    response.setHeader('content-type', 'application/json').end(JSON.stringify(sent))
  })
  const gatewayPort = await listen(gateway)
  const identity = createServer()
  const issuer = `http://localhost:${await listen(identity)}`
  const answer = provider(issuer, `${publicUrl}/user/oidc`).callback()
  identity.on('request', (request, response) => void answer(request, response))
  return {
    outboxUrl: `http://127.0.0.1:${gatewayPort}/`,
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      SMS_URL: `http://127.0.0.1:${gatewayPort}/sms?phone={phone}&code={code}`,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'paydesk',
      OIDC_CLIENT_SECRET: 'a-secret-of-the-provider',
      OIDC_LABEL: '企业账号',
    },
    stop: async () => {
      for (const server of [gateway, identity]) {
        server.close()
        server.closeAllConnections()
      }
      await mail.stop()
    },
  }
}

const listen = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )

async function mailServer(sent: Sent[]) {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = bodyOf(Buffer.concat(chunks).toString('latin1'))
        for (const { address } of session.envelope.rcptTo) sent.push({ to: address, text })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return { port, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

function bodyOf(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/content-transfer-encoding: base64/i.test(head))
    return Buffer.from(body, 'base64').toString('utf8')
  if (!/content-transfer-encoding: quoted-printable/i.test(head))
    return Buffer.from(body, 'latin1').toString('utf8')
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The provider's own development pages accept any name and any password. */
const provider = (issuer: string, redirectUri: string) =>
  new Provider(issuer, {
    clients: [
      {
        client_id: 'paydesk',
        client_secret: 'a-secret-of-the-provider',
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['e2e'] },
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@idp.example`, name: id }),
    }),
  })

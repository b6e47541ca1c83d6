import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import type { SimAnswer, SimRequest } from '../../../apps/paypal-sim/src/sim/dispatch.ts'
import { Sim } from '../../../apps/paypal-sim/src/sim/sim.ts'
import { wrongCertificate } from '../../../apps/paypal-sim/src/webhook/forgery.ts'
import { promptConfig, type SimConfig } from '../../../apps/paypal-sim/src/world/config.ts'

const listen = (server: Server) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const close = (server: ReturnType<typeof createServer>) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/**
 * One address of PayPal behind which each sequence has a simulator of its own, so that each has its
 * own clock. The credentials of a call say whose it is: a client's id when it asks for a token, and
 * that token afterwards.
 */
export class Gateway {
  url = ''
  #certUrl = ''
  readonly #owners = new Map<string, Sim>()
  /**
   * Keys and certificates are shared by all simulators of a process, so any of them can show them.
   */
  readonly #trust = new Sim({ ...promptConfig })
  #servers: ReturnType<typeof createServer>[] = []

  async start(): Promise<void> {
    const onRequest = (message: IncomingMessage, response: ServerResponse) =>
      void this.#serve(message, response)
    const plain = createServer({ keepAliveTimeout: 30_000 }, onRequest)
    const { tlsPem, tlsKeyPem, certId } = this.#trust.world.credentials
    const tls = createTlsServer({ cert: tlsPem, key: tlsKeyPem }, onRequest)
    this.url = `http://127.0.0.1:${await listen(plain)}`
    this.#certUrl = `https://localhost:${await listen(tls)}/v1/notifications/certs/${certId}`
    this.#trust.world.certUrl = this.#certUrl
    this.#servers = [plain, tls as unknown as typeof plain]
  }

  /** A PayPal of its own, whose time stands still unless a step moves it. */
  open(config: Partial<SimConfig>, startsAt: number): Sim {
    const sim = new Sim({ ...promptConfig, ...config, startsAt })
    sim.world.baseUrl = this.url
    sim.world.certUrl = this.#certUrl
    return sim
  }

  belongs(clientId: string, sim: Sim): void {
    this.#owners.set(clientId, sim)
  }

  /**
   * Fails if the sequence's traffic was not as PayPal publishes it, unless it has failed
   * for another reason.
   */
  async shut(sim: Sim, broken: boolean): Promise<void> {
    for (const [key, owner] of this.#owners) if (owner === sim) this.#owners.delete(key)
    await sim.close().catch((error: unknown) => {
      if (!broken) throw error
    })
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map(close))
    await this.#trust.close()
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const request = await read(message)
      const answer = this.#trusted(request) ?? this.#answer(request)
      if (answer.drop) response.socket?.destroy()
      else {
        response.writeHead(answer.status, {
          ...answer.headers,
          'content-length': answer.body.length,
        })
        response.end(answer.body)
      }
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end('simulator fault')
    }
  }

  #answer(request: SimRequest): SimAnswer {
    const [kind, value = ''] = (request.headers.authorization ?? '').split(' ')
    const key =
      kind === 'Basic' ? (Buffer.from(value, 'base64').toString().split(':')[0] ?? '') : value
    const sim = this.#owners.get(key)
    // A sequence that is over, or one that this process never had.
    if (!sim)
      return {
        status: 401,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{"error":"invalid_token"}'),
      }
    const answer = sim.handle(request)
    if (kind === 'Basic' && answer.status === 200) {
      const { access_token } = JSON.parse(answer.body.toString()) as { access_token: string }
      this.#owners.set(access_token, sim)
    }
    return answer
  }

  #trusted({ path }: SimRequest): SimAnswer | undefined {
    const { credentials } = this.#trust.world
    const json = (value: object) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(value)),
    })
    const pem = (text: string) => ({
      status: 200,
      headers: { 'content-type': 'application/x-pem-file' },
      body: Buffer.from(text),
    })
    if (path === '/sim/root.pem') return pem(credentials.rootPem)
    if (path === '/sim/state') return json({ certUrl: this.#certUrl })
    const id = /^\/v1\/notifications\/certs\/([\w-]+)$/.exec(path)?.[1]
    if (id === credentials.certId) return pem(credentials.signingPem)
    if (id === 'EXPIRED' || id === 'SELFMADE')
      return pem(wrongCertificate(this.#trust.world, id).pem)
    return undefined
  }
}

async function read(message: IncomingMessage): Promise<SimRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  const url = new URL(message.url ?? '/', 'http://sim')
  const headers = Object.fromEntries(
    Object.entries(message.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: Buffer.concat(chunks),
  }
}

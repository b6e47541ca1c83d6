import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { answerControl } from './control/control.ts'
import type { SimAnswer, SimRequest } from './sim/dispatch.ts'
import type { Sim } from './sim/sim.ts'
import { wrongCertificate } from './webhook/forgery.ts'

export interface RunningSim {
  sim: Sim
  /** The API, the buyer's pages and the panel. */
  baseUrl: string
  /** Where certificates are served: https, because clients accept nothing else for them. */
  certOrigin: string
  close: () => Promise<void>
}

const maxBodyBytes = 50 * 1024 * 1024

async function readRequest(message: IncomingMessage): Promise<SimRequest> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    size += (chunk as Buffer).length
    if (size > maxBodyBytes) throw new RangeError('body too large')
    chunks.push(chunk as Buffer)
  }
  const url = new URL(message.url ?? '/', 'http://sim')
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: Buffer.concat(chunks),
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Waits for the disk, for slowness that was asked for, and for events that must come first. Then
 * answers, or hangs up.
 */
async function settle(sim: Sim, answer: SimAnswer): Promise<void> {
  await sim.world.store.saved()
  if (answer.delayMs) await pause(answer.delayMs)
  if (answer.afterEvents?.length) {
    const events = answer.afterEvents
    const pending = () =>
      events.some((id) => sim.world.events.get(id)?.transmissions.some((t) => t.attempts === 0))
    for (let waited = 0; waited < 5_000 && pending(); waited += 20) await pause(20)
  }
  if (answer.inFlightKey) sim.world.inFlight.delete(answer.inFlightKey)
}

function send(response: ServerResponse, answer: SimAnswer): void {
  if (answer.drop) {
    response.socket?.destroy()
    return
  }
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length })
  response.end(answer.body)
}

function certificate(sim: Sim, path: string): SimAnswer | undefined {
  const id = /^\/v1\/notifications\/certs\/([\w-]+)$/.exec(path)?.[1]
  if (!id) return undefined
  const { credentials } = sim.world
  const pem =
    id === credentials.certId
      ? credentials.signingPem
      : id === 'EXPIRED' || id === 'SELFMADE'
        ? wrongCertificate(sim.world, id).pem
        : undefined
  return pem
    ? { status: 200, headers: { 'content-type': 'application/x-pem-file' }, body: Buffer.from(pem) }
    : { status: 404, headers: {}, body: Buffer.alloc(0) }
}

/** Everything between the two ends of a connection. */
export async function answerOf(sim: Sim, request: SimRequest): Promise<SimAnswer> {
  const answer =
    certificate(sim, request.path) ?? (await answerControl(sim, request)) ?? sim.handle(request)
  await settle(sim, answer)
  return answer
}

async function serve(sim: Sim, message: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    send(response, await answerOf(sim, await readRequest(message)))
  } catch (error) {
    // A fault of the simulator itself must not look like one of PayPal's: it has its
    // own status text.
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
    response.end('simulator fault')
  }
}

const listen = (server: Server | ReturnType<typeof createTlsServer>, port: number, host: string) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })

export async function startServer(
  sim: Sim,
  options: { port?: number; tlsPort?: number; host?: string; publicUrl?: string } = {},
): Promise<RunningSim> {
  const host = options.host ?? '127.0.0.1'
  const onRequest = (message: IncomingMessage, response: ServerResponse) =>
    void serve(sim, message, response)
  const plain = createServer({ keepAliveTimeout: 30_000 }, onRequest)
  const { tlsPem, tlsKeyPem, certId } = sim.world.credentials
  const tls = createTlsServer({ cert: tlsPem, key: tlsKeyPem }, onRequest)
  const port = await listen(plain, options.port ?? 0, host)
  const tlsPort = await listen(tls, options.tlsPort ?? 0, host)
  const baseUrl = options.publicUrl ?? `http://${host}:${port}`
  const certOrigin = `https://localhost:${tlsPort}`
  sim.world.baseUrl = baseUrl
  sim.world.certUrl = `${certOrigin}/v1/notifications/certs/${certId}`
  sim.world.schedule.start()
  const stop = (server: Server | ReturnType<typeof createTlsServer>) =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    sim,
    baseUrl,
    certOrigin,
    close: async () => {
      await Promise.all([stop(plain), stop(tls)])
      await sim.close()
    },
  }
}

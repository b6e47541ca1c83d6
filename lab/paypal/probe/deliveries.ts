import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hand } from './hand.ts'

export type Delivery = {
  body: string
  at: Date
  transmissionId: string
  transmissionTime: string
  hungUpAfterMs?: number
}

/**
 * An invoice whose number ends so gets its first two deliveries answered with an error, or the
 * first one not at all.
 */
export const failMark = '-FAIL'
export const hangMark = '-HANG'

/**
 * Who posts to the tunnel without knowing the path is turned away, and nobody posts more than this.
 */
const maxBytes = 1_000_000

export type Deliveries = {
  /** The address that PayPal delivers to. */
  url: string
  of: (invoiceNumber: string) => Delivery[]
  close: () => Promise<void>
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > maxBytes) throw new RangeError('too large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Takes PayPal's deliveries behind a tunnel, or on the loopback interface from the simulator. */
export async function takeDeliveries(
  hand: Hand,
  { port = 0, publicUrl }: { port?: number; publicUrl?: string } = {},
): Promise<Deliveries> {
  const path = `/${randomBytes(12).toString('hex')}`
  const taken: Delivery[] = []
  const of = (number: string) => taken.filter(({ body }) => body.includes(`"${number}"`))
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== path || request.method !== 'POST') return void response.writeHead(404).end()
    const arrived = performance.now()
    const header = (name: string) => String(request.headers[name] ?? '')
    try {
      const body = await readBody(request)
      const delivery: Delivery = {
        body,
        // The simulator's clock stands still until the delivery is answered, so this is the
        // moment of the attempt.
        at: await hand.now(),
        transmissionId: header('paypal-transmission-id'),
        transmissionTime: header('paypal-transmission-time'),
      }
      taken.push(delivery)
      const attempt = taken.filter((one) => one.body === body).length
      if (body.includes(`${hangMark}"`) && attempt === 1)
        response.on('close', () => {
          delivery.hungUpAfterMs = performance.now() - arrived
        })
      else response.writeHead(body.includes(`${failMark}"`) && attempt <= 2 ? 500 : 200).end()
    } catch {
      response.destroy()
    }
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const origin =
    publicUrl?.replace(/\/+$/, '') ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}${path}`,
    of,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

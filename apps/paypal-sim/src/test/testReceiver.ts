import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { CertificateStore } from '@paydesk/paypal/certificateStore'
import { type Verdict, verifyDelivery } from '@paydesk/paypal/signature'
import { Agent } from 'undici'
import type { RunningSim } from '../server.ts'

export interface Received {
  headers: IncomingHttpHeaders
  body: Buffer
  event: { id: string; event_type: string; resource: unknown }
  at: number
}

/**
 * A webhook endpoint as a merchant would run it. It keeps the raw bytes and answers with the status
 * that the test sets.
 */
export async function testReceiver(running: RunningSim) {
  const received: Received[] = []
  const state = { status: 200 }
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    received.push({
      headers: request.headers,
      body,
      event: JSON.parse(body.toString()),
      at: performance.now(),
    })
    response.writeHead(state.status)
    response.end()
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const agent = new Agent({ connect: { ca: running.sim.world.credentials.rootPem } })
  const certificates = new CertificateStore({
    name: 'messageverificationcerts.sandbox.paypal.com',
    production: false,
    testRoots: [running.sim.world.credentials.rootPem],
    testOrigins: [running.certOrigin],
    dispatcher: agent,
  })
  return {
    received,
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    verify: (delivery: Received, webhookId: string): Promise<Verdict> =>
      verifyDelivery({ headers: delivery.headers, body: delivery.body, webhookId }, certificates),
    close: async () => {
      await agent.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
export type TestReceiver = Awaited<ReturnType<typeof testReceiver>>

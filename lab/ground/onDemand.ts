import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type OnDemand = { url: string; close: () => Promise<void> }

/**
 * Listens on the loopback interface. The first request starts something that costs seconds; every
 * request is answered with the result of the start, as JSON. A start that failed is not tried
 * again, so that every test file names the same cause.
 */
export async function startOnDemand(start: () => Promise<object>): Promise<OnDemand> {
  let started: Promise<object> | undefined
  const answer = async (_: IncomingMessage, response: ServerResponse) => {
    try {
      started ??= start()
      response.end(JSON.stringify(await started))
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    const closed = new Promise<unknown>((resolve) => server.close(resolve))
    // A test process keeps its connection open for a next request that never comes.
    server.closeAllConnections()
    await closed
    // Something half started cannot be stopped yet.
    await started?.catch(() => undefined)
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close }
}

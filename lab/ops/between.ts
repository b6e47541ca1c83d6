import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Row = { transaction_info: Record<string, unknown> }

/**
 * Stands between the product and the simulator, whose own answers stay within PayPal's
 * specification. It can say of a row what nobody understands, and go on showing an
 * invoice as it was.
 */
export function between() {
  /** Ids of transactions whose status is told as a letter that PayPal does not have. */
  const odd = new Set<string>()
  /** Invoices that stay as they were, by the path at which they are read. */
  const frozen = new Map<string, string>()
  let simulator = ''
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const {
      host: _,
      connection: __,
      'content-length': ___,
      'transfer-encoding': ____,
      ...headers
    } = request.headers
    try {
      const answer = await fetch(simulator + request.url, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      })
      const text = Buffer.from(await answer.arrayBuffer())
      const path = request.url?.split('?')[0] ?? ''
      const {
        'content-encoding': _encoding,
        'content-length': _length,
        'transfer-encoding': _transfer,
        connection: _c,
        ...told
      } = Object.fromEntries(answer.headers)
      response.writeHead(answer.status, told)
      if (request.method === 'GET' && frozen.has(path)) response.end(frozen.get(path))
      else
        response.end(
          odd.size > 0 && path === '/v1/reporting/transactions' && answer.ok
            ? oddly(text, odd)
            : text,
        )
    } catch {
      // The simulator dropped the connection, and so do we.
      request.socket.destroy()
    }
  }
  const server = createServer((request, response) => void pass(request, response))
  return {
    start: async (simulatorUrl: string) => {
      simulator = simulatorUrl
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
    odd,
    freeze: (invoiceId: string, as: string) =>
      void frozen.set(`/v2/invoicing/invoices/${invoiceId}`, as),
    thaw: () => frozen.clear(),
  }
}

function oddly(text: Buffer, odd: Set<string>): string {
  const page = JSON.parse(text.toString()) as { transaction_details?: Row[] }
  for (const { transaction_info: info } of page.transaction_details ?? [])
    if (odd.has(String(info.transaction_id))) info.transaction_status = 'Q'
  return JSON.stringify(page)
}

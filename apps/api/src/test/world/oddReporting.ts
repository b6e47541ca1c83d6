import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll } from 'vitest'

type Row = { transaction_info: Record<string, unknown> } & Record<string, unknown>
/**
 * What PayPal would say of a row if it said something odd. A row that is not an object is odd as
 * well.
 */
export type Odd = (row: Row) => unknown

/**
 * Stands between the product and the simulator, whose own answers must stay within PayPal's
 * specification: this one changes rows of reporting on their way. Everything else passes as it is.
 */
export async function oddReporting(simulatorUrl: string) {
  let odd: Odd | undefined
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
    const answer = await fetch(`${simulatorUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const text = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
    })
    response.end(
      odd && request.url?.startsWith('/v1/reporting/transactions') && answer.ok
        ? changed(text, odd)
        : text,
    )
  }
  const server = createServer((request, response) => void pass(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    /** From now on; without a change PayPal is its usual self. */
    say: (next?: Odd) => {
      odd = next
    },
  }
}

function changed(text: Buffer, odd: Odd): string {
  const page = JSON.parse(text.toString()) as { transaction_details?: Row[] }
  return JSON.stringify({ ...page, transaction_details: page.transaction_details?.map(odd) })
}

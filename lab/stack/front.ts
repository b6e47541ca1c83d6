import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Endings } from '../ground/openDatabase.ts'

/**
 * A proxy in front of the APIs that counts in `served` what each was given. It listens before
 * anything else has started: another process could take a port that was only found free. Its
 * address is a name, because passkeys belong to a name and never to an address.
 */
export const roundRobin =
  (served: number[]) => async (ports: number[], _dir: string, endings: Endings) => {
    const proxy = inTurn(ports, served)
    await new Promise<void>((resolve, reject) =>
      proxy.on('error', reject).listen(0, '127.0.0.1', resolve),
    )
    endings.push(() => {
      proxy.close()
      proxy.closeAllConnections()
    })
    return `http://localhost:${(proxy.address() as AddressInfo).port}`
  }

/**
 * Every request goes to the other process than the previous one: if a process keeps state to
 * itself, the tests find it missing.
 */
function inTurn(ports: number[], served: number[]): Server {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const index = turn++ % ports.length
    served[index] = (served[index] ?? 0) + 1
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
    const forwarded = request(
      {
        host: '127.0.0.1',
        port: ports[index],
        method: incoming.method,
        path: incoming.url,
        headers,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  // Node's default of five seconds would end a kept connection just when a story writes on it
  // again: the call would be cut, not refused.
  server.keepAliveTimeout = 120_000
  return server
}

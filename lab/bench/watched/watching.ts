import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../../ground/postgres.ts'

/**
 * Prometheus is told to look every 15 s; a bench that lasts a minute is looked at more often, to
 * see what a look costs.
 */
const lookMs = 5000

/**
 * Metrics and traces of processes, as an installation has them that is watched: somebody reads
 * /metrics, and every span goes to a receiver, which takes and forgets it. `figures` says how often
 * both happened, so that a bench can tell that they did.
 */
export async function watching(): Promise<{
  env: () => Promise<Record<string, string>>
  figures: () => object
  stop: () => void
}> {
  let [batches, looks] = [0, 0]
  const receiver = createServer((request, response) => {
    batches += 1
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const ports: number[] = []
  const timer = setInterval(() => {
    for (const port of ports)
      fetch(`http://127.0.0.1:${port}/metrics`)
        .then((answer) => answer.text())
        .then(
          () => {
            looks += 1
          },
          () => {},
        )
  }, lookMs)
  return {
    env: async () => {
      const port = await freePort()
      ports.push(port)
      return {
        WATCH_PORT: String(port),
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      }
    },
    figures: () => ({ batches, looks }),
    stop: () => {
      clearInterval(timer)
      receiver.close()
      receiver.closeAllConnections()
    },
  }
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import { succeed } from '@paydesk/contract/lib/envelope'
import { errorCatalogue } from '@paydesk/contract/lib/errors'
import { healthApi } from '@paydesk/contract/office/health'
import { failure } from '../../lib/answer.ts'
import type { Config } from '../../lib/config.ts'
import { endPlainly } from '../../lib/startup/plain.ts'
import { runningVersion } from '../../lib/version.ts'

/**
 * Answers in the API's place while it waits for its database: it lives, so that nobody restarts it
 * for it, and is not ready, so that a proxy sends people elsewhere.
 */
export async function answerWhileWaiting({
  host,
  port,
}: Pick<Config, 'host' | 'port'>): Promise<{ stop: () => Promise<void> }> {
  const server = createServer(({ url = '', headers }, response) => {
    const isLive = url.split('?')[0] === healthApi.live.path
    const body = isLive
      ? succeed({ status: 'live', ...runningVersion })
      : failure({ headers }, 'unavailable', {}, null)
    response
      .writeHead(isLive ? 200 : errorCatalogue.unavailable.status, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        connection: 'close',
      })
      .end(JSON.stringify(body))
  })
  const failed = once(server, 'error').then(([error]) => endPlainly(error as Error))
  server.listen(port, host)
  await Promise.race([once(server, 'listening'), failed])
  return {
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../log.ts'
import { registry, tellReady } from './metrics.ts'

/** Says what is not ready, or nothing if all is. */
export type Readiness = () => Promise<string | undefined>
type Options = {
  host: string
  port: number | undefined
  process: 'api' | 'worker'
  log: Pick<Log, 'info' | 'warn'>
}

const retryMs = 5000
/**
 * Shorter than Prometheus waits (10 s): whatever the database does, what the process
 * itself counts is told.
 */
const figuresMs = 7000
const readyMs = 4000

/**
 * The port at which a process is watched: /metrics, /live and /ready. It is there before the
 * database is, has nothing in common with the public port, and whatever happens to it, the
 * process goes on.
 */
export class WatchServer {
  private readonly options: Options
  private server: Server | undefined
  private retry: NodeJS.Timeout | undefined
  private stopped = false
  private ready: Readiness = async () => 'starting'
  private refresh: () => Promise<void> = async () => {}
  constructor(options: Options) {
    this.options = options
  }

  /**
   * Resolves when it listens, or could not: then it tries again by itself. Without a port
   * nothing listens.
   */
  start(): Promise<void> {
    const { host, port, log } = this.options
    if (port === undefined || this.stopped) return Promise.resolve()
    return new Promise((resolve) => {
      const server = createServer((request, response) => {
        this.answer(request.method ?? '', (request.url ?? '').split('?')[0] ?? '').then(
          ({ status, text, type }) => {
            response
              .writeHead(status, {
                'content-type': type ?? 'text/plain; charset=utf-8',
                'cache-control': 'no-store',
              })
              .end(text)
          },
          (error: Error) => {
            log.warn({ reason: error.message }, 'watching failed')
            response.writeHead(500).end('failed\n')
          },
        )
      })
      // Slow or silent callers hold nothing that matters, but not for ever either.
      server.requestTimeout = 10_000
      server.on('error', ({ message }) => {
        log.warn(
          { reason: message, host, port },
          'the port for watching cannot be used; trying again',
        )
        server.close()
        this.retry = setTimeout(() => void this.start(), retryMs).unref()
        resolve()
      })
      server.listen(port, host, () => {
        log.info({ host, port: (server.address() as AddressInfo).port }, 'watched here')
        resolve()
      })
      this.server = server
    })
  }

  get port(): number | undefined {
    return (this.server?.address() as AddressInfo | null | undefined)?.port
  }

  /** From now on the process can say whether it is ready, and the figures can be read. */
  watch(ready: Readiness, refresh: () => Promise<void>) {
    this.ready = ready
    this.refresh = refresh
  }

  /** The process stops: it is not ready any more, and goes on being watched until it ends. */
  drain() {
    this.ready = async () => 'stopping'
  }

  private async answer(
    method: string,
    path: string,
  ): Promise<{ status: number; text: string; type?: string }> {
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, text: 'only GET\n' }
    if (path === '/live') return { status: 200, text: 'live\n' }
    if (path === '/ready') {
      const missing = await this.missing()
      return missing ? { status: 503, text: `${missing}\n` } : { status: 200, text: 'ready\n' }
    }
    if (path !== '/metrics') return { status: 404, text: 'metrics, live, ready\n' }
    const [missing] = await Promise.all([
      this.missing(),
      within(figuresMs, this.refresh(), undefined),
    ])
    tellReady(this.options.process, missing === undefined)
    return { status: 200, text: await registry.metrics(), type: registry.contentType }
  }

  private missing(): Promise<string | undefined> {
    return within(readyMs, this.ready(), 'no answer in time').catch((error: Error) => error.message)
  }

  stop() {
    this.stopped = true
    clearTimeout(this.retry)
    this.server?.close()
    this.server?.closeAllConnections()
  }
}

async function within<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

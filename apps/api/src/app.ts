import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { answerError } from './lib/answer.ts'
import type { Config } from './lib/config.ts'
import { Refusal } from './lib/errors.ts'
import type { Log } from './lib/log.ts'
import type { Deps } from './lib/route.ts'
import { noteRefusal } from './lib/securityEvent.ts'
import { Share } from './lib/share.ts'
import { httpSeconds } from './lib/watch/metrics.ts'
import { type OpenSpan, openSpan } from './lib/watch/trace.ts'
import { readJsonBodies } from './lib/web/body.ts'
import { serveConsole, setSecurityHeaders } from './lib/web/console.ts'
import { publishSecurityTxt } from './lib/web/securityTxt.ts'
import { inTurns } from './lib/web/turns.ts'
import { allRoutes } from './routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while traces are collected. */
    span: OpenSpan | undefined
  }
}

/** Whoever sends a body and never ends it must not hold it in our memory for good. */
const requestTimeout = 60_000
/**
 * Longer than a proxy before us keeps its connections, so that it never sends a call into
 * one that we close.
 */
const keepAliveTimeout = 72_000

export async function buildApp(config: Config, log: Log, deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    // Each request logs one line (below) instead of two: the default pair doubles the cost of
    // a small request.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    serverFactory: (handle) => createServer({ keepAliveTimeout, requestTimeout }, inTurns(handle)),
    // Addresses that the router itself refuses are answered in the envelope as well. No hook sees
    // them.
    frameworkErrors: (error, request, reply) => {
      void answerError(error, request, setSecurityHeaders(request, reply))
    },
  }) as unknown as FastifyInstance
  app.decorate('deps', deps)
  app.decorate('share', new Share(config.databasePoolSize, config.shares))
  const registered: string[] = []
  app.decorate('registered', registered)
  app.addHook('onRoute', ({ method, url }) => {
    // Fastify adds a HEAD route to every GET route.
    registered.push(
      ...[method]
        .flat()
        .filter((verb) => verb !== 'HEAD')
        .map((verb) => `${verb} ${url}`),
    )
  })
  app.decorateRequest('actor', undefined)
  app.decorateRequest('span', undefined)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(async (error: Error, request, reply) => {
    if (error instanceof Refusal) await noteRefusal(request, error)
    return answerError(error, request, reply)
  })
  readJsonBodies(app)
  app.addHook('onRequest', async (request, reply) => void setSecurityHeaders(request, reply))
  // Only now: whatever reads the body leaves the context of the hooks before it.
  app.addHook('preHandler', (request, _, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    request.span = openSpan(`${method} ${route}`, 'SERVER', {
      'http.request.method': method,
      'http.route': route,
    })
    if (request.span) request.span.run(done)
    else done()
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // A kept-alive connection would hold the process open long after its last answer.
    if (deps.draining) reply.header('connection', 'close')
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    // The line names the route's pattern, not the address: queries carry names and
    // e-mail addresses.
    const { actor, method, routeOptions } = request
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    request.span?.end({ 'http.response.status_code': reply.statusCode }, reply.statusCode >= 500)
    httpSeconds.observe(
      { route: routeOptions.url ?? 'none', method, status },
      reply.elapsedTime / 1000,
    )
    request.log.info(
      {
        method,
        route: routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: actor?.userId,
        companyId: actor?.companyId,
      },
      'request',
    )
  })
  // Its parts are no part of an installation.
  if (!config.production) await (await import('./lib/web/openapi.ts')).publishOpenapi(app)
  allRoutes(app)
  publishSecurityTxt(app, config)
  await serveConsole(app, config.consoleDir)
  return app
}

import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { answerError } from './lib/answer.ts'
import type { Config } from './lib/config.ts'
import { securityHeaders, serveConsole } from './lib/console.ts'
import type { Log } from './lib/log.ts'
import { publishOpenapi } from './lib/openapi.ts'
import type { Deps } from './lib/route.ts'
import { allRoutes } from './routes.ts'

export async function buildApp(config: Config, log: Log, deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    // Each request logs one line (below) instead of two: the default pair doubles the cost of a small request.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    // Addresses that the router itself refuses are answered in the envelope as well.
    frameworkErrors: answerError,
  }) as unknown as FastifyInstance
  app.decorate('deps', deps)
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
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  securityHeaders(app)
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // A kept-alive connection would hold the process open long after its last answer.
    if (deps.draining) reply.header('connection', 'close')
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    // The line names the route's pattern, not the address: queries carry names and e-mail addresses.
    const { actor, method, routeOptions } = request
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
  await publishOpenapi(app)
  allRoutes(app)
  await serveConsole(app, config.consoleDir)
  return app
}

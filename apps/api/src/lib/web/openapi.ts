import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/**
 * Registered before the routes, because it collects them as they are added. Production has none: it
 * is a map for whoever looks for a way in.
 */
export async function publishOpenapi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Paydesk',
        version: '1',
        description:
          'Every answer is the envelope {success, data, errorCode, errorMessage, showType}.',
      },
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'The raw token of POST /api/login/account',
          },
        },
      },
      security: [{ token: [] }],
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    uiConfig: { deepLinking: true, persistAuthorization: false },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
}

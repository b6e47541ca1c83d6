import { loginApi } from '@paydesk/contract/people/login'
import type { FastifyInstance } from 'fastify'
import { publicRouteInSteps } from '../../lib/route.ts'
import { undoEmail } from './email.ts'

export function emailRoutes(app: FastifyInstance) {
  publicRouteInSteps(app, loginApi.undoEmail, ({ deps, body, request }) =>
    undoEmail(deps, body.token, {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    }),
  )
}

import { paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import type { FastifyInstance } from 'fastify'
import { route, routeInSteps } from '../../lib/route.ts'
import { archiveAccount, pauseAccount, updateAccount } from './change.ts'
import { connectAccount, rotateSecret } from './connect.ts'
import { checkAccount, resumeAccount } from './look.ts'
import { listAccounts, readAccount } from './read.ts'
import { readChoice } from './routing.ts'

/** Calls that ask PayPal do so between transactions, never inside one. */
export function paypalAccountRoutes(app: FastifyInstance) {
  route(app, paypalAccountApi.list, ({ db, actor, query }) =>
    listAccounts(db, actor.companyId, query),
  )
  route(app, paypalAccountApi.choice, ({ db, actor, query }) =>
    readChoice(db, actor.companyId, query),
  )
  route(app, paypalAccountApi.read, ({ db, actor, params }) =>
    readAccount(db, actor.companyId, params.id),
  )
  routeInSteps(app, paypalAccountApi.connect, ({ deps, actor, body }) =>
    connectAccount(deps, actor, body),
  )
  route(app, paypalAccountApi.update, ({ db, actor, params, body }) =>
    updateAccount(db, actor, params.id, body),
  )
  routeInSteps(app, paypalAccountApi.rotate, ({ deps, actor, params, body }) =>
    rotateSecret(deps, actor, params.id, body),
  )
  route(app, paypalAccountApi.pause, ({ db, actor, params }) => pauseAccount(db, actor, params.id))
  routeInSteps(app, paypalAccountApi.resume, ({ deps, actor, params }) =>
    resumeAccount(deps, actor, params.id),
  )
  route(app, paypalAccountApi.archive, ({ db, actor, params, deps }) =>
    archiveAccount(db, deps.jobs, actor, params.id),
  )
  routeInSteps(app, paypalAccountApi.check, ({ deps, actor, params }) =>
    checkAccount(deps, actor, params.id),
  )
}

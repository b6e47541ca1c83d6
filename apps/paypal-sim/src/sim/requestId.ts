import { createHash } from 'node:crypto'
import { Refused } from '../http/refusal.ts'
import type { Context, Reply, Route } from '../http/route.ts'

const digest = (context: Context) => createHash('sha256').update(context.raw).digest('base64')

/**
 * The key consists of app, operation, addressed resource and id: the same id on another capture is
 * another request.
 */
export function requestKey(route: Route, context: Context): string | undefined {
  const id = context.headers['paypal-request-id']
  if (!id || !route.keyed) return undefined
  if (route.keyed.invoicing && context.world.config.invoicingRequestId === 'ignored')
    return undefined
  return `${context.app.id} ${route.operation} ${Object.values(context.params).join(' ')} ${id}`
}

/**
 * The earlier result in its current state, answered 200 (paypal §2.3); undefined when this
 * is the first time.
 */
export function replay(route: Route, context: Context, key: string): Reply | undefined {
  const { world } = context
  if (world.inFlight.has(key))
    throw new Refused('RESOURCE_CONFLICT', [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' }])
  const known = world.requestIds.get(key)
  if (!known || known.expiresAt < context.now || !route.keyed) return undefined
  if (world.config.otherPayload === 'refuse' && known.payload !== digest(context))
    throw new Refused('INVALID_REQUEST', [{ issue: 'DUPLICATE_REQUEST_ID' }])
  return { ...route.keyed.replay(context, known.resourceId), status: 200 }
}

export function remember(route: Route, context: Context, key: string, resourceId: string): void {
  if (!route.keyed) return
  context.world.requestIds.put(key, {
    key,
    payload: digest(context),
    resourceId,
    expiresAt: context.now + route.keyed.keepMs,
  })
}

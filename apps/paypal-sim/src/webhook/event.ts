import { selfLink } from '../http/link.ts'
import type { EventRecord } from '../record/event.ts'
import { instant, instantMillis } from '../world/clock.ts'
import type { EventFault } from '../world/fault.ts'
import type { World } from '../world/world.ts'

export interface NewEvent {
  accountId: string
  appId?: string | undefined
  type: string
  resourceType: string
  resourceVersion?: string
  summary: string
  resource: unknown
  transactionId?: string | undefined
}

/**
 * The apps that hear of an event: the app that made the resource or, if no app did, those with a
 * webhook lookup on the account.
 */
function listeningApps(world: World, accountId: string, appId: string | undefined): string[] {
  if (appId) return [appId]
  return [...world.lookups.values()]
    .filter((lookup) => lookup.accountId === accountId)
    .map((lookup) => lookup.appId)
}

export function emit(world: World, given: NewEvent): EventRecord {
  const id = world.id.event()
  const at = world.clock.now() + world.random.between(world.config.eventDelayMs)
  const fault = world.faults.forEvent(given.accountId, given.type)
  const resource = fault ? strangeResource(fault.kind, given.resource) : given.resource
  const type = fault?.kind === 'unknownEventType' ? `${given.type}.FUTURE` : given.type
  const body = JSON.stringify({
    id,
    create_time: instantMillis(at),
    resource_type: given.resourceType,
    event_version: '1.0',
    event_type: type,
    summary: given.summary,
    resource_version: given.resourceVersion ?? '2.0',
    resource,
    links: [
      selfLink(world, `/v1/notifications/webhooks-events/${id}`),
      {
        ...selfLink(world, `/v1/notifications/webhooks-events/${id}/resend`, 'POST'),
        rel: 'resend',
      },
    ],
  })
  const event: EventRecord = {
    id,
    seq: ++world.counters.event,
    accountId: given.accountId,
    type,
    createdAt: at,
    body,
    transmissions: [],
  }
  if (given.appId) event.appId = given.appId
  if (given.transactionId) event.transactionId = given.transactionId
  const apps = new Set(listeningApps(world, given.accountId, given.appId))
  for (const hook of world.webhooks.values())
    if (apps.has(hook.appId) && hook.types.some((name) => name === '*' || name === given.type))
      event.transmissions.push({
        webhookId: hook.id,
        url: hook.url,
        transmissionId: world.id.uuid(),
        transmissionTime: instant(at),
        status: 'PENDING',
        attempts: 0,
      })
  if (fault?.kind.startsWith('forge')) world.forgeries.set(id, fault.kind as EventFault)
  if (event.transmissions.length && fault?.kind === 'dropWebhook') markDropped(event)
  else if (event.transmissions.length) {
    event.dueAt =
      at +
      world.random.between(world.config.deliveryDelayMs) +
      (fault?.kind === 'delayWebhook' ? fault.ms : 0)
    world.schedule.add('deliver', id, event.dueAt, true)
    if (fault?.kind === 'duplicateWebhook')
      world.schedule.add('deliverAgain', id, event.dueAt + 70, true)
  }
  world.events.put(id, event)
  world.madeAt.set(event, world.store.epoch)
  world.eventOrder.push(id)
  forgetOldest(world)
  world.emitted.push(id)
  world.onEvent(body)
  return event
}

/** Makes a snapshot that no receiver expects (F10). */
function strangeResource(kind: string, resource: unknown): unknown {
  if (kind === 'nullInvoice') return { invoice: null }
  if (kind !== 'unknownStatus') return resource
  const { invoice, ...rest } = resource as { invoice?: object }
  return invoice
    ? { invoice: { ...invoice, status: 'HELD_IN_FUTURE' } }
    : { ...rest, status: 'HELD_IN_FUTURE' }
}

/** Marks an event that is never delivered and never retried: only polling finds the change (F7). */
function markDropped(event: EventRecord): void {
  for (const transmission of event.transmissions) transmission.status = 'FAILURE'
}

function forgetOldest(world: World): void {
  while (world.events.size > world.config.keepEvents) {
    const oldest = world.eventOrder.shift()
    if (oldest === undefined) return
    world.events.delete(oldest)
    world.deliveries.delete(oldest)
    world.forgeries.delete(oldest)
  }
}

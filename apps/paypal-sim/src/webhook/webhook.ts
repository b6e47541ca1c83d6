import { scope } from '../account/account.ts'
import { link } from '../http/link.ts'
import { Reader } from '../http/reader.ts'
import { notFound, Refused } from '../http/refusal.ts'
import { type Context, created, ok, type Route } from '../http/route.ts'
import type { LookupRecord, WebhookRecord } from '../record/webhook.ts'
import type { World } from '../world/world.ts'
import { eventTypes } from './eventTypes.ts'

const path = '/v1/notifications/webhooks'
const lookupPath = '/v1/notifications/webhooks-lookup'
const scopes = [scope.webhook]
const wrong = (issue: string, field: string) =>
  new Refused('VALIDATION_ERROR', [{ field, issue, location: 'body' }])

/**
 * PayPal accepts https on port 443, no local host, and at most 10 webhooks per app. Loopback mode
 * also accepts local receivers.
 */
function checkUrl(world: World, text: string | undefined): string {
  let url: URL
  try {
    url = new URL(text ?? '')
  } catch {
    throw wrong('Not a valid webhook URL', 'url')
  }
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const strict = url.protocol === 'https:' && url.port === '' && !local
  if (!strict && !(world.config.webhookUrls === 'loopback' && local))
    throw wrong('Not a valid webhook URL', 'url')
  if ((text ?? '').length > 2048) throw wrong('Not a valid webhook URL', 'url')
  return text ?? ''
}

function readTypes(reader: Reader): string[] {
  const types = reader
    .list(500)
    .map((type) => type.field('name').text(127, { required: true }) ?? '')
  if (types.length === 0) throw wrong('event_types is required', 'event_types')
  if (types.includes('*') && types.length > 1) throw wrong('Use * alone', 'event_types')
  if (types.some((name) => name !== '*' && !eventTypes.includes(name)))
    throw wrong('Not a valid event type', 'event_types')
  return types
}

function find(context: Context): WebhookRecord {
  const hook = context.world.webhooks.get(context.params.webhook_id ?? '')
  if (hook?.appId !== context.app.id) throw notFound()
  return hook
}

const typeList = (names: string[]) =>
  names.map((name) => ({
    name,
    description: name === '*' ? 'ALL' : `Fired for ${name}`,
    status: 'ENABLED',
    resource_versions: ['2.0'],
  }))

function render(world: World, hook: WebhookRecord) {
  const at = `${path}/${hook.id}`
  return {
    id: hook.id,
    url: hook.url,
    event_types: typeList(hook.types),
    links: [
      link(world, 'self', at),
      link(world, 'update', at, 'PATCH'),
      link(world, 'delete', at, 'DELETE'),
    ],
  }
}

export const ofApp = (world: World, appId: string) =>
  [...world.webhooks.values()].filter((hook) => hook.appId === appId)

function create(context: Context) {
  const { world, app, account } = context
  const body = new Reader(context.body ?? {})
  const url = checkUrl(world, body.field('url').text(2048, { required: true }))
  const types = readTypes(body.field('event_types'))
  body.finish()
  const mine = ofApp(world, app.id)
  if (mine.some((hook) => hook.url === url)) throw wrong('Webhook URL already exists', 'url')
  if (mine.length >= 10) throw wrong('Webhook number limit exceeded', 'url')
  const hook = { id: world.id.transaction(), appId: app.id, accountId: account.id, url, types }
  world.webhooks.put(hook.id, hook)
  world.effect('webhook.created', hook.id)
  return created(render(world, hook), hook.id)
}

function change(context: Context) {
  const { world } = context
  const hook = { ...find(context) }
  for (const patch of new Reader(context.body).list(10)) {
    const target = patch.field('path').value
    if (patch.field('op').value !== 'replace') throw wrong('Only replace is allowed', '/op')
    if (target === '/url') hook.url = checkUrl(world, patch.field('value').text(2048))
    else if (target === '/event_types') hook.types = readTypes(patch.field('value'))
    else throw wrong('Not a path that can be replaced', '/path')
  }
  world.webhooks.put(hook.id, hook)
  world.effect('webhook.changed', hook.id)
  return ok(render(world, hook))
}

function findLookup(context: Context): LookupRecord {
  const lookup = context.world.lookups.get(context.params.webhook_lookup_id ?? '')
  if (lookup?.appId !== context.app.id) throw notFound()
  return lookup
}
const renderLookup = (world: World, lookup: LookupRecord) => ({
  id: lookup.id,
  client_id: lookup.clientId,
  links: [link(world, 'self', `${lookupPath}/${lookup.id}`)],
})

export const webhookRoutes: Route[] = [
  { operation: 'webhooks.post', method: 'POST', path, scopes, handle: create },
  {
    operation: 'webhooks.list',
    method: 'GET',
    path,
    scopes,
    handle: ({ world, app }) =>
      ok({ webhooks: ofApp(world, app.id).map((hook) => render(world, hook)) }),
  },
  {
    operation: 'webhooks.get',
    method: 'GET',
    path: `${path}/{webhook_id}`,
    scopes,
    handle: (c) => ok(render(c.world, find(c))),
  },
  {
    operation: 'webhooks.update',
    method: 'PATCH',
    path: `${path}/{webhook_id}`,
    scopes,
    handle: change,
  },
  {
    operation: 'webhooks.delete',
    method: 'DELETE',
    path: `${path}/{webhook_id}`,
    scopes,
    media: 'none',
    handle: (context) => {
      const hook = find(context)
      context.world.webhooks.delete(hook.id)
      context.world.effect('webhook.deleted', hook.id)
      return ok()
    },
  },
  {
    operation: 'event-types.list',
    method: 'GET',
    path: `${path}/{webhook_id}/event-types`,
    scopes,
    handle: (c) => ok({ event_types: typeList(find(c).types) }),
  },
  {
    operation: 'webhooks-event-types.list',
    method: 'GET',
    path: '/v1/notifications/webhooks-event-types',
    scopes,
    handle: () => ok({ event_types: typeList(eventTypes) }),
  },
  {
    operation: 'webhooks-lookup.post',
    method: 'POST',
    path: lookupPath,
    scopes,
    handle: ({ world, app, account }) => {
      const lookup = {
        id: world.id.transaction(),
        appId: app.id,
        accountId: account.id,
        clientId: app.clientId,
      }
      world.lookups.put(lookup.id, lookup)
      world.effect('lookup.created', lookup.id)
      return created(renderLookup(world, lookup), lookup.id)
    },
  },
  {
    operation: 'webhooks-lookup.list',
    method: 'GET',
    path: lookupPath,
    scopes,
    handle: ({ world, app }) =>
      ok({
        webhooks_lookups: [...world.lookups.values()]
          .filter((l) => l.appId === app.id)
          .map((l) => renderLookup(world, l)),
      }),
  },
  {
    operation: 'webhooks-lookup.get',
    method: 'GET',
    path: `${lookupPath}/{webhook_lookup_id}`,
    scopes,
    handle: (c) => ok(renderLookup(c.world, findLookup(c))),
  },
  {
    operation: 'webhooks-lookup.delete',
    method: 'DELETE',
    path: `${lookupPath}/{webhook_lookup_id}`,
    scopes,
    media: 'none',
    handle: (context) => {
      context.world.lookups.delete(findLookup(context).id)
      context.world.effect('lookup.deleted', context.params.webhook_lookup_id ?? '')
      return ok()
    },
  },
]

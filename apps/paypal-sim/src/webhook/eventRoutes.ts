import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { scope } from '../account/account.ts'
import { link } from '../http/link.ts'
import { Reader } from '../http/reader.ts'
import { invalid, notFound, Refused } from '../http/refusal.ts'
import { type Context, ok, type Reply, type Route } from '../http/route.ts'
import type { EventRecord } from '../record/event.ts'
import { instant, instantMillis } from '../world/clock.ts'
import { emit } from './event.ts'
import { eventTypes } from './eventTypes.ts'

const path = '/v1/notifications/webhooks-events'
const scopes = [scope.webhook]

const mayRead = (context: Context, event: EventRecord) =>
  event.accountId === context.account.id &&
  event.createdAt >= context.now - context.world.config.eventsKeptMs &&
  (event.appId === context.app.id ||
    (!event.appId && [...context.world.lookups.values()].some((l) => l.appId === context.app.id)))

function find(context: Context): EventRecord {
  const event = context.world.events.get(context.params.event_id ?? '')
  if (!event || !mayRead(context, event)) throw notFound()
  return event
}

/** Recordings show `transmissions` beside the documented fields. */
const render = (event: EventRecord) => ({
  ...JSON.parse(event.body),
  status: event.transmissions.some((t) => t.status === 'PENDING')
    ? 'PENDING'
    : (event.transmissions[0]?.status ?? 'SUCCESS'),
  transmissions: event.transmissions.map((t) => ({
    webhook_url: t.url,
    transmission_id: t.transmissionId,
    status: t.status,
    http_status: t.httpStatus ?? 0,
    timestamp: instantMillis(t.lastAt ?? event.createdAt),
  })),
})

function list(context: Context): Reply {
  const { world, query } = context
  const size = Number(query.get('page_size') ?? 10)
  if (!Number.isInteger(size) || size < 1 || size > 300)
    throw invalid('INVALID_PARAMETER_VALUE', 'page_size', String(size), 'query')
  const from = query.has('start_time')
    ? Date.parse(query.get('start_time') ?? '')
    : Number.NEGATIVE_INFINITY
  const to = query.has('end_time') ? Date.parse(query.get('end_time') ?? '') : world.clock.now()
  const type = query.get('event_type')
  const transaction = query.get('transaction_id')
  const before = Number(query.get('next_page_token') ?? Number.POSITIVE_INFINITY)
  const found: EventRecord[] = []
  for (let i = world.eventOrder.length - 1; i >= 0 && found.length <= size; i--) {
    const event = world.events.get(world.eventOrder[i] ?? '')
    if (
      !event ||
      event.seq >= before ||
      event.createdAt < from ||
      event.createdAt > to ||
      !mayRead(context, event)
    )
      continue
    if ((type && event.type !== type) || (transaction && event.transactionId !== transaction))
      continue
    found.push(event)
  }
  const page = found.slice(0, size)
  const links = [link(world, 'self', `${path}?${query}`)]
  if (found.length > size) {
    const next = new URLSearchParams(query)
    next.set('next_page_token', String(page.at(-1)?.seq))
    links.push(link(world, 'next', `${path}?${next}`))
  }
  return ok({ events: page.map(render), count: page.length, links })
}

function resend(context: Context): Reply {
  const event = find(context)
  const wanted = new Reader(context.body ?? {})
    .field('webhook_ids')
    .list(10)
    .map((id) => id.value)
  for (const transmission of event.transmissions)
    if (wanted.length === 0 || wanted.includes(transmission.webhookId)) {
      transmission.status = 'PENDING'
      transmission.attempts = 0
    }
  context.world.deliveries.put(event.id, { transmissions: event.transmissions, dueAt: context.now })
  context.world.schedule.add('deliver', event.id, context.now, true)
  return { status: 202, body: render(event) }
}

function simulate(context: Context): Reply {
  const { world, account, app } = context
  const body = new Reader(context.body ?? {})
  const type = body.field('event_type').text(127, { required: true }) ?? ''
  const webhookId = body.field('webhook_id').text(50)
  const url = body.field('url').text(2048)
  body.finish()
  if (!eventTypes.includes(type))
    throw new Refused('VALIDATION_ERROR', [
      { field: 'event_type', issue: 'Not a valid event type' },
    ])
  const hook = webhookId ? world.webhooks.get(webhookId) : undefined
  if (!url && hook?.appId !== app.id) throw notFound()
  const event = emit(world, {
    accountId: account.id,
    type,
    resourceType: 'simulated',
    summary: `A simulated ${type}`,
    resource: { id: world.id.transaction(), simulated: true },
  })
  event.appId = app.id
  event.simulated = true
  event.transmissions = [
    {
      webhookId: hook?.id ?? 'WEBHOOK_ID',
      url: url ?? hook?.url ?? '',
      transmissionId: world.id.uuid(),
      transmissionTime: instant(event.createdAt),
      status: 'PENDING',
      attempts: 0,
    },
  ]
  event.dueAt = event.createdAt
  world.events.put(event.id, event)
  world.schedule.add('deliver', event.id, event.createdAt, true)
  return { status: 202, body: JSON.parse(event.body) }
}

/**
 * Returns the untouched text of a member such as webhook_event: an event that the caller re-encoded
 * fails to verify, as at PayPal.
 */
export function rawMember(text: string, name: string): string | undefined {
  const at = text.indexOf(`"${name}"`)
  const start = at < 0 ? -1 : text.indexOf('{', at)
  if (start < 0) return undefined
  let depth = 0
  let inText = false
  for (let i = start; i < text.length; i++) {
    const c = text[i]
    if (inText) {
      if (c === '\\') i += 1
      else if (c === '"') inText = false
    } else if (c === '"') inText = true
    else if (c === '{') depth += 1
    else if (c === '}' && --depth === 0) return text.slice(start, i + 1)
  }
  return undefined
}

function verifySignature(context: Context): Reply {
  const { world } = context
  const body = new Reader(context.body ?? {})
  const text = (name: string) => body.field(name).text(2048, { required: true }) ?? ''
  const [algorithm, certUrl] = [text('auth_algo'), text('cert_url')]
  const [id, signature, time, webhookId] = [
    text('transmission_id'),
    text('transmission_sig'),
    text('transmission_time'),
    text('webhook_id'),
  ]
  body.field('webhook_event').object(true)
  body.finish()
  const raw = rawMember(context.raw.toString('utf8'), 'webhook_event') ?? ''
  const message = Buffer.from(`${id}|${time}|${webhookId}|${crc32(Buffer.from(raw))}`)
  const key = new X509Certificate(world.credentials.signingPem).publicKey
  const fits =
    algorithm === 'SHA256withRSA' &&
    certUrl === world.certUrl &&
    world.webhooks.get(webhookId)?.appId === context.app.id &&
    verify('sha256', message, key, Buffer.from(signature, 'base64'))
  return ok({ verification_status: fits ? 'SUCCESS' : 'FAILURE' })
}

export const eventRoutes: Route[] = [
  { operation: 'webhooks-events.list', method: 'GET', path, scopes, handle: list },
  {
    operation: 'webhooks-events.get',
    method: 'GET',
    path: `${path}/{event_id}`,
    scopes,
    handle: (c) => ok(render(find(c))),
  },
  {
    operation: 'webhooks-events.resend',
    method: 'POST',
    path: `${path}/{event_id}/resend`,
    scopes,
    handle: resend,
  },
  {
    operation: 'simulate-event.post',
    method: 'POST',
    path: '/v1/notifications/simulate-event',
    scopes,
    handle: simulate,
  },
  {
    operation: 'verify-webhook-signature.post',
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    scopes: [scope.webhook, scope.verify],
    handle: verifySignature,
  },
]
